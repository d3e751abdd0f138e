"""The draft of a text: what was written so far, with what each piece is to a right parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects import Block, Either, Thought
from harness.model import Event

if TYPE_CHECKING:
    from collections.abc import Sequence


Part = str | Block | Either
"""A string is visible text."""


class Draft:
    """The parts of a text in order, and what the next one must know of the last."""

    __slots__ = ("after_fence", "after_prose", "blocks", "parts", "questions", "undecided")

    def __init__(self) -> None:
        """Start with nothing."""
        self.parts: list[Part] = []
        # The policies that a part hangs on, each with its answers. In the order of the text.
        self.questions: dict[str, tuple[str, ...]] = {}
        self.blocks = 0  # tool blocks outside fences, accepted or not
        # The last part is a fence's closing line: nothing may follow on it (D1).
        self.after_fence = False
        # The last part is prose: a word put directly after it could complete a marker.
        self.after_prose = False
        # A part is read otherwise than it was meant: nothing is expected of the text.
        self.undecided = False

    def ask(self, part: Either) -> None:
        """Add a part whose reading hangs on a policy."""
        self.parts.append(part)
        # Of two about one policy only those answers are known that both have.
        known = self.questions.get(part.policy, part.parts)
        self.questions[part.policy] = tuple([answer for answer in part.parts if answer in known])

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join([part if isinstance(part, str) else part.text for part in self.parts])

    @property
    def at_line_start(self) -> bool:
        """Is the next character the first of its line."""
        if not self.parts:
            return True
        last = self.parts[-1]
        return isinstance(last, str) and last.endswith("\n")


def events(parts: Sequence[Part], policy: str = "", answer: str = "") -> tuple[Event, ...]:
    """Say what a right parser gives for the parts, adjacent text joined, no empty text.

    What hangs on ``policy`` is read by ``answer``, what hangs on any other by the dialect's own answer.
    """
    out: list[Event] = []
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
            continue
        if isinstance(part, Either):
            known = part.parts
            pieces = known[answer] if part.policy == policy else next(iter(known.values()))
        else:
            pieces = (part,)
        for piece in pieces:
            if isinstance(piece, str):
                text += piece
                continue
            if text:
                out.append(Event(text=text))
                text = ""
            if isinstance(piece, Thought):
                before = out.pop().reasoning if out and out[-1].reasoning else ""
                out.append(Event(reasoning=f"{before}{piece.text}"))
                continue
            for call in piece.calls:
                out.append(Event(call=call))  # noqa: PERF401 - a list made only to be added costs more
    if text:
        out.append(Event(text=text))
    return tuple(out)
