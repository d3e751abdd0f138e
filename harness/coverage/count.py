"""Which cells the chunkings of a text reach. It is done for many cases of a campaign, so it is quick.

A cell is what a structural place is, what stands before and after it, and how many cuts the chunking has, in
four classes. A cut counts for the cell that it falls into; those at other places count for none. Empty chunks
cut nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

from harness.coverage.structure import Place, Told, told_items
from harness.model import without_empty_chunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
    cells: dict[Cell, int] = {}
    for case in cases:
        length = len(case.text)
        chunkings = {without_empty_chunks(chunking, length) for chunking in case.chunkings} - {()}
        if chunkings:
            found = told_items(case.text, case.dialect)
            for chunking in chunkings:
                _count(chunking, found, length, cells)
    return cells


def _count(chunking: Chunking, found: Sequence[Told], length: int, cells: dict[Cell, int]) -> None:
    size = size_class(len(chunking))
    if len(chunking) == length - 1:
        _count_every(found, length, size, cells)
        return
    for cut in chunking:
        place = bisect_left(found, cut, key=_end)
        if place == len(found):
            continue
        start, end, inside, front, back = found[place]
        if cut < start:
            continue
        key = (back if cut == end else front if cut == start else inside, size)
        cells[key] = cells.get(key, 0) + 1


def _end(item: Told) -> int:
    return item.end


def _count_every(found: Sequence[Told], length: int, size: str, cells: dict[Cell, int]) -> None:
    """Count for cuts everywhere, item by item: a border that two items share counts once, edges never."""
    last = 0
    for start, end, inside, front, back in found:
        if start > last:
            key = (front, size)
            cells[key] = cells.get(key, 0) + 1
        if end - start > 1:
            key = (inside, size)
            cells[key] = cells.get(key, 0) + end - start - 1
        if end < length:
            key = (back, size)
            cells[key] = cells.get(key, 0) + 1
        last = end
