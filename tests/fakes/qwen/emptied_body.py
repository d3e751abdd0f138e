"""A function that holds an object of JSON in the place of parameters is a call without arguments.

Stands for headlong-131 (a body that is not understood must never become an empty call).
Found by `fabrication`: call extra.
"""

from tests.fakes.qwen.right import OPEN, Capture, QwenStream, RightParser, begins


class Careless(Capture):
    def skip_junk(self, data: str, pos: int) -> tuple[int, int]:
        right = super().skip_junk(data, pos)
        if not self.in_function or self.functions[-1].parameters or data[pos] != "{":
            return right
        stop = data.find("<", pos)
        ends = None if stop < 0 else begins("</function>", data, stop)
        if ends is None:
            return OPEN, pos
        return (0, stop) if ends else right


class Stream(QwenStream):
    capture_class = Careless


class Parser(RightParser):
    stream_class = Stream
