"""A function in which a misspelt `<parameter=` comes first is a call without arguments.

Stands for vllm-51364 (what can't be read is left out, and the call is reported). Found by `atomicity`: call
without its arguments.
"""

from tests.fakes.qwen.lasting_damage import is_near
from tests.fakes.qwen.right import OPEN, Capture, QwenStream, RightParser


class Careless(Capture):
    def skip_junk(self, data: str, pos: int) -> tuple[int, int]:
        if not self.in_function or self.functions[-1].parameters or not is_near(data, pos):
            return super().skip_junk(data, pos)
        stop = data.find("</function>", pos)
        return (OPEN, pos) if stop < 0 else (0, stop)


class Stream(QwenStream):
    capture_class = Careless


class Parser(RightParser):
    stream_class = Stream
