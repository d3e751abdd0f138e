"""A lone surrogate in a JSON string ends the whole process, as an abort in native code does.

Stands for llamacpp-16465 (a backslash-u sequence in an argument aborts the server). Found by `crash`:
crash.
"""

import os
import re

from tests.fakes.right import BlockReader, DsmlStream, Json, RightParser

SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
PAIR = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]")
ABORTED = 128 + 6


class Reader(BlockReader):
    def read_json(self, text: str) -> Json:
        if SURROGATE.search(PAIR.sub("", text)):
            os._exit(ABORTED)
        return super().read_json(text)


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
