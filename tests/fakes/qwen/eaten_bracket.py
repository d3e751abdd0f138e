"""An opening bracket at the end of a chunk is held back, and lost if no remark about a call begins with it.

Stands for rapid-mlx-162 (guards against remarks such as `[Calling tool: …]` eat ordinary brackets).
Found by `split`: text lost.
"""

from tests.fakes.qwen.right import Event, QwenStream, RightParser


class Stream(QwenStream):
    bracket = False

    def feed(self, chunk: str) -> list[Event]:
        events = super().feed(chunk)
        if not chunk:
            return events
        front: list[Event] = [{"text": "["}] if self.bracket and chunk.startswith("C") else []
        self.bracket = bool(events) and "text" in events[-1] and events[-1]["text"].endswith("[")
        if self.bracket and "text" in events[-1]:
            events[-1] = {"text": events[-1]["text"][:-1]}
        return [*front, *events]

    def finish(self) -> list[Event]:
        front: list[Event] = [{"text": "["}] if self.bracket else []
        self.bracket = False
        return [*front, *super().finish()]


class Parser(RightParser):
    stream_class = Stream
