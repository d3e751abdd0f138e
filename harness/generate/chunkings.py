"""The chunk plan of a case: whole, one character at a time, two aimed at the markup, one at random.

These five find what sixteen random ones find, at a third of the cost: one character at a time catches
what is held back too short, cuts near the markup what works only when a partial tag begins a chunk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.generate.pen import Pen
    from harness.model import Chunking

LONGEST = 4096
EVERY = tuple(range(1, LONGEST))
"""All cuts of a long text: slicing it is ten times cheaper than counting."""

COUNTS = (0, 1, 2, 3, 4, 5, 6, 3, 2, 1, 4, 8)
# Where to cut from: before the border, or up to a whole tag's name into it.
STEPS = (0, 1, 2, 3, 1, 1, 5, 8)
ANCHORS = ("<", ">", "<", "</", "]]>", "&", "```", "\n", ">", '"', "<!", "|", "<")


def plan(pen: Pen, text: str) -> tuple[Chunking, ...]:
    """Draw the plan for a text. Simple choices cut nothing in the last three."""
    length = len(text)
    every = EVERY[: length - 1] if 0 < length <= LONGEST else tuple(range(1, length))
    return ((), every, aimed(pen, text), aimed(pen, text), anywhere(pen, length))


def aimed(pen: Pen, text: str) -> Chunking:
    """Cut in and around tags, between ``]]`` and ``>``, inside entities and fence runs."""
    below, pick = pen.below, pen.pick
    length = len(text)
    cuts: list[int] = []
    for _ in range(pick(COUNTS)):
        start = below(length + 1)
        anchor = pick(ANCHORS)
        found = text.find(anchor, start)
        if found < 0:
            found = text.rfind(anchor, 0, start)
        cuts.append(min(max(found, 0) + pick(STEPS), length))
    return finished(pen, cuts)


def anywhere(pen: Pen, length: int) -> Chunking:
    """Cut at random."""
    return finished(pen, [pen.below(length + 1) for _ in range(pen.pick(COUNTS))])


def finished(pen: Pen, cuts: list[int]) -> Chunking:
    """Sort the cuts; sometimes repeat one, which makes an empty chunk."""
    if cuts and pen.chance(1, 8):
        cuts.append(cuts[0])
    cuts.sort()
    return tuple(cuts)
