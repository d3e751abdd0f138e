"""A text that stops right before the `>` of a block's end tag has the block's calls reported.

It does so where the block has two calls or more, and another call came before.

Stands for vllm-47137 (what is cut within a closer is taken for complete). Found by `truncation`: open call
reported.
"""

from collections.abc import Iterable

from tests.fakes.qwen.right import Capture, Event, QwenStream, RightParser


class Stream(QwenStream):
    def __init__(self, tools: Iterable[object] = ()) -> None:
        super().__init__(tools)
        self.has_called = False

    def read_block(self, capture: Capture) -> list[Event]:
        self.has_called = True
        return super().read_block(capture)

    def flush(self) -> list[Event]:
        capture = self._capture
        is_cut = self.has_called and self._held == "</tool_call"
        if is_cut and capture is not None and len(capture.functions) > 1 and not capture.in_function:
            return self.read_block(capture)
        return super().flush()


class Parser(RightParser):
    stream_class = Stream
