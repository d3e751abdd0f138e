"""Prose: what a model writes around its calls. Ordinary text, whatever is in it.

Pieces are joined by white space or a comma, never by nothing: a piece may end like a marker, and the
next must not complete it. No piece ends in an opener's whole name, and none that may stand at the start
of a line begins with a fence's run, so all of it is text (SEMANTICS D1, D2, D7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.draft import Draft
    from harness.generate.pen import Pen

JOINTS = (
    " ",
    " ",
    "\n",
    "\n\n",
    ", ",
    "\n- ",
    "\r\n",
    "\n1. ",
    "\n> ",
    "\t",
    "\n    ",
    ". ",
    "\u3000",
    "\n\u00a0",
)

# Runs that are no fences: not first on their line, too short, or behind what is no blank (D1).
NO_FENCES = (
    "see ```x``` there",
    "a ~~~ b",
    "`x`",
    "``\nx",
    "~~\nx",
    "> ```",
    "- ```js",
    "1. ~~~~",
    "x\r```",
    "\u00a0```",
    "\ufeff~~~",
    "x\u2028```",
    "x\x0b```",
    "x\x85~~~",
)  # Written directly behind a letter.
RUNS = ("`", "``", "```", "~~~", "````", " ```", "\t~~~")


def words(pen: Pen) -> str:
    """Write pieces of safe text."""
    out = [pen.phrase()]
    while pen.chance(1, 2):
        out += (pen.pick(JOINTS), pen.phrase())
    return "".join(out)


def prose(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write sentences, lists, code, raw code points, and pieces of markup that are only mentioned."""
    pen.features.add("prose")
    chance, pick = pen.chance, pen.pick
    out = []
    if draft.after_prose:
        out.append(" ")
    while True:
        if chance(1, 5):
            pen.features.add("marker")
            out.append(pick(dialect.markers))
        elif chance(1, 12):
            pen.features.add("no-fence")
            out += ("x", pick(RUNS)) if chance(1, 3) else (pick(NO_FENCES),)
        else:
            out.append(pen.phrase())
        if not chance(3, 5):
            break
        out.append(pick(JOINTS))
    draft.parts.append("".join(out))
