"""What the stream states at its end are the calls of the last block alone; its events are right.

Stands for no report of its own: what is kept for the end is kept in one place and written over.
Found by `final`: call extra.
"""

from collections.abc import Iterable
from typing import Any

from tests.fakes.qwen.right import Capture, Event, QwenStream, RightInBatch


class Stream(QwenStream):
    """A stream that states its calls at its end."""

    def __init__(self, tools: Iterable[object] = ()) -> None:
        super().__init__(tools)
        self.final_calls: list[Any] = []

    def read_block(self, capture: Capture) -> list[Event]:
        events = super().read_block(capture)
        self.final_calls = [event["call"] for event in events if "call" in event] or self.final_calls
        return events


class Parser(RightInBatch):
    stream_class = Stream
