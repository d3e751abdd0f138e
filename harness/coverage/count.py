"""Which cells the chunkings of a text reach. It is done for many cases of a campaign, so it is quick.

A cell is what a structural place is, what stands before and after it, and how many cuts the chunking has, in
four classes. A cut counts for the cell that it falls into; those at other places count for none. Empty chunks
cut nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from functools import cache
from operator import lt
from typing import TYPE_CHECKING

from harness.coverage.outline import NOWHERE, PLACES, TOLD, outline
from harness.coverage.structure import Place
from harness.generate.chunkings.chosen import LONGEST_SHARED
from harness.generate.chunkings.chosen import shared as every_shared
from harness.model import without_empty_chunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from harness.coverage.outline import Outline
    from harness.model import Case, Chunking

SIZES = ("1", "2", "3-8", "9+")
"""The classes of the number of cuts in a chunking."""

EVERY = 4
"""A campaign looks at every fourth case. All would cost 7 to 10 % of its CPU time, with the three bundled
targets; these cost 2 to 3 %."""

Cell = tuple[Place, str]


def size_class(cuts: int) -> str:
    """Name the class of a number of cuts, which is 1 or more."""
    if cuts < 3:
        return SIZES[cuts - 1]
    return SIZES[2] if cuts < 9 else SIZES[3]


@cache
def cell_name(cell: Cell) -> str:
    """Write a cell as a report does: ``in call opener, white space | tag, 3-8``."""
    place, size = cell
    return f"{place.kind}, {place.before} | {place.after}, {size}"


def count_cells(cases: Iterable[Case]) -> dict[Cell, int]:
    """Count the cuts by cell over all chunkings of some cases. One chunking fed twice counts once."""
    sums: dict[str, _Sums] = {}
    for case in cases:
        length = len(case.text)
        chunkings = _distinct(case.chunkings, length)
        if chunkings:
            found = outline(case.text, case.dialect)
            for chunking in chunkings:
                size = size_class(len(chunking))
                some = sums.get(size) or sums.setdefault(size, _Sums())
                if len(chunking) == length - 1:
                    some.add_every(found)
                else:
                    some.add(chunking, found)
    return {(place, size): cuts for size, some in sums.items() for place, cuts in some.by_place()}


def _distinct(chunkings: Sequence[Chunking], length: int) -> list[Chunking]:
    """Leave out empty chunks, and then what is there twice.

    The longest one is never hashed, and most often it is the one that all texts of that length share.
    """
    every: list[Chunking] = []
    others: set[Chunking] = set()
    shared = every_shared(length) if 1 < length <= LONGEST_SHARED else None
    for chunking in chunkings:
        if chunking is shared:
            every = [chunking]
        elif chunking:
            fewer = len(chunking) != length - 1
            rising = fewer and all(map(lt, (0, *chunking), (*chunking, length)))
            real = chunking if rising else without_empty_chunks(chunking, length)
            if len(real) == length - 1:
                every = [real]
            else:
                others.add(real)
    others.discard(())
    return [*others, *filter(None, every)]


class _Sums:
    """The cuts of some chunkings by place."""

    def __init__(self) -> None:
        # Of texts that were cut everywhere: pieces and characters, by what is told of the pieces.
        self._pieces: Counter[int] = Counter()
        self._characters: defaultdict[int, int] = defaultdict(int)
        self._cuts: list[int] = []  # all others, by the number of their place

    def add(self, chunking: Chunking, found: Outline) -> None:
        """Count for a few cuts."""
        ends, numbers, cuts = found.ends, found.told, self._cuts
        for cut in chunking:
            piece = bisect_left(ends, cut)
            inside, _, back = TOLD[numbers[piece]]
            if cut < ends[piece]:
                cuts.append(inside)
            else:
                cuts.append(back or TOLD[numbers[piece + 1]].front)

    def add_every(self, found: Outline) -> None:
        """Count for cuts everywhere."""
        self._pieces.update(found.told)
        characters = self._characters
        for number, length in zip(found.told, found.lengths, strict=True):
            characters[number] += length

    def by_place(self) -> Iterator[tuple[Place, int]]:
        """Give the places with their cuts, each once."""
        sums = Counter(self._cuts)
        for number, times in self._pieces.items():
            inside, front, back = TOLD[number]
            sums[inside] = sums.get(inside, 0) + self._characters[number] - times
            sums[front] = sums.get(front, 0) + times
            sums[back] = sums.get(back, 0) + times
        return ((PLACES[number], cuts) for number, cuts in sums.items() if cuts and number != NOWHERE)
