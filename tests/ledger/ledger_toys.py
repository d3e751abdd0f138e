"""A parser with faults that the environment switches on: its name stays the same when they are mended."""

from __future__ import annotations

import os
from typing import Any, ClassVar

FAULTS = frozenset(os.environ.get("FAULTS", "").split())


class Parser:
    """Every text is visible text. ``FAULTS=trims`` loses a blank at the end of a chunk."""

    dialects = ("dsml",)
    policies: ClassVar[dict[str, dict[str, str]]] = {}

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        del dialect, tools
        return {"events": [{"text": text}]}

    def stream(self, *, dialect: str, tools: Any = ()) -> Any:
        del dialect, tools
        return Stream()


class Stream:
    """Gives each chunk back, but for the faults."""

    def feed(self, chunk: str) -> list[dict[str, str]]:
        if "trims" in FAULTS:
            chunk = chunk.rstrip(" ")
        if "doubles" in FAULTS and chunk == " ":
            chunk += chunk
        return [{"text": chunk}]

    def finish(self) -> list[dict[str, str]]:
        return []
