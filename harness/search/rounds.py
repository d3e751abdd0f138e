"""What a campaign learns on the way: nothing, or with ``--search disagreement`` what was new.

Then its cases come in rounds (``harness.disagreement``): what the next round is made of is known when all
cases of this one have been judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.corpus import kept
from harness.disagreement import Entry, Menu, Novelty, Pool, key_of, tuple_of
from harness.disagreement.spliced import LONGEST
from harness.search.bench import Bench
from harness.search.journal import Brought
from harness.search.plan import BATCH

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from harness.disagreement import Key
    from harness.search.journal import Journal
    from harness.search.plan import Plan


class Rounds:
    """The rounds of one campaign; a plain one is a single round without end."""

    def __init__(self, plan: Plan, journal: Journal) -> None:
        """Begin with nothing learnt: what the journal tells is to be taken, too."""
        self._plan = plan
        self._pool: Pool | None = None
        self._novelty = Novelty()
        # Of a campaign that is complete nothing is made any longer. One of shards had a pool in each.
        if plan.search == "disagreement" and not journal.complete:
            self._pool = Pool(plan.making)
            self._novelty = self._pool.novelty
            self._pool.bring((one.entry, one.key) for one in self._brought(journal))

    @property
    def menu(self) -> Menu:
        """What the cases of this round are made of."""
        return Menu() if self._pool is None else self._pool.menu

    @property
    def curve(self) -> tuple[tuple[int, int], ...]:
        """Cases done, and distinct tuples by then (``Novelty``)."""
        return self._novelty.curve

    def may_begin(self, begun: int) -> bool:
        """Say whether more cases can be made after so many."""
        return self._pool is None or self._pool.may_begin(begun)

    def take(self, first: int, keys: Iterable[Key]) -> None:
        """Take note of what a batch gave, in order of case numbers, and keep the cases that were new.

        Raises ``ReportError`` where one can't be written.
        """
        for index, key in enumerate(keys, first):
            if self._pool is None:
                self._novelty.take(key)
            else:
                case = self._pool.take(index, key)
                if case is not None:
                    kept.add(self._folder, case)

    @property
    def _folder(self) -> Path:
        return self._plan.corpus or self._plan.out / "corpus"

    def _brought(self, journal: Journal) -> tuple[Brought, ...]:
        """Run the cases that the corpus has at its beginning, once over all the runs that it takes."""
        if journal.brought is None:
            there = self._folder.is_dir()
            journal.bring(tuple(_seen(self._plan, self._folder)) if there else ())
        return journal.brought or ()


def _seen(plan: Plan, folder: Path) -> Iterable[Brought]:
    cases = [
        one.case
        for one in kept.read(folder)
        if one.case.dialect == plan.dialect and len(one.case.text) <= LONGEST
    ]
    if not cases:
        return
    with Bench.of(plan, oracles=()) as bench:
        for start in range(0, len(cases), BATCH):
            for verdict in bench.examine(cases[start : start + BATCH]):
                case = verdict.case
                entry = Entry(case.text, case.tools, None)
                yield Brought(entry, key_of(tuple_of(case, verdict.outcomes)))
