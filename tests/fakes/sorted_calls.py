"""The calls of a block come out in the order of their names.

Stands for no report of its own: it is what a map between the parser and its caller does. Found by `truth`:
calls reordered.
"""

from collections.abc import Sequence

from tests.fakes.right import BlockReader, Call, DsmlStream, RightParser, Tag


class Reader(BlockReader):
    def read_block(self, text: str, tags: Sequence[Tag], *, is_bare: bool) -> list[Call]:
        return sorted(super().read_block(text, tags, is_bare=is_bare), key=lambda call: call["name"])


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
