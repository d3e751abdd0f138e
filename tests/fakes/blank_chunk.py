"""A chunk of nothing but white space is dropped from the visible text, unless it is the first.

Stands for vllm-mlx-431 (whitespace-only deltas are dropped, paragraphs collapse). Found by `split`:
text lost.
"""

from tests.fakes.right import DsmlStream, Event, RightParser


class Stream(DsmlStream):
    began = False

    def feed(self, chunk: str) -> list[Event]:
        events = super().feed(chunk)
        drop = self.began and chunk.isspace()
        self.began = self.began or bool(chunk)
        return [event for event in events if not drop or event.get("text") != chunk]


class Parser(RightParser):
    stream_class = Stream
