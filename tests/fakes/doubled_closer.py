"""A parameter's end tag that ends nothing, such as a doubled one, drops the whole call.

Stands for llamacpp-24807 (a doubled parameter closer makes the parser drop the call). Found by `truth`: call
missing.
"""

from collections.abc import Sequence

from tests.fakes.right import PARAMETER, BlockReader, DsmlStream, Json, RightParser, Tag


class Reader(BlockReader):
    def read_arguments(self, text: str, tags: Sequence[Tag], first: int, last: int) -> dict[str, Json] | None:
        depth = 0
        for tag in tags[first + 1 : last]:
            if tag.name is PARAMETER and (tag.is_end or depth == 0 or not tag.is_empty):
                depth += -1 if tag.is_end else 1
                if depth < 0:
                    return None
        return super().read_arguments(text, tags, first, last)


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
