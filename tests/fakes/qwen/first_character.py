"""A value that begins with a brace or a bracket is read as JSON, also where a string is declared or nothing.

Stands for mlxlm-1910 (containers are decoded by their looks where no type is declared). Found by `typing`:
text became another type.
"""

from tests.fakes.qwen.right import BlockReader, Json, QwenStream, RightParser


class Reader(BlockReader):
    def read_value(self, text: str, types: frozenset[str]) -> Json:
        if text[:1] in ("{", "[") and types <= {"string"}:
            types = frozenset({"object", "array"})
        return super().read_value(text, types)


class Stream(QwenStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
