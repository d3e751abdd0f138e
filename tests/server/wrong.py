"""Parsers that make trouble for the server that runs them: `dsml`, all text, but for one thing each."""

from __future__ import annotations

import os
from typing import Any


class Plain:
    """Finds no calls. What a subclass does to a text, it does in both modes."""

    dialects = ("dsml",)

    def check(self, text: str) -> None:
        """Look at the text so far."""

    def parse(self, text: str, **_: Any) -> dict[str, Any]:
        """Give all as text."""
        self.check(text)
        return {"calls": [], "text": text}

    def stream(self, **_: Any) -> Chunks:
        """Begin."""
        return Chunks(self)


class Chunks:
    """A stream of a ``Plain``."""

    def __init__(self, parser: Plain) -> None:
        """Begin with nothing."""
        self.parser = parser
        self.seen = ""

    def feed(self, chunk: str) -> list[dict[str, str]]:
        """Give the chunk as text."""
        self.seen += chunk
        self.parser.check(self.seen)
        return [{"text": chunk}]

    def finish(self) -> list[dict[str, str]]:
        """Keep nothing back."""
        return []


class Raising(Plain):
    """Raises on a text with RAISE in it."""

    def check(self, text: str) -> None:
        """Raise."""
        if "RAISE" in text:
            raise ValueError("no such tag")


class Dying(Plain):
    """Ends the server on a text with DIE in it."""

    def check(self, text: str) -> None:
        """Die, as a fault in native code does."""
        if "DIE" in text:
            os._exit(3)


class Mortal(Plain):
    """Ends the server on any block."""

    def check(self, text: str) -> None:
        """Die."""
        if "invoke" in text:
            os._exit(3)
