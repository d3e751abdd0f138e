"""The stream of the dialect: text goes in by chunks, visible text and calls come out (SEMANTICS C5, D6).

Three machines share the work. `Fences` knows which prose is an example, `Capture` walks a block, and the
stream hands the text from one to the other. Whatever is decided leaves at once; what is kept between two
chunks is an open capture, or the few characters that may still become an opener.
"""

from collections.abc import Iterable, Mapping
from typing import Self

from toolcall_reference.dsml.block import BlockReader
from toolcall_reference.dsml.capture import CLOSED, OPEN, RESTART, TOO_LONG, BareCapture, Capture
from toolcall_reference.dsml.fences import Fences
from toolcall_reference.dsml.grammar import (
    ANY_OPENER,
    MENTION,
    OPENER_BEGINNINGS,
    WRAPPER_BEGINNINGS,
    WRAPPER_OPENER,
    unfinished,
)
from toolcall_reference.events import Call, Event
from toolcall_reference.policies import DEFAULT, Policies


class DsmlStream:
    """Parse one text, chunk by chunk.

    A subclass may replace a part of the machine by a class attribute, or override `find_opener`, `accepts`,
    `read_block` or `flush`.
    """

    reader_class: type[BlockReader] = BlockReader
    fences_class: type[Fences] = Fences
    capture_class: type[Capture] = Capture
    bare_capture_class: type[Capture] = BareCapture

    __slots__ = (
        "_beginnings",
        "_capture",
        "_growing",
        "_held",
        "_mention",
        "_opener",
        "fences",
        "reader",
        "saw_tool_syntax",
    )

    def __init__(self, policies: Policies = DEFAULT) -> None:
        """Start before the first character of a text."""
        repairs = policies.missing_opener == "repair"
        self._opener = ANY_OPENER if repairs else WRAPPER_OPENER
        self._beginnings = OPENER_BEGINNINGS if repairs else WRAPPER_BEGINNINGS
        self.reader = self.reader_class()
        self.fences = self.fences_class()
        self.saw_tool_syntax = False  # SEMANTICS D14
        self._capture: Capture | None = None  # the open one
        self._held = ""  # an undecided beginning at the end of the last chunk
        self._growing = self._beginnings  # what that may grow into
        self._mention = ""  # the same for SEMANTICS D14, which looks everywhere

    @classmethod
    def start(cls, tools: Iterable[object], policies: Mapping[str, str]) -> Self:
        """Start the stream that a request asks for. Declared tools change nothing (SEMANTICS C7)."""
        del tools
        return cls(Policies.of(policies) if policies else DEFAULT)

    def feed(self, chunk: str) -> list[Event]:
        """Take the next characters; give what they decide, in the order of the text.

        Most small chunks decide nothing and change no state. They are told from the others first.
        """
        if not chunk:
            return []
        if not self.saw_tool_syntax and (self._mention or "<" in chunk):
            self._watch(chunk)
        if self._held:
            data = self._held + chunk
            if data.lower() in self._growing and data.isascii():
                self._held = data
                return []
        else:
            data = chunk
            if self._capture is not None:
                if self._capture.wake not in chunk:
                    self._capture.absorb(chunk)
                    return []
            elif self.fences.settled(chunk) and (self.fences.inside or "<" not in chunk):
                return [{"text": chunk}]
        return self.advance(data)

    def advance(self, data: str) -> list[Event]:
        """Hand the data from machine to machine; keep what is undecided at its end."""
        pos = 0
        events: list[Event] = []
        while True:
            capture = self._capture
            if capture is None:
                start = pos
                pos = self.scan_prose(data, pos)
                if pos > start:
                    events.append({"text": data[start:pos]})
                if self._capture is None:
                    break
            else:
                verdict, pos = capture.walk(data, pos)
                if verdict == OPEN:
                    break
                self._capture = self.capture_class() if verdict == RESTART else None
                text = capture.text()
                if verdict == TOO_LONG:
                    text, data, pos = self.step_back(capture, text, data, pos)
                self.fences.captured(text)
                events.extend(self.read_block(text, capture) if verdict == CLOSED else [{"text": text}])
        self._held = data[pos:]
        if self._held:
            self._growing = self._beginnings if self._capture is None else self._capture.beginnings()
        return events

    def finish(self) -> list[Event]:
        """Release all that is still held. A second call gives nothing (SEMANTICS C5)."""
        text = self.flush()
        self._capture = None
        self._held = ""
        return [{"text": text}] if text else []

    def flush(self) -> str:
        """Give what is still held at the end of the text: it is text as it stands (SEMANTICS D6)."""
        return self._held if self._capture is None else self._capture.text() + self._held

    def scan_prose(self, data: str, pos: int) -> int:
        """Read outside captures (SEMANTICS D1, D2, D7); give the position up to which all is visible text.

        There a capture was opened, or the data is undecided. The opener is sought once and kept while fences
        are skipped: seeking it anew after each fence would take quadratic time.
        """
        fences = self.fences
        limit = -1
        is_opener = False
        while True:
            if fences.inside:
                pos = fences.skip_fence(data, pos)
                if fences.inside:
                    return pos
            if limit < pos:
                limit, is_opener = self.find_opener(data, pos)
            pos = fences.skip_prose(data, pos, limit)
            if not fences.inside:
                break
        if is_opener:
            self._capture = self.open_capture(data, pos)
        return pos

    def find_opener(self, data: str, pos: int) -> tuple[int, bool]:
        """Find the next opener, complete (true) or perhaps so (false); else give the end of the data."""
        bracket = data.find("<", pos)
        if bracket < 0:
            return len(data), False
        match = self._opener.search(data, bracket)
        return (match.start(), True) if match else (unfinished(data, bracket, self._beginnings), False)

    def open_capture(self, data: str, pos: int) -> Capture:
        """Start the capture that the opener at this position calls for."""
        is_wrapper = WRAPPER_OPENER.match(data, pos)
        return self.capture_class() if is_wrapper else self.bare_capture_class()

    def read_block(self, text: str, capture: Capture) -> list[Event]:
        """Give the calls of a complete block, or the block itself as text (SEMANTICS D6)."""
        calls = self.reader.read_block(text, capture.tags, is_bare=capture.is_bare)
        if not self.accepts(calls):
            return [{"text": text}]
        self.saw_tool_syntax = True
        return [{"call": call} for call in calls]

    def accepts(self, calls: list[Call]) -> bool:
        """Tell whether a block with these calls is accepted (SEMANTICS D6)."""
        return bool(calls)

    def step_back(self, capture: Capture, text: str, data: str, pos: int) -> tuple[str, str, int]:
        """Split what was captured after the ``<`` of a tag that is too long (SEMANTICS D7 c).

        Gives the text before, and the data and the position where scanning resumes. If the ``<`` came with an
        earlier chunk, the data grows to the front, which happens at most once a chunk and by at most 4,096
        characters.
        """
        released = capture.tag_start() + 1
        again = len(text) - released
        if again > pos:
            return text[:released], text[released:] + data[pos:], 0
        return text[:released], data, pos - again

    def _watch(self, chunk: str) -> None:
        """Look for a mention of the wrapper, wherever it stands (SEMANTICS D14)."""
        chunk = self._mention + chunk
        if MENTION.search(chunk):
            self.saw_tool_syntax = True
        self._mention = chunk[unfinished(chunk, 0, WRAPPER_BEGINNINGS) :]
