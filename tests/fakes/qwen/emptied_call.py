"""A call whose last value is left open comes out without arguments, if the closers behind it are there.

Stands for vllm-57699 (the function is closed without closing its last parameter: batch gives an empty
object). Found by `fabrication`: call extra.
"""

import re

from tests.fakes.qwen.right import Event, QwenStream, RightParser

CLOSERS = re.compile(r"</function>\s*</tool_call>")


class Stream(QwenStream):
    def flush(self) -> list[Event]:
        capture = self._capture
        if capture is None or not capture.functions or not capture.functions[-1].parameters:
            return super().flush()
        value = (capture.text() + self._held)[capture.functions[-1].parameters[-1].start :]
        if not capture.in_function or "<" in value[: value.find("</function>")] or not CLOSERS.search(value):
            return super().flush()
        return [{"call": {"name": capture.functions[-1].name, "input": {}}}]


class Parser(RightParser):
    stream_class = Stream
