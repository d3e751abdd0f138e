"""A parser with up to five faults at once; the environment says which. The target's name stays the same.

Each fault is one of ``tests/fakes``, but for the first: there the chunk that completes the opener must be a
long one, so that the chunking of one character a chunk, which every case has, does not hide all the others.
"""

from __future__ import annotations

import os
import re

from tests.fakes.right import (
    INVOKE,
    BlockReader,
    Capture,
    DsmlStream,
    Event,
    Json,
    NotJsonError,
    RightParser,
    Tag,
)

VARIABLE = "FIVE_FAULTS"
FAULTS = ("cut", "bracket", "scalar", "closer", "name")
"""Found by split, text, and three times by truth, of which two are of one kind."""

ON = frozenset(os.environ.get(VARIABLE, "").split(","))

LONG = 24  # characters of a chunk
CLOSER = re.compile(r"</(?:\|DSML\|)?parameter", re.ASCII | re.IGNORECASE)
LONE = re.compile(r"<(?=[ \t\r\n])")


class Reader(BlockReader):
    def read_text(self, body: str) -> Json:
        right = super().read_text(body)
        if "scalar" not in ON or not isinstance(right, str) or right.startswith('"'):
            return right
        try:
            return self.read_json(right)
        except NotJsonError:
            return right

    def read_cdata(self, body: str) -> str | None:
        right = super().read_cdata(body)
        return right if right is None or "closer" not in ON else CLOSER.split(right)[0]

    def read_name(self, text: str, tag: Tag) -> str | None:
        right = super().read_name(text, tag)
        if right is None or tag.name is not INVOKE or "name" not in ON:
            return right
        return right.rpartition(".")[2] or right


class Stream(DsmlStream):
    reader_class = Reader
    missed: Capture | None = None
    long = False  # the chunk that is being read
    bracket = ""  # at the end of the text so far

    def feed(self, chunk: str) -> list[Event]:
        self.long = len(chunk) > LONG
        return self.without(super().feed(chunk))

    def finish(self) -> list[Event]:
        events = self.without(super().finish())
        bracket, self.bracket = self.bracket, ""
        return [*events, {"text": bracket}] if bracket else events

    def open_capture(self, data: str, pos: int) -> Capture:
        capture = super().open_capture(data, pos)
        if "cut" in ON and self.long and self._held and pos == 0:
            self.missed = capture
        return capture

    def read_block(self, text: str, capture: Capture) -> list[Event]:
        return [{"text": text}] if capture is self.missed else super().read_block(text, capture)

    def without(self, events: list[Event]) -> list[Event]:
        if "bracket" not in ON:
            return events
        out: list[Event] = []
        for event in events:
            text = self.bracket + event.get("text", "")
            self.bracket = "<" if "text" in event and text.endswith("<") else ""
            out.append({"text": LONE.sub("", text.removesuffix(self.bracket))})
            if "call" in event:
                out.append(event)
        return [event for event in out if event.get("text") != ""]


class Parser(RightParser):
    stream_class = Stream
