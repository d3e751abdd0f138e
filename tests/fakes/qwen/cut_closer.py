"""The closer of a block that a chunk border cuts is missed: the block is shown as text.

Stands for vllm-mlx-55 (the closer is looked for in the current delta only). Found by `split`: call missing.
"""

from tests.fakes.qwen.right import GIVEN_UP, OPEN, Capture, QwenStream, RightParser


class Impatient(Capture):
    def read_tag(self, data: str, pos: int) -> tuple[int, int]:
        verdict, pos = super().read_tag(data, pos)
        cut = verdict == OPEN and not self.in_function and data.startswith("</", pos)
        return (GIVEN_UP, pos) if cut else (verdict, pos)


class Stream(QwenStream):
    capture_class = Impatient


class Parser(RightParser):
    stream_class = Stream
