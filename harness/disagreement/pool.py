"""The pool: how often each tuple came, and the cases with which one came first.

It is told of every case, in the order of their numbers. At the end of a round it makes the menu of the next
one: the entries whose tuples were seen least, and which were on a menu least. So what a round's cases are
hangs on the seed and on the rounds before it alone, whoever ran them.
"""

from __future__ import annotations

from heapq import nsmallest
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.disagreement.making import Entry, Making, Menu, made
from harness.disagreement.novelty import ROUND, Novelty
from harness.disagreement.spliced import LONGEST
from harness.disagreement.tuples import Key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.model import Case

MENU = 64
"""Entries on a menu: some 100 KB for each worker and round."""

MOST = 2_048
"""Entries that are kept; then the one whose tuple came most often makes room."""


class _Kept(Struct):
    entry: Entry
    key: Key  # of its tuple
    place: int  # in the order of arrival
    served: int = 0  # how many menus it was on


class Pool:
    """The pool of one campaign."""

    def __init__(self, making: Making) -> None:
        """Begin with nothing: then the first round has fresh cases only."""
        self.making = making
        self.menu = Menu()  # what the cases of this round are made of
        self.novelty = Novelty()
        self._last = -1  # number of the last case that it was told of
        self._kept: list[_Kept] = []

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is kept, in the order in which it came."""
        return tuple([kept.entry for kept in self._kept])

    def may_begin(self, begun: int) -> bool:
        """Say whether one more case can be made after so many of this campaign: is it of the open round."""
        return begun < (self.menu.round + 1) * ROUND

    def bring(self, cases: Iterable[tuple[Entry, Key]]) -> None:
        """Begin with cases of another campaign and what they gave now: before any case of this one.

        Raises ``ValueError`` later on.
        """
        if self.novelty.done:
            raise ValueError("the first round has begun")
        for entry, key in cases:
            if self.novelty.see(key) and len(entry.text) <= LONGEST:
                self._keep(entry, key)
        self.menu = self._menu(0)

    def take(self, index: int, key: Key) -> Case | None:
        """Take note of what case ``index`` gave; gives the case if it was new and is kept.

        Raises ``ValueError`` for a case that is not behind the one before.
        """
        if index <= self._last:
            raise ValueError(f"case {index} comes after case {self._last}")
        self._last = index
        kept = None
        if self.novelty.take(key):
            case, choices = made(self.making, index, self.menu)
            if len(case.text) <= LONGEST and len(choices or ()) <= LONGEST:
                self._keep(Entry(case.text, case.tools, choices), key)
                kept = case
        if self.novelty.done % ROUND == 0:
            self.menu = self._menu(self.menu.round + 1)
        return kept

    def _keep(self, entry: Entry, key: Key) -> None:
        times = self.novelty.times
        place = self._kept[-1].place + 1 if self._kept else 0
        if len(self._kept) >= MOST:
            self._kept.remove(max(self._kept, key=lambda one: (times[one.key], one.served, -one.place)))
        self._kept.append(_Kept(entry, key, place))

    def _menu(self, number: int) -> Menu:
        times = self.novelty.times
        rarest = nsmallest(MENU, self._kept, key=lambda one: (times[one.key] + one.served, -one.place))
        for one in rarest:
            one.served += 1
        return Menu(number, tuple([one.entry for one in rarest]))
