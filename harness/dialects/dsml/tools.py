"""The tools that are declared for a text. What they declare changes nothing here (SEMANTICS C7)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from harness.model import Tool

if TYPE_CHECKING:
    from harness.generate.pen import Pen


def declare(pen: Pen) -> tuple[Tool, ...]:
    """List the tools that a text calls."""
    return tuple([tool(name) for name in pen.names])


@cache
def tool(name: str) -> Tool:
    """Declare a tool. There are as many as the vocabulary has names, so one of each will do."""
    return Tool(name, {"type": "object"})
