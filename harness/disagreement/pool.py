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
    from collections.abc import Iterable

    from harness.disagreement.tuples import Tuple
    from harness.model import Case

ROUND = 256
"""Cases a round: whole batches."""

MENU = 64
"""Entries on a menu: some 100 KB for each worker and round."""

MOST = 2_048
"""Entries that are kept; then the one whose tuple came most often makes room."""

MOST_TUPLES = 1 << 16
"""Tuples that are told apart. A campaign that has seen so many takes no new ones."""

_POINTS = 512  # of the curve; then every second one goes


class _Kept(Struct):
    entry: Entry
    key: str  # of its tuple
    place: int  # in the order of arrival
    served: int = 0  # how many menus it was on


class _State(Struct):
    """What is written down of a pool."""

    done: int
    last: int
    counts: dict[str, int]
    kept: list[_Kept]
    menu: Menu
    curve: list[tuple[int, int]]


class Pool:
    """The pool of one campaign."""

    def __init__(self, making: Making) -> None:
        """Begin with nothing: then the first round has fresh cases only."""
        self.making = making
        self._state = _State(0, -1, {}, [], Menu(), [])

    @property
    def menu(self) -> Menu:
        """What the cases of this round are made of."""
        return self._state.menu

    @property
    def done(self) -> int:
        """How many cases it was told of."""
        return self._state.done

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is kept, in the order in which it came."""
        return tuple([kept.entry for kept in self._state.kept])

    @property
    def distinct(self) -> int:
        """How many tuples were seen, up to ``MOST_TUPLES``."""
        return len(self._state.counts)

    @property
    def curve(self) -> tuple[tuple[int, int], ...]:
        """Cases done, and distinct tuples seen by then: at the ends of rounds, and now."""
        points = tuple(self._state.curve)
        now = (self.done, self.distinct)
        return points if points[-1:] == (now,) else (*points, now)

    def may_begin(self, begun: int) -> bool:
        """Say whether one more case can be made after so many of this campaign: is it of the open round."""
        return begun < (self.menu.round + 1) * ROUND

    def bring(self, cases: Iterable[tuple[Case, Tuple]]) -> None:
        """Begin with cases of another campaign and what they gave now: before any case of this one.

        Raises ``ValueError`` later on.
        """
        state = self._state
        if state.done:
            raise ValueError("the first round has begun")
        for case, found in cases:
            key, new = self._count(found)
            if new and len(case.text) <= LONGEST:
                self._keep(Entry(case.text, case.tools, None), key)
        state.menu = self._menu(0)

    def take(self, index: int, found: Tuple) -> Case | None:
        """Take note of what case ``index`` gave; gives the case if it was new and is kept.

        Raises ``ValueError`` for a case that is not behind the one before.
        """
        state = self._state
        if index <= state.last:
            raise ValueError(f"case {index} comes after case {state.last}")
        state.done, state.last = state.done + 1, index
        key, new = self._count(found)
        kept = None
        if new:
            case, choices = made(self.making, index, state.menu)
            if len(case.text) <= LONGEST and len(choices or ()) <= LONGEST:
                self._keep(Entry(case.text, case.tools, choices), key)
                kept = case
        if state.done % ROUND == 0:
            state.menu = self._menu(state.menu.round + 1)
            state.curve.append((state.done, self.distinct))
            if len(state.curve) > _POINTS:
                state.curve = state.curve[1::2]
        return kept

    def _count(self, found: Tuple) -> tuple[str, bool]:
        counts = self._state.counts
        key = hashlib.blake2b(found.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        times = counts.get(key, 0)
        new = not times and len(counts) < MOST_TUPLES
        if new or times:
            counts[key] = times + 1
        return key, new

    def _keep(self, entry: Entry, key: str) -> None:
        kept, counts = self._state.kept, self._state.counts
        place = kept[-1].place + 1 if kept else 0
        if len(kept) >= MOST:
            kept.remove(max(kept, key=lambda one: (counts[one.key], one.served, -one.place)))
        kept.append(_Kept(entry, key, place))

    def _menu(self, number: int) -> Menu:
        counts = self._state.counts
        rarest = nsmallest(MENU, self._state.kept, key=lambda one: (counts[one.key] + one.served, -one.place))
        for one in rarest:
            one.served += 1
        return Menu(number, tuple([one.entry for one in rarest]))

    def to_bytes(self) -> bytes:
        """Write all down, so that ``from_bytes`` goes on as if nothing had been.

        As JSON, since a schema may have a number of any size.
        """
        return msgspec.json.encode(self._state)

    @classmethod
    def from_bytes(cls, making: Making, data: bytes) -> Pool:
        """Go on where a pool was written down. Raises ``ValueError`` for bytes that are none."""
        pool = cls(making)
        pool._state = msgspec.json.decode(data, type=_State)
        return pool
