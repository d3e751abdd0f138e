"""Each chunk is added to all that came before, and an opener is looked for in that from its beginning.

One chunk is quick; with one character a chunk the time is quadratic, in plain text already. Found by `cost`:
superlinear.
"""

import re

from tests.fakes.right import DsmlStream, Event, RightParser

OPENER = re.compile(r"(?:<|&lt;)(?:\|DSML\|)?tool_calls(?:>|&gt;)")


class Stream(DsmlStream):
    __slots__ = ("all_of_it", "opened")

    def feed(self, chunk: str) -> list[Event]:
        self.all_of_it = getattr(self, "all_of_it", "") + chunk
        self.opened = OPENER.search(self.all_of_it) is not None
        return super().feed(chunk)


class Parser(RightParser):
    stream_class = Stream
