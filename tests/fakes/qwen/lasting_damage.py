"""After a block that ends at a misspelt `<parameter=`, no block is read any more.

Stands for vllm-51075 (one bad tag, and all that follows is text). Found by `locality`: another call changed.
"""

from collections.abc import Iterable

from tests.fakes.qwen.right import Capture, Event, QwenStream, RightParser

TAG = "<parameter="
LEAST = len("<para")


def is_near(data: str, pos: int) -> bool:
    """Tell whether a misspelt parameter tag begins here: a wrong letter behind the first few right ones."""
    same = next((at for at, letter in enumerate(TAG) if data[pos + at : pos + at + 1] != letter), len(TAG))
    return LEAST <= same < len(TAG) - 1 and data[pos + same : pos + same + 1].isalpha()


class Careful(Capture):
    def __init__(self) -> None:
        super().__init__()
        self.is_near = False

    def skip_junk(self, data: str, pos: int) -> tuple[int, int]:
        self.is_near = is_near(data, pos)
        return super().skip_junk(data, pos)


class Stream(QwenStream):
    capture_class = Careful

    def __init__(self, tools: Iterable[object] = ()) -> None:
        super().__init__(tools)
        self.is_broken = False

    def give_up(self, capture: Capture) -> list[Event]:
        self.is_broken = self.is_broken or (isinstance(capture, Careful) and capture.is_near)
        return super().give_up(capture)

    def read_block(self, capture: Capture) -> list[Event]:
        return [{"text": capture.text()}] if self.is_broken else super().read_block(capture)


class Parser(RightParser):
    stream_class = Stream
