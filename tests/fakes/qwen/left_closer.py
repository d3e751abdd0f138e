"""The closer of a block that a chunk border cuts stays in the visible text behind the calls.

Stands for dynamo-9999 (closers stay behind in the text of the answer). Found by `split`: text added.
"""

from tests.fakes.qwen.right import OPEN, Capture, Event, QwenStream, RightParser


class Forgetful(Capture):
    cut = False

    def read_tag(self, data: str, pos: int) -> tuple[int, int]:
        verdict, pos = super().read_tag(data, pos)
        if verdict == OPEN and not self.in_function and data.startswith("</", pos):
            self.cut = True
        return verdict, pos


class Stream(QwenStream):
    capture_class = Forgetful

    def read_block(self, capture: Capture) -> list[Event]:
        events = super().read_block(capture)
        cut = isinstance(capture, Forgetful) and capture.cut
        return [*events, {"text": "</tool_call>"}] if cut else events


class Parser(RightParser):
    stream_class = Stream
