"""Batch gives only the visible text before the first call.

Stands for sglang-40739 (batch drops what follows the first call, the stream keeps it). Found by `parity`:
text added.
"""

from collections.abc import Mapping, Sequence

from tests.fakes.qwen.right import Result, RightParser


class Parser(RightParser):
    def parse(
        self,
        text: str,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> Result:
        right = super().parse(text, dialect=dialect, tools=tools, policies=policies)
        stream = self.stream(dialect=dialect, tools=tools, policies=policies)
        front = ""
        for event in (*stream.feed(text), *stream.finish()):
            if "call" in event:
                return {**right, "text": front}
            front += event["text"]
        return right
