"""A whole number that is written with a fraction makes its block text, where an integer is due.

Stands for mlxlm-1627 (an integer written as 140.0 drops the call). Found by `truth`: call missing.
"""

from tests.fakes.qwen.right import BlockReader, Json, RefusedError, RefusingStream, RightParser


class Reader(BlockReader):
    def is_integer(self, value: Json) -> bool:
        right = super().is_integer(value)
        if right and isinstance(value, float):
            raise RefusedError
        return right


class Stream(RefusingStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
