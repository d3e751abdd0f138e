"""A parser keeps what it knows of fences: a text that ends in an open fence leaves it open for the next text.

Stands for no report of its own.
Found by `isolation`: reused parser answers otherwise.
"""

from collections.abc import Mapping, Sequence

from tests.fakes.right import DsmlStream, Event, RightInBatch


class Stream(DsmlStream):
    parser: "Parser"

    def finish(self) -> list[Event]:
        self.parser.last = self
        return super().finish()


class Parser(RightInBatch):
    stream_class = Stream
    last: Stream | None = None

    def stream(
        self,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> DsmlStream:
        stream = super().stream(dialect=dialect, tools=tools, policies=policies)
        stream.parser = self
        if self.last is not None:
            stream.fences = self.last.fences
        return stream
