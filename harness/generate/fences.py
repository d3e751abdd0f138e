"""Fenced examples: text, whatever stands in them (SEMANTICS D1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harness.generate.words import PHRASES

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.draft import Draft
    from harness.generate.pen import Pen

INDENTS = ("", "", "", "", " ", "   ", "\t", "      ")
INFOS = ("", "", "xml", "json", ' python title="x"', "txt\r", " a`b`", " ~~~", "{.html}", "\u00a0")
TAILS = ("", "", "", "\r", " ", "\t ", " \r")
# After a run that would close, on its line: then it closes nothing.
DECOYS = (" x", "x", " \u00a0", "\x0b", " \\", "\ufeff", " \rx", "<")
RUNS = ("```", "~~~", "````", "``", "`")
# The lines of a fence inside the example.
NESTED = (("```", "```"), ("~~~", "~~~"), ("```xml", "```"), ("  ~~~~", "~~~~"), ("````md", "````"))


def fence(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a fence with an example in it, and close it."""
    run, text = opened(pen, dialect, draft)
    more = run[0] * pen.pick((0, 0, 0, 1, 4))
    if more:
        pen.features.add("fence:longer")
    draft.parts.append(f"{text}\n{pen.pick(INDENTS)}{run}{more}{pen.pick(TAILS)}")
    draft.after_fence = True


def unclosed(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a fence that runs to the end of the text."""
    pen.features.add("fence:unclosed")
    _, text = opened(pen, dialect, draft)
    draft.parts.append(text)


def opened(pen: Pen, dialect: Dialect, draft: Draft) -> tuple[str, str]:
    """Write a fence up to where it could be closed: its run, and the text from its line on.

    The run is made longer than any of its kind in the example, as one does by hand, so shorter runs in it
    close nothing.
    """
    chance, pick = pen.chance, pen.pick
    kind = "~" if chance(1, 3) else "`"
    pen.features.add("fence:tilde" if kind == "~" else "fence:backtick")
    info = pick(INFOS)
    body = "\n".join(example(pen, dialect, "`" if kind == "~" else "~"))
    run = kind * 3
    if run in body:
        run = kind * (1 + max(map(len, re.findall(f"{kind}+", body))))
    if chance(1, 8):
        pen.features.add("fence:decoy")
        body = f"{body}\n{run}{pick(DECOYS)}"
    if chance(1, 16):  # the example begins on the fence's own line
        pen.features.add("fence:same-line")
        info = f" {body} "
    start = "" if draft.at_line_start else "\n"
    return run, f"{start}{pick(INDENTS)}{run}{info}\n{body}"


def example(pen: Pen, dialect: Dialect, other: str) -> list[str]:
    """Write what stands in a fence. The ``other`` mark is that of the other kind, and closes nothing."""
    chance, pick = pen.chance, pen.pick
    out: list[str] = []
    saved = pen.aside()
    calls = False
    while True:
        piece = pick(EXAMPLES)
        calls |= piece not in {run_in, plain}
        out.append(piece(pen, dialect))
        if not chance(1, 3):
            break
    if chance(1, 8):
        calls = True
        pen.features.add("fence:wrong-mark")
        out += (other * pick((3, 3, 4, 6)), block(pen, dialect))
    pen.resume(saved)
    if calls:
        pen.features.add("fence:call")
        pen.relies.add("fences")
    return out


def plain(pen: Pen, _: Dialect) -> str:
    """Write words."""
    return pen.pick(PHRASES)


def block(pen: Pen, dialect: Dialect) -> str:
    """Write a block that would be accepted elsewhere."""
    return dialect.accepted(pen).text


def token(pen: Pen, dialect: Dialect) -> str:
    """Write a piece of markup."""
    return pen.pick(dialect.tokens)


def run_in(pen: Pen, _: Dialect) -> str:
    """Write a run that closes nothing, since it is too short or of the other kind."""
    pen.features.add("fence:run")
    return pen.pick(RUNS)


def nested(pen: Pen, dialect: Dialect) -> str:
    """Write a fence in the fence."""
    pen.features.add("fence:nested")
    first, last = pen.pick(NESTED)
    return f"{first}\n{block(pen, dialect)}\n{last}"


EXAMPLES = (*(block,) * 20, *(run_in,) * 4, *(token,) * 2, *(nested,) * 2, *(plain,) * 4)
"""What examples are made of: the blocks that must not be calls, mostly."""
