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

# How many cuts, and whether one of them is made twice, which gives an empty chunk.
COUNTS = (
    (0, False),
    (1, False),
    (2, False),
    (3, False),
    (2, True),
    (1, False),
    (4, False),
    (6, False),
    (3, False),
    (1, True),
    (8, False),
    (3, False),
)
# The character to look for, and how far behind its front to cut: before it, behind it, or up to a whole
# tag's name into what begins there. Single characters, since looking for them costs next to nothing.
AIMS = (
    ("<", 0),
    ("<", 1),
    ("<", 2),
    ("/", 0),
    (">", 0),
    (">", 1),
    ("<", 5),
    ("/", 4),
    ("<", 11),
    ("]", 1),
    ("]", 2),
    ("&", 1),
    ("&", 3),
    ("`", 1),
    ("`", 2),
    ("\n", 1),
    ("!", 1),
    ("!", 6),
    ('"', 1),
    ("|", 1),
    ("<", 3),
    (">", 1),
    ("/", 1),
    ("<", 13),
)


def plan(pen: Pen, text: str, *, deep: bool = False) -> tuple[Chunking, ...]:
    """Draw the plan for a text. Simple choices cut nothing in the last three."""
    del deep
    length = len(text)
    every = EVERY[: length - 1] if 0 < length <= LONGEST else tuple(range(1, length))
    return ((), every, aimed(pen, text), aimed(pen, text), anywhere(pen, length))


def aimed(pen: Pen, text: str) -> Chunking:
    """Cut in and around tags, between ``]]`` and ``>``, inside entities and fence runs."""
    below, pick = pen.below, pen.pick
    length = len(text)
    count, twice = pick(COUNTS)
    cuts: list[int] = []
    for _ in range(count):
        start = below(length + 1)
        anchor, step = pick(AIMS)
        found = text.find(anchor, start)
        # None behind this place: then it is a cut like any other.
        cuts.append(start if found < 0 else min(found + step, length))
    if twice:
        cuts.append(cuts[0])
    cuts.sort()
    return tuple(cuts)


def anywhere(pen: Pen, length: int) -> Chunking:
    """Cut at random."""
    below = pen.below
    count, twice = pen.pick(COUNTS)
    cuts = [below(length + 1) for _ in range(count)]
    if twice:
        cuts.append(cuts[0])
    cuts.sort()
    return tuple(cuts)
