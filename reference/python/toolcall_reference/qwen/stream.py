"""The stream of the dialect: text goes in by chunks, visible text and calls come out (SEMANTICS C5, Q3, Q10).

Whatever is decided leaves at once. What is kept between two chunks is an open capture, or the few
characters that may still become a tag.
"""

from collections.abc import Iterable, Mapping
from typing import Self

from toolcall_reference.events import Event
from toolcall_reference.policies import MISSING_OPENER, Policies
from toolcall_reference.qwen.block import BlockReader
from toolcall_reference.qwen.capture import CLOSED, OPEN, Capture
from toolcall_reference.qwen.grammar import BLOCK_START, unfinished
from toolcall_reference.qwen.schemas import Schemas


class QwenStream:
    """Parse one text, chunk by chunk.

    A subclass may replace a part of the machine by a class attribute, or override `find_opener`,
    `open_capture`, `read_block`, `give_up` or `flush`.
    """

    capture_class: type[Capture] = Capture
    reader_class: type[BlockReader] = BlockReader
    schemas_class: type[Schemas] = Schemas

    __slots__ = ("_capture", "_held", "reader", "saw_tool_syntax")

    def __init__(self, tools: Iterable[object] = ()) -> None:
        """Start before the first character of a text; the tools' schemas type the values."""
        self.reader = self.reader_class(self.schemas_class(tools))
        self.saw_tool_syntax = False
        self._capture: Capture | None = None  # the open one
        self._held = ""  # an undecided beginning at the end of the last chunk

    @classmethod
    def start(cls, tools: Iterable[object], policies: Mapping[str, str]) -> Self:
        """Start the stream that a request asks for; raise ValueError for answers that can't be set here."""
        answer = Policies.of({"missing_opener": "text", **policies}).missing_opener
        if answer not in MISSING_OPENER["qwen"]:
            message = f"missing_opener can't be {answer!r} in the dialect qwen"
            raise ValueError(message)
        return cls(tools)

    def feed(self, chunk: str) -> list[Event]:
        """Take the next characters; give what they decide, in the order of the text.

        Most small chunks decide nothing. They are told from the others first.
        """
        if not chunk:
            return []
        if not self._held:
            if self._capture is None:
                if "<" not in chunk:
                    return [{"text": chunk}]
            elif self._capture.absorb(chunk):
                return []
        return self.advance(self._held + chunk)

    def advance(self, data: str) -> list[Event]:
        """Look for openers and walk captures in turn; keep what is undecided at the end of the data."""
        pos = 0
        events: list[Event] = []
        while True:
            if self._capture is None:
                start = pos
                pos, found = self.find_opener(data, pos)
                if pos > start:
                    events.append({"text": data[start:pos]})
                if not found:
                    break
                pos = self.open_capture(pos)
            else:
                capture = self._capture
                verdict, pos = capture.walk(data, pos)
                if verdict == OPEN:
                    break
                self._capture = None
                events += self.read_block(capture) if verdict == CLOSED else self.give_up(capture)
        self._held = data[pos:]
        return events

    def finish(self) -> list[Event]:
        """Release all that is still held. A second call gives nothing (SEMANTICS C5)."""
        events = self.flush()
        self._capture = None
        self._held = ""
        return events

    def flush(self) -> list[Event]:
        """Give what is held at the end: text as it stands, also a capture (SEMANTICS Q8)."""
        text = self._held if self._capture is None else self._capture.text() + self._held
        return [{"text": text}] if text else []

    def find_opener(self, data: str, pos: int) -> tuple[int, bool]:
        """Find the next opener, complete (true) or perhaps so (false); else give the end of the data."""
        found = data.find(BLOCK_START, pos)
        return (found, True) if found >= 0 else (unfinished(BLOCK_START, data, pos), False)

    def open_capture(self, pos: int) -> int:
        """Start a capture at the opener at this position; give the position behind it.

        The first `<tool_call>` of a text starts one, wherever it stands: so the flag is set (SEMANTICS Q12).
        """
        self._capture = self.capture_class()
        self.saw_tool_syntax = True
        return pos + len(BLOCK_START)

    def read_block(self, capture: Capture) -> list[Event]:
        """Give the calls of a complete block (SEMANTICS Q3)."""
        return [{"call": call} for call in self.reader.read_block(capture.text(), capture.functions)]

    def give_up(self, capture: Capture) -> list[Event]:
        """Give what was captured before a capture was given up: text (SEMANTICS Q8)."""
        return [{"text": capture.text()}]
