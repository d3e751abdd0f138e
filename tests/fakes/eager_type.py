"""Text that reads as a number, a truth value or null becomes one, though `scalars` is declared as text.

Stands for mlxlm-1910 (123 must stay a string where nothing says that it is a number). Found by `truth`:
value differs.
"""

from tests.fakes.right import BlockReader, DsmlStream, Json, NotJsonError, RightParser


class Reader(BlockReader):
    def read_text(self, body: str) -> Json:
        right = super().read_text(body)
        if not isinstance(right, str) or right.startswith('"'):
            return right
        try:
            return self.read_json(right)
        except NotJsonError:
            return right


class Stream(DsmlStream):
    reader_class = Reader


class Parser(RightParser):
    stream_class = Stream
