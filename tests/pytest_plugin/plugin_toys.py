"""Tiny parsers for the pytest plugin: wrong in the way that each class says, quick to run."""

from __future__ import annotations

import time
from typing import Any

from tests.campaign.toys import Silent
from tests.fakes.right import RightParser


class Declaring(Silent):
    """Finds no call, ever, though it declares every policy: everything can be expected of it."""

    policies = RightParser.policies


class Throwing(Declaring):
    """Its batch throws at every text, so ``crash`` complains of every case before another oracle can."""

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        del text, dialect, tools
        raise RuntimeError("never")


class Hanging(Silent):
    """Its batch hangs at a text with a backtick at its start, which few texts have."""

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        while text.startswith("`"):
            time.sleep(1)
        return super().parse(text, dialect=dialect, tools=tools)


class Shouting(Silent):
    """Says more than there is in the text, whole or streamed: others can tell."""

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        del dialect, tools
        return {"events": [{"text": text + "!"}]}

    def stream(self, *, dialect: str, tools: Any = ()) -> Any:
        del dialect, tools
        return _Shout()


class _Shout:
    def feed(self, chunk: str) -> list[dict[str, str]]:
        return [{"text": chunk}]

    def finish(self) -> list[dict[str, str]]:
        return [{"text": "!"}]


class Whole:
    """Silent without a stream."""

    dialects = ("dsml",)
    policies = Silent.policies
    parse = Silent.parse
