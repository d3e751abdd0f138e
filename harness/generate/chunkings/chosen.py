"""The chunk plan of a case: whole, one character at a time, two aimed at the markup, one at random.

These five find what sixteen random ones find, at a third of the cost: one character at a time catches
what is held back too short, cuts near the markup what works only when a partial tag begins a chunk.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from harness.model import every_character

if TYPE_CHECKING:
    from harness.generate.pen import Pen
    from harness.model import Chunking

SHORTEST = 2
"""Shorter texts have no place for a cut."""
LONGEST_SHARED = 1024
"""Up to here, texts of one length share their largest chunking: five of six do, for at most 4 MB."""
shared = cache(every_character)
# How many cuts.
COUNTS = (0, 1, 2, 3, 2, 1, 4, 6, 3, 1, 8, 3)
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


def chosen(pen: Pen, text: str) -> tuple[Chunking, ...]:
    """Draw the five for a text. Simple choices cut nothing in the last three.

    Two times of five, the last is the first aimed one again with empty chunks, and not a random one.
    """
    length = len(text)
    if length < SHORTEST:
        return ((),) * 5
    first = aimed(pen, text, length)
    second = aimed(pen, text, length)
    last = with_empty_chunks(pen, first, length) if pen.chance(2, 5) else anywhere(pen, length)
    every = shared(length) if length <= LONGEST_SHARED else every_character(length)
    return ((), every, first, second, last)


def aimed(pen: Pen, text: str, length: int) -> Chunking:
    """Cut in and around tags, between ``]]`` and ``>``, inside entities and fence runs."""
    below, pick, find = pen.below, pen.pick, text.find
    cuts = set()
    for _ in range(pick(COUNTS)):
        start = below(length)
        anchor, step = pick(AIMS)
        cut = find(anchor, start) + step
        if cut < step:  # none behind this place: then it is a cut like any other
            cut = start
        if 0 < cut < length:
            cuts.add(cut)
    return tuple(sorted(cuts))


def anywhere(pen: Pen, length: int) -> Chunking:
    """Cut at random."""
    below = pen.below
    inside = length - 1
    return tuple(sorted({1 + below(inside) for _ in range(pen.pick(COUNTS))}))


def with_empty_chunks(pen: Pen, chunking: Chunking, length: int) -> Chunking:
    """Make cuts of ``chunking`` twice, and cut at the front and at the end of the text."""
    pick = pen.pick
    places = (length, *chunking, 0)
    cuts = [*chunking, pick(places)]
    while pen.chance(1, 3):
        cuts.append(pick(places))
    cuts.sort()
    return tuple(cuts)
