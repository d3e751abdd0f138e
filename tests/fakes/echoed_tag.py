"""A start tag that is written twice in a row counts once, where that gives a call more.

Stands for rapid-mlx-162 (an incomplete duplicate stands before a valid call). Only damaged texts have that,
so it takes other parsers to see it. Found by `agreement`: call extra.
"""

from collections.abc import Sequence

from tests.fakes.right import BlockReader, Call, DsmlStream, RightParser, Tag


class Reader(BlockReader):
    def read_block(self, text: str, tags: Sequence[Tag], *, is_bare: bool) -> list[Call]:
        kept = list(tags[:1])
        for tag in tags[1:]:
            if self.is_echo(text, kept[-1], tag):
                kept.pop()
            kept.append(tag)
        calls = super().read_block(text, tags, is_bare=is_bare)
        more = super().read_block(text, kept, is_bare=is_bare)
        return more if len(more) > len(calls) else calls

    def is_echo(self, text: str, first: Tag, tag: Tag) -> bool:
        same = text[first.start : first.end] == text[tag.start : tag.end]
        return same and not tag.is_end and not text[first.end : tag.start].strip()


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
