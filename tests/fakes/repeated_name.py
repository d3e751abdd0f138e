"""Each fragment of a call repeats its name: a client that joins the names reads the name twice.

Stands for no report of its own.
Found by `monotone`: name told again.
"""

from collections.abc import Iterator
from typing import Any

from tests.fakes.right import DsmlStream, InDeltas, RightInBatch


class Stream(InDeltas, DsmlStream):
    def fragments(self, index: int, name: str, arguments: str) -> Iterator[dict[str, Any]]:
        yield {"index": index, "name": name, "arguments": arguments[:1]}
        yield {"index": index, "name": name, "arguments": arguments[1:]}


class Parser(RightInBatch):
    stream_class = Stream
