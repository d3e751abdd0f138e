"""Blanks at the end of a value are looked for with `\\s+$`, from each blank of it anew.

Quadratic where many blanks stand in the middle, whole and in batch. Found by `cost`: superlinear.
"""

import re

from tests.fakes.right import BlockReader, DsmlStream, RightParser

END = re.compile(r"\s+\Z")


class Reader(BlockReader):
    def decode_entities(self, text: str) -> str:
        END.search(text)
        return super().decode_entities(text)


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
