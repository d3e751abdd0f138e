"""A value ends at its first closer, whatever follows: a block in which a value holds one is malformed, and
text.

Stands for rapid-mlx-1542 (a value is all up to the first closer). Found by `truth`: call missing.
"""

from tests.fakes.qwen.right import BlockReader, RefusedError, RefusingStream, RightParser


class Reader(BlockReader):
    def unframe(self, value: str) -> str:
        if "</parameter>" in value:
            raise RefusedError
        return super().unframe(value)


class Stream(RefusingStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
