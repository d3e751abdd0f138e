"""Batch forgets to look if a tool is declared. The stream drops calls of tools that are not.

Stands for sglang-39640 (detectors with a batch path of their own forget the check). Found by `parity`: call
missing, for the stream is held against the batch.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from tests.fakes.qwen.right import Capture, Event, QwenStream, RightInBatch
from tests.fakes.right import Adapter


class Stream(QwenStream):
    def __init__(self, tools: Sequence[Any] = ()) -> None:
        super().__init__(tools)
        self.declared = {tool["name"] for tool in tools}

    def read_block(self, capture: Capture) -> list[Event]:
        events = super().read_block(capture)
        return [event for event in events if "call" not in event or event["call"]["name"] in self.declared]


class Parser(RightInBatch):
    policies: ClassVar = {"qwen": {**Adapter.policies["qwen"], "unknown_tools": "drop"}}
    stream_class = Stream
