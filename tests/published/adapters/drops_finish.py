"""It never gives what the finish of the stream gives."""

import runpy
from pathlib import Path
from typing import Any

Right: Any = runpy.run_path(str(Path(__file__).with_name("right.py")))["Parser"]


class _Stream:
    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def feed(self, chunk: str) -> Any:
        return self.stream.feed(chunk)

    def finish(self) -> list[Any]:
        self.stream.finish()
        return []


class Parser(Right):
    def stream(self, *, dialect: str, tools: Any = ()) -> Any:
        return _Stream(super().stream(dialect=dialect, tools=tools))
