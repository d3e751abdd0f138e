"""The stream of the dialect: text goes in by chunks, visible text and calls come out (SEMANTICS C5, D6).

Three machines share the work. `Fences` knows which prose is an example, `Capture` walks a block, and the
stream hands the text from one to the other. Whatever is decided leaves at once; what is kept between two
chunks is an open capture, or the few characters that may still become an opener.
"""

from typing import TypeAlias

from toolcall_reference.dsml.block import BlockReader, Call
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
from toolcall_reference.policies import DEFAULT, Policies

Event: TypeAlias = "dict[str, str] | dict[str, Call]"
"""``{"text": …}`` or ``{"call": {"name": …, "input": …}}``."""

_LONGEST_UNDECIDED_MENTION = len("<|dsml|tool_calls") - 1


class DsmlStream:
    """Parse one text, chunk by chunk.

    A subclass may replace a part of the machine by a class attribute, or override `find_opener`, `accept`
    or `flush`.
    """

    reader_class: type[BlockReader] = BlockReader
    fences_class: type[Fences] = Fences
    capture_class: type[Capture] = Capture
    bare_capture_class: type[Capture] = BareCapture

    __slots__ = ("_beginnings", "_capture", "_growing", "_held", "_mention", "_opener", "fences", "reader", "saw_tool_syntax")

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
                self._capture = None
                if verdict == CLOSED:
                    self.end_block(capture, events)
                elif verdict == RESTART:
                    events.append({"text": capture.text()})
                    self._capture = self.capture_class()
                else:
                    data, pos = self.give_up(capture, verdict, data, pos, events)
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

    def end_block(self, capture: Capture, events: list[Event]) -> None:
        """Give the calls of a complete block, or the block itself as text (SEMANTICS D6)."""
        text = capture.text()
        self.fences.captured(text)
        calls = self.reader.read_block(text, capture.tags, is_bare=capture.is_bare)
        if self.accept(calls):
            self.saw_tool_syntax = True
            events.extend([{"call": call} for call in calls])
        else:
            events.append({"text": text})

    def accept(self, calls: list[Call]) -> bool:
        """Tell whether a block with these calls is accepted."""
        return bool(calls)

    def give_up(
        self, capture: Capture, verdict: int, data: str, pos: int, events: list[Event],
    ) -> tuple[str, int]:
        """Make text of a bare capture; give the data and the position where scanning resumes (SEMANTICS D7).

        A tag that is too long is scanned again after its ``<``. If that character came with an earlier chunk,
        the data grows to the front, which happens at most once a chunk and by at most 4,096 characters.
        """
        text = capture.text()
        if verdict == TOO_LONG:
            released = capture.tag_start() + 1
            again = len(text) - released
            if again > pos:
                data = text[released:] + data[pos:]
                pos = 0
            else:
                pos -= again
            text = text[:released]
        self.fences.captured(text)
        events.append({"text": text})
        return data, pos

    def _watch(self, chunk: str) -> None:
        """Look for a mention of the wrapper, wherever it stands (SEMANTICS D14)."""
        chunk = self._mention + chunk
        if MENTION.search(chunk):
            self.saw_tool_syntax = True
        self._mention = chunk[unfinished(chunk, max(0, len(chunk) - _LONGEST_UNDECIDED_MENTION), WRAPPER_BEGINNINGS):]
