"""A parser with two faults, of the stream and of the batch, that show in texts of their own."""

from __future__ import annotations

from typing import Any

from tests.campaign.toys import Passing, Silent


class Both(Silent):
    """``split`` finds that a chunk of one brace is lost, ``parity`` that batch loses texts with ``&#x``."""

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        if "&#x" in text:
            return {"events": []}
        return super().parse(text, dialect=dialect, tools=tools)

    def stream(self, *, dialect: str, tools: Any = ()) -> Any:
        del dialect, tools
        return Losing()


class Losing(Passing):
    """Loses it."""

    def feed(self, chunk: str) -> list[dict[str, str]]:
        return [] if chunk == "{" else super().feed(chunk)


class Right(Silent):
    """Neither."""
