"""An opener that is mentioned among words is never got over: all behind it is held, and is text at the end.

Stands for club-3090-72 (prose that mentions the opener sets a flag for good). Found by `truth`: call missing.
"""

from tests.fakes.qwen.right import Capture, Event, QwenStream, RightParser


class Mention(Capture):
    def __init__(self) -> None:
        super().__init__()
        self.is_among_words = False

    def skip_junk(self, data: str, pos: int) -> tuple[int, int]:
        self.is_among_words = data[pos] != "<"
        return super().skip_junk(data, pos)


class Stream(QwenStream):
    capture_class = Mention
    emission = "end"  # of all behind such an opener
    stuck = False

    def feed(self, chunk: str) -> list[Event]:
        if self.stuck:
            self._held += chunk
            return []
        return super().feed(chunk)

    def advance(self, data: str) -> list[Event]:
        events = super().advance(data)
        self._capture = None if self.stuck else self._capture
        return events

    def find_opener(self, data: str, pos: int) -> tuple[int, bool]:
        return (pos, False) if self.stuck else super().find_opener(data, pos)

    def give_up(self, capture: Capture) -> list[Event]:
        self.stuck = isinstance(capture, Mention) and capture.is_among_words
        return super().give_up(capture)


class Parser(RightParser):
    stream_class = Stream
