"""An invoke whose name stands under the key `tool` is read, but its parameters, named so, too, are not.

Stands for opencrabs-419 (a drift that is tolerated by halves). Found by `drift`: drift read in part.
"""

import re
from collections.abc import Sequence

from tests.fakes.right import INVOKE, BlockReader, DsmlStream, Json, RightParser, Tag

TOOL = re.compile(r'\stool="([^"]*)"')


class Reader(BlockReader):
    def read_name(self, text: str, tag: Tag) -> str | None:
        found = TOOL.match(text, tag.attributes(), tag.end) if tag.name is INVOKE else None
        return self.trim(self.decode_entities(found[1])) if found else super().read_name(text, tag)

    def read_arguments(self, text: str, tags: Sequence[Tag], first: int, last: int) -> dict[str, Json] | None:
        arguments = super().read_arguments(text, tags, first, last)
        if arguments is None and TOOL.match(text, tags[first].attributes(), tags[first].end):
            return {}
        return arguments


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
