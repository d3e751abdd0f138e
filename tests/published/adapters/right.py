"""An adapter that drives its parser rightly; those beside it drive it wrongly, each in one way."""

from importlib.metadata import version
from typing import Any

import tiny_parser


class _Stream:
    """A stream that gives what came of a chunk when the next one comes, so that its finish matters."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.held: list[Any] = []

    def feed(self, chunk: str) -> list[Any]:
        held, self.held = self.held, list(self.stream.feed(chunk))
        return held

    def finish(self) -> list[Any]:
        held, self.held = self.held, []
        return [*held, *self.stream.finish()]


class Parser:
    """The reference, as the package gives it."""

    name = "tiny"
    version = version("tiny-parser")
    dialects = ("qwen",)

    def __init__(self, whole_call: Any) -> None:
        self.whole_call = whole_call
        self.parser = tiny_parser.ReferenceParser()

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> Any:
        return self.parser.parse(text, dialect=dialect, tools=tools)

    def stream(self, *, dialect: str, tools: Any = ()) -> Any:
        return _Stream(self.parser.stream(dialect=dialect, tools=tools))
