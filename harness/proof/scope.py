"""The chunkings of a small-scope proof: counted before anything runs, and always the same for the same text.

Whole; one cut, at every border of two code points; two cuts, at every pair of structural places; then a
sample with three cuts or more. Chunkings are in the order of their number of cuts, and then from the left,
so the first that fails is the one that people can read. Each is there once, and none has an empty chunk: what
those do to a parser is the oracle ``finish``'s to judge.

The sample covers places and sizes in pairs: for each of ``SIZES`` and each structural place there is one with
so many cuts and that place among them. Behind these come each three and each four neighbouring places, all
places at once, and chunks of one size. Which places go together is drawn from a digest of the text.
"""

from __future__ import annotations

import hashlib
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.coverage.structure import structural_places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.model import Chunking

SIZES = (3, 4, 5, 8, 16, 32, 64)
"""Numbers of cuts in the sample, as far as there are so many places."""

NEIGHBOURS = (3, 4)
CHUNKS = (*range(1, 17), 32, 64)
"""Code points of a chunk, where all have one size."""

FEWEST = 3
"""Cuts of a chunking in the sample, at least: those with fewer are tried one by one."""


class Scope(Struct, frozen=True):
    """What is fed of one text, in numbers of chunkings; ``missed`` are those that the budget left out."""

    places: int  # structural ones
    singles: int
    pairs: int
    sample: int
    missed_singles: int = 0
    missed_pairs: int = 0
    missed_sample: int = 0

    @property
    def fed(self) -> int:
        """Count all chunkings, the whole text too."""
        return 1 + self.singles + self.pairs + self.sample

    @property
    def complete(self) -> bool:
        """Tell that the budget left nothing out."""
        return not (self.missed_singles or self.missed_pairs or self.missed_sample)


class Chunkings:
    """All chunkings of the proof of one text, within a budget."""

    def __init__(self, text: str, dialect: str, most: int | None = None) -> None:
        """``most`` is the number of chunkings that may be fed, at least one; None: no limit.

        Where that is less than all, the whole text comes first, then single cuts, the sample and pairs, and
        what is kept of each is spread evenly.
        """
        self._length = len(text)
        self._places = structural_places(text, dialect)
        self._sample = sample(text, self._places)
        places = len(self._places)
        wanted = (max(0, self._length - 1), len(self._sample), places * (places - 1) // 2)
        left = sum(wanted) if most is None else most - 1
        kept = []
        for number in wanted:
            kept.append(min(number, left))
            left -= kept[-1]
        missed = [number - some for number, some in zip(wanted, kept, strict=True)]
        self.scope = Scope(places, kept[0], kept[2], kept[1], missed[0], missed[2], missed[1])

    def __iter__(self) -> Iterator[Chunking]:
        """Give them in order."""
        scope = self.scope
        yield ()
        for place in spread(self._length - 1, scope.singles):
            yield (place + 1,)
        yield from _pairs(self._places, scope.pairs)
        for place in spread(len(self._sample), scope.sample):
            yield self._sample[place]


def spread(number: int, kept: int) -> Iterator[int]:
    """Pick ``kept`` of the numbers from 0 to below ``number``, evenly; all of them if it is as many."""
    return (place * number // kept for place in range(kept))


def _pairs(places: Sequence[int], kept: int) -> Iterator[Chunking]:
    """Give the pairs of places in order, or some of them, without going through those left out."""
    many = len(places)
    first, row = 0, 0  # the pairs that begin with the first place are those from number ``row`` on
    for number in spread(many * (many - 1) // 2, kept):
        while number >= row + many - 1 - first:
            row += many - 1 - first
            first += 1
        yield places[first], places[first + 1 + number - row]


def sample(text: str, places: Sequence[int]) -> tuple[Chunking, ...]:
    """Draw the chunkings with three cuts or more: the same for the same text, each once, in order."""
    length = len(text)
    seed = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    runs = (
        tuple(places[start : start + many]) for many in NEIGHBOURS for start in range(len(places) - many + 1)
    )
    sizes = (tuple(range(size, length, size)) for size in CHUNKS)
    drawn = {
        cuts for cuts in chain(_covering(places, seed), runs, [tuple(places)], sizes) if len(cuts) >= FEWEST
    }
    return tuple(sorted(drawn, key=lambda cuts: (len(cuts), cuts)))


def _covering(places: Sequence[int], seed: bytes) -> Iterator[Chunking]:
    """For each size, deal all places out into chunkings of that many cuts; the last is filled up."""
    for size in SIZES:
        if size > len(places):
            return
        order = sorted(places, key=lambda place: _drawn(seed, size, place))
        for start in range(0, len(order), size):
            hand = order[start : start + size]
            yield tuple(sorted([*hand, *order[: size - len(hand)]]))


def _drawn(seed: bytes, size: int, place: int) -> bytes:
    return hashlib.blake2b(b"%d %d" % (size, place), digest_size=8, key=seed).digest()
