"""A parser of plain text that can't take a second chunk with something in it, and promises only tokens."""

from __future__ import annotations

from typing import Any, ClassVar


class Impatient:
    """Promises to read what is cut at the borders of tokens, and does not."""

    dialects: ClassVar = ["qwen"]
    cuts = "token"

    def stream(self, *, dialect: str, tools: object = ()) -> Any:
        del dialect, tools
        return Stream()


class Stream:
    """Gives the first chunk back and raises at the second."""

    fed = 0

    def feed(self, chunk: str) -> list[dict[str, str]]:
        self.fed += bool(chunk)
        if self.fed > 1:
            message = "one chunk is enough"
            raise ValueError(message)
        return [{"text": chunk}]

    def finish(self) -> list[dict[str, str]]:
        return []
