"""A `<` with no name behind it in a value makes its block text.

Stands for ollama-12380 (where XML wants a name and finds none, there is an error instead of a call).
Found by `truth`: call missing.
"""

import re

from tests.fakes.qwen.right import BlockReader, RefusedError, RefusingStream, RightParser

NAMELESS = re.compile(r"<[\s\d=<>]")


class Reader(BlockReader):
    def unframe(self, value: str) -> str:
        if NAMELESS.search(value):
            raise RefusedError
        return super().unframe(value)


class Stream(RefusingStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
