"""Parsers for leaderboards: one that fails each text once, and one whose adapter is wrong."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, ClassVar

LONG = 100  # code points; the self-check has no text as long


class Plain:
    """Gives every text back."""

    dialects: ClassVar = ["qwen"]

    def parse(self, text: str, *, dialect: str, tools: object = ()) -> dict[str, Any]:
        del dialect, tools
        return {"events": [{"text": text}]}


class Shaky(Plain):
    """Fails a long text the first time that any process sees it, and never again."""

    def parse(self, text: str, *, dialect: str, tools: object = ()) -> dict[str, Any]:
        seen = Path(os.environ["SHAKY_FOLDER"]) / hashlib.sha256(text.encode()).hexdigest()
        if len(text) > LONG and not seen.exists():
            seen.touch()
            message = "not today"
            raise ValueError(message)
        return super().parse(text, dialect=dialect, tools=tools)


class Misspelt(Plain):
    """Declares a policy that does not exist: the self-check refuses it."""

    policies: ClassVar = {"qwen": {"no_such_policy": "x"}}
