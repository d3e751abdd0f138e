"""Batch gives only the visible text before the first call; the stream gives all of it.

Stands for sglang-40739 (text after a call is dropped in batch, though streaming keeps it). Found by
`parity`: text added, for the stream is held against the batch.
"""

from collections.abc import Mapping, Sequence

from tests.fakes.right import Result, RightParser


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
        before = ""
        for event in [*stream.feed(text), *stream.finish()]:
            if "call" in event:
                return {**right, "text": before}
            before += event["text"]
        return right
