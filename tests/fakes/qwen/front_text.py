"""Batch gives only the visible text before the first call.

Stands for sglang-40739 (batch drops what follows the first call, the stream keeps it). Found by `parity`:
text added.
"""

from tests.fakes import batch_tail
from tests.fakes.qwen.right import QwenStream


class Parser(batch_tail.Parser):
    reads = "qwen"
    stream_class = QwenStream
