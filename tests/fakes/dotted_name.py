"""A tool's name loses what stands before its last dot.

Stands for no report of its own: one dialect writes `functions.` before its names, and that habit is carried
over to names that have a dot of their own. Found by `truth`: name differs.
"""

from tests.fakes.right import INVOKE, BlockReader, DsmlStream, RightParser, Tag


class Reader(BlockReader):
    def read_name(self, text: str, tag: Tag) -> str | None:
        right = super().read_name(text, tag)
        if right is None or tag.name is not INVOKE:
            return right
        return right.rpartition(".")[2] or right


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
