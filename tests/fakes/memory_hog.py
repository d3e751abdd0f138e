"""A numeric entity beyond the last character makes its table of characters grow until it reaches that far.

Stands for club-3090-72 (what a model writes decides how much is kept). It stops growing a little beyond the
protocol's limit, and waits there for its end. Found by `crash`: memory.
"""

import re
import time
from typing import NoReturn

from tests.fakes.right import BlockReader, DsmlStream, RightParser

NUMBER = re.compile(r"&#(?:[xX]([0-9a-fA-F]+)|([0-9]+));")
LAST = 0x10FFFF
PAGE = 16 << 20  # bytes that the table grows by
MOST = 1280 << 20  # bytes: beyond the limit of the protocol, and no danger to the machine


class Reader(BlockReader):
    def decode_entities(self, text: str) -> str:
        for hexadecimal, decimal in NUMBER.findall(text):
            if int(hexadecimal[:40] or decimal[:40], 16 if hexadecimal else 10) > LAST:
                self.grow()
        return super().decode_entities(text)

    def grow(self) -> NoReturn:
        table = []
        while True:
            if len(table) * PAGE < MOST:
                table.append(b"\xff" * PAGE)
            time.sleep(0.01)


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
