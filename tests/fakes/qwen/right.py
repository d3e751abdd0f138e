"""What every fake in this folder starts from: the Python reference in the dialect `qwen`.

As in `tests/fakes/right.py`: a fake puts in another stream, or a part of one, and all else stays right. Here
are also three streams that several faults need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolcall_reference.qwen.block import BlockReader
from toolcall_reference.qwen.capture import GIVEN_UP, OPEN, Capture
from toolcall_reference.qwen.grammar import begins
from toolcall_reference.qwen.schemas import Schemas
from toolcall_reference.qwen.stream import QwenStream

from tests.fakes import right
from tests.fakes.right import Event, InDeltas, Json, ReferenceParser, Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class RightParser(right.RightParser):
    """The reference in this dialect alone."""

    reads = "qwen"
    stream_class = QwenStream


class RightInBatch(right.RightInBatch, RightParser):
    """A parser that is wrong in streams only."""


class RoutingParser(RightParser):
    """A parser with a channel for reasoning: its streams may give such events."""

    def parse(
        self,
        text: str,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> Result:
        """Parse at once: what the stream gives for one chunk."""
        stream = self.stream(dialect=dialect, tools=tools, policies=policies)
        events: list[Any] = [*stream.feed(text), *stream.finish()]
        channels: Any = {
            name: "".join(event[name] for event in events if name in event) for name in ("text", "reasoning")
        }
        calls = [event["call"] for event in events if "call" in event]
        return {"calls": calls, **channels, "saw_tool_syntax": stream.saw_tool_syntax}


class RefusedError(Exception):
    """A reader will have nothing of a block."""


class RefusingStream(QwenStream):
    """A stream in which a block that its reader refuses is text."""

    def read_block(self, capture: Capture) -> list[Event]:
        """Give the calls of a block, or its text."""
        try:
            return super().read_block(capture)
        except RefusedError:
            return [{"text": capture.text()}]


class LateStream(QwenStream):
    """A stream that gives everything at its end, so that a fault can't hang on where chunks were cut."""

    emission = "end"

    def __init__(self, tools: Sequence[object] = ()) -> None:
        """Start with nothing kept."""
        super().__init__(tools)
        self.kept: list[Event] = []

    def feed(self, chunk: str) -> list[Event]:
        """Keep what comes."""
        self.kept += super().feed(chunk)
        return []

    def finish(self) -> list[Event]:
        """Give all, with what is wrong with it."""
        events, self.kept = [*self.kept, *super().finish()], []
        joined: list[Event] = []
        for event in events:
            if "text" in event and joined and "text" in joined[-1]:
                joined[-1] = {"text": joined[-1]["text"] + event["text"]}
            else:
                joined.append(event)
        return self.change(joined)

    def change(self, events: list[Event]) -> list[Event]:
        """Do to the events of a whole text what is wrong: texts that follow each other are joined."""
        return events


__all__ = [
    "GIVEN_UP",
    "OPEN",
    "BlockReader",
    "Capture",
    "Event",
    "InDeltas",
    "Json",
    "LateStream",
    "QwenStream",
    "ReferenceParser",
    "RefusedError",
    "RefusingStream",
    "Result",
    "RightInBatch",
    "RightParser",
    "RoutingParser",
    "Schemas",
    "begins",
]
