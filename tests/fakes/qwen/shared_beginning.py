"""What is held of an opener stands in a variable of the module: streams that run at the same time mix.

Stands for no report of its own: each new stream clears it, so one after the other they are right.
Found by `isolation`: streams fed in turn mix.
"""

from collections.abc import Iterable

from tests.fakes.qwen.right import Event, QwenStream, RightInBatch

HELD: dict[str, str] = {}


class Stream(QwenStream):
    def __init__(self, tools: Iterable[object] = ()) -> None:
        super().__init__(tools)
        HELD["text"] = ""

    def feed(self, chunk: str) -> list[Event]:
        self._held = HELD["text"]
        events = super().feed(chunk)
        HELD["text"] = self._held
        return events

    def finish(self) -> list[Event]:
        self._held = HELD["text"]
        events = super().finish()
        HELD["text"] = self._held
        return events


class Parser(RightInBatch):
    stream_class = Stream
