"""A parameter tag that is written twice throws away the good parameters before it, and the call with them.

Stands for vllm-39771 (one malformed parameter tag throws away all that is well-formed). Only damaged texts
have that, so it takes other parsers to see it. Found by `agreement`: call missing.
"""

from collections.abc import Sequence

from tests.fakes.right import PARAMETER, BlockReader, DsmlStream, Json, RightParser, Tag


class Reader(BlockReader):
    def read_arguments(self, text: str, tags: Sequence[Tag], first: int, last: int) -> dict[str, Json] | None:
        pairs = self.find_elements(tags, PARAMETER, first + 1, last)
        behind = tags[pairs[-1][1] + 1 if pairs else first + 1 : last]
        if sum(tag.name is PARAMETER and not tag.is_end for tag in behind) > 1:
            return None
        return super().read_arguments(text, tags, first, last)


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
