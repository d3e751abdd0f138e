"""The start tag of a call or of its first parameter counts once if it is written twice in a row.

Stands for rapid-mlx-162 (an incomplete duplicate stands before a valid call). Only damaged texts have that,
so it takes other parsers to see it. Found by `agreement`: call extra.
"""

from collections.abc import Sequence

from tests.fakes.right import INVOKE, PARAMETER, BlockReader, Call, DsmlStream, RightParser, Tag


class Reader(BlockReader):
    def read_block(self, text: str, tags: Sequence[Tag], *, is_bare: bool) -> list[Call]:
        kept = list(tags[:1])
        for tag in tags[1:]:
            if self.is_echo(text, kept, tag):
                kept.pop()
            kept.append(tag)
        return super().read_block(text, kept, is_bare=is_bare)

    def is_echo(self, text: str, before: Sequence[Tag], tag: Tag) -> bool:
        first = before[-1]
        if tag.is_end or first.is_end or tag.name is not first.name or text[first.end : tag.start].strip():
            return False
        return tag.name is INVOKE or (
            tag.name is PARAMETER and before[-2].name is INVOKE and not before[-2].is_end
        )


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
