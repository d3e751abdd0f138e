"""Text between two parameters ends the search for more: the later ones are lost.

Stands for smg-1815-review (stray text between two parameters ends the loop, and the tool runs without what
comes later). Found by `truth`: value differs.
"""

import itertools
import re
from collections.abc import Sequence

from tests.fakes.right import PARAMETER, BlockReader, DsmlStream, Json, RightParser, Tag

NOTHING = re.compile(r"(?:\s|<!--.*?-->)*", re.DOTALL)


class Reader(BlockReader):
    def read_parameters(self, text: str, tags: Sequence[Tag], first: int, last: int) -> dict[str, list[Json]]:
        pairs = self.find_elements(tags, PARAMETER, first + 1, last)
        for (_, end), (start, _) in itertools.pairwise(pairs):
            if not NOTHING.fullmatch(text, tags[end].end, tags[start].start):
                last = start
                break
        return super().read_parameters(text, tags, first, last)


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
