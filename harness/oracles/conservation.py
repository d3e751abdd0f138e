"""Conservation of visible text where the right answer is not known (SEMANTICS C3).

What can be said without it: the pieces of text stand in the input, in order, the first at its start
and the last at its end; and without any call the text is the input. This holds only for parsers that
declare so, since several policies let text go or come in (SEMANTICS section 3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from harness.model import Reading
from harness.oracles.difference import Difference, difference, is_subsequence

if TYPE_CHECKING:
    from harness.model import Policies

_KEEPING: dict[str, tuple[str, ...]] = {
    "space_around_calls": ("exact",),
    "text_after_call": ("keep",),
    "reasoning": ("ignore",),
    "truncated": ("text",),  # else an open call takes the end of the text with it
    "junk_in_block": ("drop", "reject"),  # as text, it comes out of the middle of a block
    "unknown_tools": ("forward", "text"),  # dropped, a block leaves neither call nor text
}
"""The answers under which text is conserved. What is not declared is not expected."""


def conserves(stance: Policies) -> bool:
    """Tell whether a parser declares that nothing of the text goes but the accepted blocks."""
    return all(stance.get(policy) in answers for policy, answers in _KEEPING.items())


def conservation(text: str, reading: Reading) -> Difference | None:
    """Hold the visible text against the input. None too where no order of events is given."""
    if not reading.calls:
        return difference(Reading(text=text), Reading(text=reading.text))
    if reading.events is None:
        return None
    events = reading.events
    at = 0
    for i, event in enumerate(events):
        if event.text is UNSET:
            continue
        piece = event.text
        if i == 0:
            found = 0 if text.startswith(piece) else -1
        elif i == len(events) - 1:
            found = len(text) - len(piece) if text.endswith(piece) else -1
        else:
            found = text.find(piece, at)
        if found < at:
            # Named like the same fault in a text with a known answer, so that one fault is one finding.
            kind = "text lost" if is_subsequence(piece, text[at:]) else "text added"
            return Difference(kind, f"the piece {piece[:60]!r} does not stand where it should")
        at = found + len(piece)
    return None
