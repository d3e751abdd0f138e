"""A value with an ampersand that begins no entity raises an exception.

Stands for ollama-12358 (values go unescaped through a strict XML parser). Found by `crash`: exception.
"""

import re

from tests.fakes.qwen.right import BlockReader, QwenStream, RightParser

ENTITY = re.compile(r"&(?!#?\w+;)")


class Reader(BlockReader):
    def unframe(self, value: str) -> str:
        if ENTITY.search(value):
            message = "invalid character entity"
            raise ValueError(message)
        return super().unframe(value)


class Stream(QwenStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
