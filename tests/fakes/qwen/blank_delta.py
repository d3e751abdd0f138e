"""A chunk of nothing but white space is dropped from text that has no call before it, unless it is the first.

Stands for vllm-mlx-431 (whitespace-only deltas are dropped while a tool parser is on). Found by `split`: text
lost.
"""

from tests.fakes.qwen.right import Event, QwenStream, RightParser


class Stream(QwenStream):
    began = False

    def feed(self, chunk: str) -> list[Event]:
        events = super().feed(chunk)
        drop = self.began and not self.saw_tool_syntax and chunk.isspace()
        self.began = self.began or bool(chunk)
        return [] if drop else events


class Parser(RightParser):
    stream_class = Stream
