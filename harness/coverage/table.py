"""The map of a campaign's chunkings as a table: a row a kind of place, a column a number of cuts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.coverage.count import SIZES
from harness.coverage.structure import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.events import Coverage


class Share(Struct, frozen=True):
    """How many of the cells of one sort were reached."""

    reached: int
    known: int

    def __str__(self) -> str:
        """Write it as ``58 of 60``."""
        return f"{self.reached:,} of {self.known:,}"


class Row(Struct, frozen=True):
    """One kind of place."""

    kind: str
    shares: tuple[Share, ...]  # by ``SIZES``
    cuts: int  # in all its cells


def rows(coverage: Coverage) -> list[Row]:
    """Count cells by kind of place and number of cuts. Kinds that the dialect does not have are left out."""
    reached, never = _counted(coverage.reached), _counted(coverage.never)
    cuts: Counter[str] = Counter()
    for name, number in coverage.reached.items():
        cuts[_parts(name)[0]] += number
    table = []
    for kind in KINDS:
        shares = [Share(reached[kind, size], reached[kind, size] + never[kind, size]) for size in SIZES]
        if any(share.known for share in shares):
            table.append(Row(kind, tuple(shares), cuts[kind]))
    return table


def share(coverage: Coverage) -> float:
    """Give the share of the known cells that was reached, 0 to 1."""
    return len(coverage.reached) / coverage.known if coverage.known else 0.0


def _counted(names: Iterable[str]) -> Counter[tuple[str, str]]:
    return Counter(map(_parts, names))


def _parts(name: str) -> tuple[str, str]:
    kind, _, rest = name.partition(", ")
    return kind, rest.rpartition(", ")[2]
