"""Fenced examples: text, whatever stands in them (SEMANTICS D1)."""

from __future__ import annotations

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
    example = []
    saved = pen.aside()
    calls = False
    while True:
        if chance(2, 3):
            calls = True
            example.append(dialect.accepted(pen).text)
        elif chance(1, 3):
            pen.features.add("fence:run")
            example.append(pick(RUNS))
        elif chance(1, 4):
            calls = True
            example.append(pick(dialect.tokens))
        else:
            example.append(pick(PHRASES))
        if not chance(1, 3):
            break
    pen.resume(saved)
    if calls:
        pen.features.add("fence:call")
        pen.relies.add("fences")
    body = "\n".join(example)
    run = kind * 3
    while run in body:
        run += kind
    if chance(1, 8):
        pen.features.add("fence:decoy")
        body = f"{body}\n{run}{pick(DECOYS)}"
    if chance(1, 16):  # the example begins on the fence's own line
        pen.features.add("fence:same-line")
        info = f" {body} "
    start = "" if draft.at_line_start else "\n"
    return run, f"{start}{pick(INDENTS)}{run}{info}\n{body}"
