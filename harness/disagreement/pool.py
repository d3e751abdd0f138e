"""The pool: how often each tuple came, and the cases with which one came first.

It is told of every case, in the order of their numbers. At the end of a round it makes the menu of the next
one: the entries whose tuples were seen least, and which were on a menu least. So what a round's cases are
hangs on the seed and on the rounds before it alone, whoever ran them.
"""

from __future__ import annotations

import hashlib
from heapq import nsmallest
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from harness.disagreement.making import Entry, Making, Menu, made
from harness.disagreement.spliced import LONGEST

if TYPE_CHECKING:
    from harness.disagreement.tuples import Tuple

ROUND = 256
"""Cases a round: whole batches."""

MENU = 64
"""Entries on a menu: what a round sends to each worker is some 50 KB."""

MOST = 2_048
"""Entries that are kept; then the one whose tuple came most often makes room."""

MOST_TUPLES = 1 << 16
"""Tuples that are told apart. A campaign that has seen so many takes no new ones."""


class _Kept(Struct):
    entry: Entry
    key: bytes  # of its tuple
    number: int  # of its case
    served: int = 0  # how many menus it was on


class _State(Struct):
    """What is written down of a pool."""

    due: int
    counts: dict[bytes, int]
    kept: list[_Kept]
    menu: Menu
    curve: list[tuple[int, int]]


class Pool:
    """The pool of one campaign."""

    def __init__(self, making: Making) -> None:
        """Begin with nothing: the first round has fresh cases only."""
        self.making = making
        self.menu = Menu()
        # Cases done, and distinct tuples seen by then: a point at the end of each round, fewer later on.
        self.curve: list[tuple[int, int]] = []
        self.due = 0  # number of the case that it is to be told of next
        self._counts: dict[bytes, int] = {}
        self._kept: list[_Kept] = []

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is kept, in the order of case numbers."""
        return tuple([kept.entry for kept in self._kept])

    @property
    def distinct(self) -> int:
        """How many tuples were seen."""
        return len(self._counts)

    @property
    def open_until(self) -> int:
        """The number of the first case that cannot be made yet: the next round's first."""
        return (self.menu.round + 1) * ROUND

    def take(self, index: int, found: Tuple) -> bool:
        """Take note of what case ``index`` gave, and say whether it was new.

        Raises ``ValueError`` for a case that is not the next one.
        """
        if index != self.due:
            raise ValueError(f"case {self.due} is due, not {index}")
        self.due += 1
        key = hashlib.blake2b(found.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        times = self._counts.get(key, 0)
        new = not times and len(self._counts) < MOST_TUPLES
        if new or times:
            self._counts[key] = times + 1
        if new:
            self._keep(index, key)
        if self.due == self.open_until:
            self._end_round()
        return new

    def _keep(self, index: int, key: bytes) -> None:
        case, choices = made(self.making, index, self.menu)
        if len(case.text) > LONGEST or len(choices or ()) > LONGEST:
            return
        if len(self._kept) >= MOST:
            seen = self._counts
            self._kept.remove(max(self._kept, key=lambda kept: (seen[kept.key], kept.served, -kept.number)))
        self._kept.append(_Kept(Entry(case.text, case.tools, choices), key, index))

    def _end_round(self) -> None:
        seen = self._counts
        rarest = nsmallest(MENU, self._kept, key=lambda kept: (seen[kept.key] + kept.served, -kept.number))
        for kept in rarest:
            kept.served += 1
        self.menu = Menu(self.menu.round + 1, tuple([kept.entry for kept in rarest]))
        self.curve.append((self.due, self.distinct))
        if len(self.curve) > _POINTS:
            self.curve = self.curve[1::2]

    def to_bytes(self) -> bytes:
        """Write all down, so that ``from_bytes`` goes on as if nothing had been."""
        return msgspec.msgpack.encode(_State(self.due, self._counts, self._kept, self.menu, self.curve))

    @classmethod
    def from_bytes(cls, making: Making, data: bytes) -> Pool:
        """Go on where a pool was written down. Raises ``ValueError`` for bytes that are none."""
        state = msgspec.msgpack.decode(data, type=_State)
        pool = cls(making)
        pool.due, pool._counts, pool._kept = state.due, state.counts, state.kept
        pool.menu, pool.curve = state.menu, state.curve
        return pool


_POINTS = 512
