"""Where the last parameter's closer comes in one chunk with that of its function, no brace closes the
arguments.

Stands for vllm-45256 (the return after the parameter's fragment skips the brace). Batch is right.
Found by `crash`: value.
"""

import json
from typing import Any

from tests.fakes.qwen.right import Capture, Event, QwenStream, RightInBatch


class Hasty(Capture):
    alone = False  # the last closer of a parameter came in a chunk before

    def walk(self, data: str, pos: int) -> tuple[int, int]:
        self.alone = True
        return super().walk(data, pos)

    def read_value(self, data: str, pos: int, shift: int) -> tuple[int, int]:
        self.alone = False
        return super().read_value(data, pos, shift)

    def enter(self, tag: str) -> int:
        if tag == "</function>" and self.functions[-1].parameters and self.alone:
            self.closed = (*self.closed, len(self.functions))
        return super().enter(tag)

    closed: tuple[int, ...] = ()  # the functions whose arguments are whole, from 1


class Stream(QwenStream):
    capture_class = Hasty
    number = 0

    def read_block(self, capture: Capture) -> list[Event]:
        closed = capture.closed if isinstance(capture, Hasty) else ()
        events: list[Any] = []
        for place, event in enumerate(super().read_block(capture), 1):
            call = event.get("call")
            if call and call["input"] and place not in closed:
                arguments = json.dumps(call["input"])[:-1]
                events.append({"delta": {"index": self.number, "name": call["name"], "arguments": arguments}})
            else:
                events.append(event)
            self.number += 1
        return events


class Parser(RightInBatch):
    stream_class = Stream
