"""In batch, values are taken for HTML: entities in them are decoded. The stream is right.

Stands for smg-1888 (values are unescaped though the dialect has no escaping). Found by `parity`: value
differs.
"""

import html
from collections.abc import Mapping, Sequence
from typing import ClassVar

from tests.fakes.qwen.right import BlockReader, QwenStream, ReferenceParser, Result, RightParser


class Reader(BlockReader):
    def unframe(self, value: str) -> str:
        return html.unescape(super().unframe(value))


class Stream(QwenStream):
    reader_class = Reader


class Unescaping(ReferenceParser):
    streams: ClassVar = {"qwen": Stream}


class Parser(RightParser):
    def parse(
        self,
        text: str,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> Result:
        return Unescaping().parse(text, dialect=dialect, tools=tools, policies=policies)
