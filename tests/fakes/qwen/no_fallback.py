"""A text that is no number makes its block text, where a number is due and nothing else.

Stands for mlxlm-1330 (a text for a number aborts the parse and drops the call). Found by `truth`: call
missing.
"""

from tests.fakes.qwen.right import BlockReader, Json, RefusedError, RefusingStream, RightParser


class Reader(BlockReader):
    def read_value(self, text: str, types: frozenset[str]) -> Json:
        value = super().read_value(text, types)
        if types == {"number"} and isinstance(value, str):
            raise RefusedError
        return value


class Stream(RefusingStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
