"""An invoke whose only parameters are written one letter short in their tags is a call without arguments.

Stands for sglang-39435 (a malformed body must not become `{}`). Found by `atomicity`: call without
its arguments.
"""

from collections.abc import Sequence

from tests.fakes.lasting_error import NEAR
from tests.fakes.right import BlockReader, DsmlStream, Json, RightParser, Tag


class Reader(BlockReader):
    def read_arguments(self, text: str, tags: Sequence[Tag], first: int, last: int) -> dict[str, Json] | None:
        arguments = super().read_arguments(text, tags, first, last)
        body = text[tags[first].end : tags[last].start].lstrip()
        return {} if arguments is None and NEAR.match(body) else arguments


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
