"""Objects for ``py:`` targets: one that is right, and some that can't be served."""

import os
import sys
from typing import Any

print("printed while it was imported")  # noqa: T201 - the promise is that this does no harm


class Stream:
    saw_tool_syntax = False

    def feed(self, chunk: str) -> list[dict[str, str]]:
        print("printed while it parsed")  # noqa: T201 - as above
        return [{"text": chunk}]

    def finish(self) -> list[dict[str, str]]:
        return []


class Plain:
    dialects = ("dsml",)
    policies = {"dsml": {"fences": "live"}}  # noqa: RUF012 - as a user writes it

    def parse(self, text: str, *, dialect: str, tools: Any = ()) -> dict[str, Any]:
        del dialect, tools
        if "CWD" in text:
            return {"calls": [], "text": f"{os.getcwd()} {sys.executable}"}  # noqa: PTH109 - a string
        return {"calls": [], "text": text}

    def stream(self, *, dialect: str, tools: Any = ()) -> Stream:
        del dialect, tools
        return Stream()


class Holder:
    make = Plain


def broken() -> Plain:
    raise RuntimeError("no weights")


number = 1
