"""Calls are streamed as deltas, but name and arguments come only when the block is complete.

Stands for no report of its own.
Found by `lag`: arguments come all at once.
"""

from tests.fakes.right import DsmlStream, InDeltas, RightInBatch


class Stream(InDeltas, DsmlStream):
    emission = "deltas"


class Parser(RightInBatch):
    stream_class = Stream
