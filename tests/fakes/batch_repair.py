"""A block that lost its opener is repaired in batch only: the stream shows it as text.

Stands for aisdk-358 (the recovery of a call without its wrapper exists in one of two paths). Found by
`parity`: call missing, for the stream is held against the batch.
"""

from collections.abc import Mapping, Sequence

from tests.fakes.right import Capture, DsmlStream, Event, Result, RightParser


class Stream(DsmlStream):
    def read_block(self, text: str, capture: Capture) -> list[Event]:
        return [{"text": text}] if capture.is_bare else super().read_block(text, capture)


class Parser(RightParser):
    stream_class = Stream

    def parse(
        self,
        text: str,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> Result:
        return RightParser().parse(text, dialect=dialect, tools=tools, policies=policies)
