"""A value that holds the closer of a block ends there, and the rest of it is lost.

Stands for rapid-mlx-1515 (a closer quoted in a file body ends the argument). Found by `truth`: value differs.
"""

from tests.fakes.qwen.right import BlockReader, QwenStream, RightParser


class Reader(BlockReader):
    def unframe(self, value: str) -> str:
        return super().unframe(value).partition("</tool_call>")[0]


class Stream(QwenStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
