"""A tag of a block that never gets its `>` raises an exception.

Stands for vllm-39771 (a parameter tag without `>` raises ValueError). Found by `crash`: exception.
"""

from tests.fakes.right import DsmlStream, RightParser


class Stream(DsmlStream):
    def flush(self) -> str:
        text = super().flush()
        if self._capture and self._capture.tag:
            text.index(">", len(text))
        return text


class Parser(RightParser):
    stream_class = Stream
