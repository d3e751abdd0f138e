"""Entities in a value are decoded twice: `&amp;lt;` becomes `<`.

Stands for smg-1888 (code with entities in it changes). Found by `truth`: value differs.
"""

from tests.fakes.right import BlockReader, DsmlStream, Json, RightParser


class Reader(BlockReader):
    def read_text(self, body: str) -> Json:
        return super().read_text(self.decode_entities(body))


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
