"""The deltas of calls are numbered from 1.

Stands for no report of its own.
Found by `monotone`: index out of order.
"""

from tests.fakes.qwen.right import InDeltas, QwenStream, RightInBatch


class Stream(InDeltas, QwenStream):
    told = 1


class Parser(RightInBatch):
    stream_class = Stream
