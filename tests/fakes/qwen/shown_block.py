"""The stream shows every block as text, and then gives its calls, too.

Stands for inferencer-295 (the stream shows the XML and afterwards the structured call). Batch is right.
Found by `parity`: text added.
"""

from tests.fakes.qwen.right import Capture, Event, QwenStream, RightInBatch


class Stream(QwenStream):
    def read_block(self, capture: Capture) -> list[Event]:
        return [{"text": capture.text()}, *super().read_block(capture)]


class Parser(RightInBatch):
    stream_class = Stream
