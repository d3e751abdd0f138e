"""The calls of an example in a fence are executed, after everything else.

Stands for vllm-57541 (documentation of the format in a fence is promoted to a real call). Found by
`fabrication`: call extra.
"""

from tests.fakes.right import DsmlStream, Event, Fences, RightParser


class NotingFences(Fences):
    """Keeps what stands in fences."""

    def __init__(self) -> None:
        super().__init__()
        self.example = ""

    def settled(self, chunk: str) -> bool:
        return not self.inside and super().settled(chunk)  # everything inside is to be noted

    def skip_fence(self, data: str, pos: int) -> int:
        end = super().skip_fence(data, pos)
        self.example += data[pos:end]
        return end


class Stream(DsmlStream):
    fences_class = NotingFences
    fences: NotingFences

    def finish(self) -> list[Event]:
        events = super().finish()
        example, self.fences.example = self.fences.example, ""
        return events + [event for event in DsmlStream().feed(example) if "call" in event]


class Parser(RightParser):
    stream_class = Stream
