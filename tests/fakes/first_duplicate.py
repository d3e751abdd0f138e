"""Of parameters with one name the first wins, though `duplicates` is declared as a list.

Stands for no report of its own: projects answer the question differently, but what is declared must hold.
Found by `truth`: value differs.
"""

from tests.fakes.right import BlockReader, DsmlStream, Json, RightParser


class Reader(BlockReader):
    def join_repeated(self, members: dict[str, list[Json]]) -> dict[str, Json]:
        return {name: values[0] for name, values in members.items()}


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
