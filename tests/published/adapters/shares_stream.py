"""It feeds all streams to one parser that is never made anew."""

import runpy
from pathlib import Path
from typing import Any, ClassVar

Right: Any = runpy.run_path(str(Path(__file__).with_name("right.py")))["Parser"]


class _Stream:
    held: ClassVar[list[str]] = []

    def __init__(self, start: Any) -> None:
        self.start = start

    def feed(self, chunk: str) -> list[Any]:
        self.held.append(chunk)
        return []

    def finish(self) -> list[Any]:
        stream = self.start()
        return [*stream.feed("".join(self.held)), *stream.finish()]


class Parser(Right):
    def stream(self, *, dialect: str, tools: Any = ()) -> Any:
        return _Stream(lambda: super(Parser, self).stream(dialect=dialect, tools=tools))
