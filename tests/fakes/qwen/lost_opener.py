"""The stream drops a block that ends within its first tag. Batch shows it.

Stands for vllm-47137 (generation stops inside the opener: batch gives the markup, the stream nothing).
Found by `finish`: held back at the end.
"""

from tests.fakes.qwen.right import Event, QwenStream, RightInBatch


class Stream(QwenStream):
    def flush(self) -> list[Event]:
        return [] if self._capture and not self._capture.functions else super().flush()


class Parser(RightInBatch):
    stream_class = Stream
