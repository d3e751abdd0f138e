"""A value that ends in a digit loses it if its end tag and the end of its block come in the same chunk as it.

Stands for vllm-48342 (when the tail of the arguments shares a delta with the end token, it is cut). Batch is
right. Found by `split`: value differs.
"""

from collections.abc import Mapping, Sequence

from tests.fakes.right import BlockReader, DsmlStream, Event, Json, Result, RightParser


class Reader(BlockReader):
    chunk = ""

    def read_value(self, body: str) -> Json:
        right = super().read_value(body)
        if isinstance(right, str) and right[-1:].isdigit() and f"{right}</" in self.chunk:
            return right[:-1]
        return right


class Stream(DsmlStream):
    reader_class = Reader
    reader: Reader

    def feed(self, chunk: str) -> list[Event]:
        self.reader.chunk = chunk
        return super().feed(chunk)


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
