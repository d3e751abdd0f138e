"""A value whose last line is a closer makes its block text: it is taken for a closer that is there twice.

Stands for llamacpp-24807 (a doubled closer of a parameter drops the call). Found by `truth`: call missing.
"""

from tests.fakes.qwen.right import BlockReader, RefusedError, RefusingStream, RightParser


class Reader(BlockReader):
    def unframe(self, value: str) -> str:
        if value.rstrip().endswith("</parameter>"):
            raise RefusedError
        return super().unframe(value)


class Stream(RefusingStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
