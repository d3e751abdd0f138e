"""`&#` without a digit after it is looked for again at the same place, for ever.

Stands for no report of its own: the reports of superlinear time are its everyday form. Found by `crash`:
hang.
"""

import re

from tests.fakes.right import BlockReader, DsmlStream, RightParser

NUMBER = re.compile(r"&#[xX]?(?=[0-9a-fA-F])")


class Reader(BlockReader):
    def decode_entities(self, text: str) -> str:
        pos = text.find("&#")
        while pos >= 0:
            number = NUMBER.match(text, pos)
            pos = text.find("&#", number.end() if number else pos)
        return super().decode_entities(text)


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
