"""The one order in which a raw case gets smaller: a candidate is taken only if it comes before the best.

Fewer calls, then a shorter text, then fewer cuts, then fewer characters that are not printable ASCII, then
cuts at simpler places: at the end of a tag or of something else that means something as a whole, inside
one, between words, inside a word; of equals the one further left. It is a strict order in which each case
has finitely many before it, so a shrink ends.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.dialects import by_name
from harness.generate.chunkings import places
from harness.model import Chunking

if TYPE_CHECKING:
    from collections.abc import Sequence

Place = tuple[int, int]
"""How simple a place for a cut is, and where it is."""

BORDER, INSIDE, BETWEEN, WORD = range(4)


class Small(Struct, frozen=True):
    """A text with the one chunking that shows the fault: no cuts where chunking is not at fault."""

    text: str
    cuts: Chunking


def comes_before(one: Small, other: Small, dialect: str) -> bool:
    """Tell whether one case is strictly smaller than the other.

    What is dear to tell is looked at last: of a stream of thousands of chunks, only where all else is equal.
    """
    mine, others = _sizes(one, dialect), _sizes(other, dialect)
    if mine != others:
        return mine < others
    return _kinds(one.text, one.cuts, dialect) < _kinds(other.text, other.cuts, dialect)


def _sizes(small: Small, dialect: str) -> tuple[int, int, int, int]:
    return calls(small.text, dialect), len(small.text), len(small.cuts), odd(small.text)


@lru_cache(maxsize=64)
def calls(text: str, dialect: str) -> int:
    """Count what opens a call: of a text without a known answer that is what can be counted of its calls."""
    grammar = by_name(dialect).grammar
    return sum(not tag["slash"] and tag["name"].lower() == grammar.call for tag in grammar.tag.finditer(text))


def odd(text: str) -> int:
    """Count the characters that are not printable ASCII."""
    if text.isascii() and text.isprintable():
        return 0
    return sum(not (char.isascii() and char.isprintable()) for char in text)


def simplest_first(text: str, dialect: str) -> list[int]:
    """List all places for a cut inside a text, the simplest first."""
    return [cut for _, cut in sorted(_kinds(text, range(1, len(text)), dialect))]


def _kinds(text: str, cuts: Sequence[int], dialect: str) -> list[Place]:
    """Say of each place how simple it is."""
    if not cuts:
        return []
    spans = places.spans(by_name(dialect).grammar.tag, text) + places.spans(places.SPECIAL, text)
    inside, borders = set(places.inner(spans)), set(places.borders(spans))
    return [(_kind(text, cut, inside, borders), cut) for cut in cuts]


def _kind(text: str, cut: int, inside: set[int], borders: set[int]) -> int:
    if cut in borders or cut in (0, len(text)):
        return BORDER
    if cut in inside:
        return INSIDE
    return WORD if text[cut - 1].isalnum() and text[cut].isalnum() else BETWEEN
