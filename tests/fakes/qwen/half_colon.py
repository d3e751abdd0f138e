"""`<function: NAME>` is understood like `<function=NAME>`, but of its arguments only the first is kept.

Stands for rapid-mlx-162 (a drift that is tolerated by halves). Found by `drift`: drift read in part.
"""

from tests.fakes.qwen.right import OPEN, Capture, Event, QwenStream, RightParser

TAG = "<function:"


class Tolerant(Capture):
    def __init__(self) -> None:
        super().__init__()
        self.loose: set[int] = set()  # the numbers of the functions written so

    def skip_junk(self, data: str, pos: int) -> tuple[int, int]:
        if self.in_function or not data.startswith(TAG, pos):
            return super().skip_junk(data, pos)
        stop = data.find(">", pos)
        if stop < 0:
            return OPEN, pos
        self.loose.add(len(self.functions))
        named = self.end_name(data[pos + len(TAG) : stop])
        return (0, stop + 1) if named else super().skip_junk(data, pos)


class Stream(QwenStream):
    capture_class = Tolerant

    def read_block(self, capture: Capture) -> list[Event]:
        events = super().read_block(capture)
        for number, event in enumerate(events):
            if isinstance(capture, Tolerant) and number in capture.loose and "call" in event:
                event["call"]["input"] = dict(list(event["call"]["input"].items())[:1])
        return events


class Parser(RightParser):
    stream_class = Stream
