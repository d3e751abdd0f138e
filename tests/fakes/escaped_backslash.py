"""A JSON string that ends in an escaped backslash swallows its closing quote: the value is taken for text.

Stands for letta-3394 (one character back decides whether a quote is escaped). Found by `truth`: value
differs.
"""

import re

from tests.fakes.right import BlockReader, DsmlStream, Json, RightParser

ENDS_IN_BACKSLASH = re.compile(r'(?<!\\)(?:\\\\)+"')


class Reader(BlockReader):
    def read_text(self, body: str) -> Json:
        text = self.decode_entities(body)
        return text if ENDS_IN_BACKSLASH.search(text) else super().read_text(body)


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
