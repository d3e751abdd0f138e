"""`saw_tool_syntax` is true only if a call came out: a mention of the markup is not seen.

Stands for no report of its own: the flag is what would let a server notice markup that goes out as text.
Found by `truth`: saw flag differs.
"""

from tests.fakes.right import DsmlStream, RightParser


class Stream(DsmlStream):
    def _watch(self, chunk: str) -> None:
        del chunk


class Parser(RightParser):
    stream_class = Stream
