"""Fences in a dialect that knows none: a call in one is a call, all else in it is text (SEMANTICS Q3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate.prose import noted
from harness.generate.words import PHRASES

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.draft import Draft, Part
    from harness.generate.pen import Pen

OPENINGS = ("```", "```", "```xml", "  ```json", "````", "~~~", "~~~~ example", "\t```\n\n")
RUNS = ("`", "``", "~~~", "```", "  ````")
EXAMPLES = (*("block",) * 8, *("words",) * 3, *("code",) * 2, "run")
"""What examples are made of: calls, mostly."""


def fence(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a fence with an example in it, and close it."""
    run = opened(pen, dialect, draft)
    draft.parts.append(f"\n{run}{pen.pick(('', '', run[0], ' ', chr(13)))}")
    draft.after_fence = True


def unclosed(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a fence that runs to the end of the text."""
    pen.features.add("fence:unclosed")
    opened(pen, dialect, draft)


def opened(pen: Pen, dialect: Dialect, draft: Draft) -> str:
    """Write a fence up to where it could be closed, and give the run that would close it."""
    pen.relies.add("fences")
    opening = pen.pick(OPENINGS)
    run = opening.split()[0].rstrip("xmljson")
    pen.features.add("fence:tilde" if run[0] == "~" else "fence:backtick")
    draft.parts.append(f"{'' if draft.at_line_start else chr(10)}{opening}")
    while True:
        draft.parts += ("\n", example(pen, dialect, draft))
        if not pen.chance(1, 3):
            return run


def example(pen: Pen, dialect: Dialect, draft: Draft) -> Part:
    """Write what stands in a fence."""
    piece = pen.pick(EXAMPLES)
    if piece == "block":
        pen.features.add("fence:call")
        draft.blocks += 1
        return dialect.accepted(pen)
    if piece == "code":
        return noted(pen, dialect, f"{pen.pick(dialect.codes)}.")
    if piece == "run":
        pen.features.add("fence:run")
        return pen.pick(RUNS)
    return pen.pick(PHRASES)
