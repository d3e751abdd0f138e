"""Recorded streams, written by hand: what a server sends, in a line or two."""

from __future__ import annotations

import json
from typing import Any


def chunk(content: str | None, **members: Any) -> dict[str, Any]:
    return {
        "id": "c1",
        "object": "chat.completion.chunk",
        "choices": [choice({"content": content}, **members)],
    }


def choice(delta: dict[str, Any], **members: Any) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": None, **members}


def event(what: Any, *, end: str = "\n") -> str:
    return f"data: {what if isinstance(what, str) else json.dumps(what)}{end}{end}"


def stream(*contents: str | None, end: str = "\n") -> str:
    opening = {"id": "c1", "choices": [choice({"role": "assistant", "content": ""})]}
    return "".join(event(what, end=end) for what in [opening, *map(chunk, contents), "[DONE]"])
