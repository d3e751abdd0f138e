"""A parameter's start tag that does not end on its line raises an exception.

Stands for vllm-39771 (the end of the tag is asked for without looking if there is one). Found by `crash`:
exception.
"""

from tests.fakes.qwen.right import GIVEN_UP, Capture, QwenStream, RightParser

IN_KEY = 2


class Sure(Capture):
    def read_name(self, data: str, pos: int, shift: int) -> tuple[int, int]:
        verdict, stop = super().read_name(data, pos, shift)
        if verdict == GIVEN_UP and self.place == IN_KEY:
            data[:stop].index(">", stop)
        return verdict, stop


class Stream(QwenStream):
    capture_class = Sure


class Parser(RightParser):
    stream_class = Stream
