"""A block that comes whole, in a single chunk, gives no calls: it is shown as text.

Stands for vllm-48020 (a call whose begin and end arrive together never looks open, and is lost). Batch is
right. Found by `split`: call extra, for the chunks are held against the whole text.
"""

from collections.abc import Mapping, Sequence

from tests.fakes.right import Capture, DsmlStream, Event, Result, RightParser


class Stream(DsmlStream):
    def read_block(self, text: str, capture: Capture) -> list[Event]:
        events = super().read_block(text, capture)
        return [{"text": text}] if "call" in events[0] and len(capture.pieces) == 1 else events


class Parser(RightParser):
    stream_class = Stream

    def parse(
        self,
        text: str,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> Result:
        return RightParser().parse(text, dialect=dialect, tools=tools, policies=policies)
