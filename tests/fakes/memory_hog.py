"""A numeric entity far beyond the last character makes it build a table of all characters up to there.

Stands for club-3090-72 (what a model writes decides how much is kept). It stops growing a little beyond the
protocol's limit, and waits there for its end. Found by `crash`: memory.
"""

import re
import time

from tests.fakes.right import BlockReader, DsmlStream, RightParser

NUMBER = re.compile(r"&#([0-9]+);")
PAGE = 16 << 20  # bytes that the table grows by
MOST = 1280 << 20  # bytes: beyond the limit of the protocol, and no danger to the machine


class Reader(BlockReader):
    def decode_entities(self, text: str) -> str:
        for number in NUMBER.finditer(text):
            self.tabulate(4 * int(number[1][:40]))
        return super().decode_entities(text)

    def tabulate(self, size: int) -> None:
        table = []
        while len(table) * PAGE < size - PAGE:
            if len(table) * PAGE < MOST:
                table.append(b"\xff" * PAGE)
            time.sleep(0.01)


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
