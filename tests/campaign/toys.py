"""Tiny parsers for campaigns: every text is visible text, but for what each class says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, ClassVar


class Silent:
    """Finds no call, ever, and declares nothing."""

    dialects = ("dsml",)
    policies: ClassVar[dict[str, dict[str, str]]] = {}

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        del dialect, tools
        return {"events": [{"text": text}]}

    def stream(self, *, dialect: str, tools: Any = ()) -> Any:
        del dialect, tools
        return Passing()


class Passing:
    """Gives each chunk back."""

    def feed(self, chunk: str) -> list[dict[str, str]]:
        return [{"text": chunk}]

    def finish(self) -> list[dict[str, str]]:
        return []


class Trimming(Silent):
    """The stream loses white space at the end of a chunk: one fault, ``split``."""

    def stream(self, *, dialect: str, tools: Any = ()) -> Any:
        del dialect, tools
        return Trimmed()


class Trimmed(Passing):
    def feed(self, chunk: str) -> list[dict[str, str]]:
        return [{"text": chunk.rstrip(" ") if chunk.endswith(" ") else chunk}]


class Moody(Silent):
    """Fails once, when it is the first in its folder to see a text with a call; then never again."""

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        mark = Path(os.environ["MOOD"])
        if "invoke" in text and not mark.exists():
            mark.write_text("once")
            raise RuntimeError("not today")
        return super().parse(text, dialect=dialect, tools=tools)


class Dying(Silent):
    """Dies on every text, and declares what most answers hang on."""

    policies: ClassVar[dict[str, dict[str, str]]] = {
        "dsml": {"fences": "inert", "entities": "xml", "scalars": "text", "space_around_calls": "exact"}
    }

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        del text, dialect, tools
        os._exit(3)
