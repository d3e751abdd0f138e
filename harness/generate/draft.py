"""The draft of a text: what was written so far, with what each piece is to a right parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects import Bare, Block
from harness.model import Event

if TYPE_CHECKING:
    from collections.abc import Sequence


Part = str | Block | Bare
"""A string is visible text."""


class Draft:
    """The parts of a text in order, and what the next one must know of the last."""

    __slots__ = ("after_fence", "after_prose", "bare", "blocks", "parts")

    def __init__(self) -> None:
        """Start with nothing."""
        self.parts: list[Part] = []
        self.bare = False  # a part hangs on the policy ``missing_opener``
        self.blocks = 0  # tool blocks outside fences, accepted or not
        # The last part is a fence's closing line: nothing may follow on it (D1).
        self.after_fence = False
        # The last part is prose: a word put directly after it could complete a marker.
        self.after_prose = False

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


def events(parts: Sequence[Part], *, repair: bool) -> tuple[Event, ...]:
    """Say what a right parser gives for the parts, adjacent text joined, no empty text."""
    out: list[Event] = []
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += part
        elif isinstance(part, Bare) and not (repair and part.calls):
            text += part.text
        else:
            if text:
                out.append(Event(text=text))
                text = ""
            for call in part.calls:
                out.append(Event(call=call))  # noqa: PERF401 - a list made only to be added costs more
    if text:
        out.append(Event(text=text))
    return tuple(out)
