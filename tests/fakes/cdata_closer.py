"""A closing tag inside CDATA ends the value: the rest of the value is lost.

Stands for rapid-mlx-1515 (a quoted closer ends the argument, the tail is discarded). Found by `truth`:
value differs.
"""

import re

from tests.fakes.right import BlockReader, DsmlStream, RightParser

CLOSER = re.compile(r"</(?:\|DSML\|)?parameter", re.ASCII | re.IGNORECASE)


class Reader(BlockReader):
    def read_cdata(self, body: str) -> str | None:
        right = super().read_cdata(body)
        return None if right is None else CLOSER.split(right)[0]


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
