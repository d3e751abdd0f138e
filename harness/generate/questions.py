"""Segments whose reading hangs on a policy, with the answer under each value of it (SEMANTICS section 3).

What hangs on the inside of a block is written by the dialect; what hangs on where a block stands, here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects import Either

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.draft import Draft
    from harness.generate.pen import Pen

# A fence's first line, and the run that closes it.
LINES = (
    ("```", "```"),
    ("```xml", "```"),
    ("~~~", "~~~"),
    ("````", "````"),
    ("  ```json", "```"),
    ("~~~~ example", "~~~~"),
)


def question(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write what is read differently by policy."""
    draft.blocks += 1
    draft.ask(pen.pick(dialect.questions)(pen))


def last_question(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """End with what is read differently by policy."""
    draft.blocks += 1
    draft.ask(pen.pick(dialect.last_questions)(pen))


def fenced_question(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a fence with a plain block in it, which is a call to those who see no fences."""
    opening, run = pen.pick(LINES)
    start = "" if draft.at_line_start else "\n"
    head = f"{start}{opening}\n"
    tail = f"\n{run}"
    block = dialect.plain(pen)
    text = head + block.text + tail
    inert, live = ("inert", (text,)), ("live", (head, block, tail))
    draft.ask(Either("fences", text, dict((live, inert) if dialect.fences_live else (inert, live))))
    draft.after_fence = True
