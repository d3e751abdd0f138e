"""A repetition in a repetition looks for a semicolon behind blanks: each way to share them out is tried.

Where there is none, the time doubles with each blank of a value, whole and in batch. Found by `cost`: hang.
"""

import re

from tests.fakes.right import BlockReader, DsmlStream, RightParser

SEMICOLON = re.compile(r"(?:\s+)+;")


class Reader(BlockReader):
    def decode_entities(self, text: str) -> str:
        return text if SEMICOLON.search(text) else super().decode_entities(text)


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
