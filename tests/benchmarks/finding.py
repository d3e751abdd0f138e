"""Goals of finding planted bugs: how many, after how many executions, and for how much CPU time.

An *execution* is a text fed in one way, as a stream; the batch of the text goes with the first. So a case
of a campaign, with its five chunkings, is five executions, which are six parses. The one parse of the clean
parser that says what is right is no execution, but its time counts. In a run all bugs get the same cases,
each until it is found; to find all takes as long as the last one took, and what the parsers of the others
cost is not in it.
"""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from echoes import DIALECT
from generation import Enough, under_hypothesis
from goal import Goal
from measure import lots
from msgspec import Struct
from planted import Judge, shown, twenty

from harness.generate import case_at
from harness.model import Case, every_character
from harness.selftest.baselines.examples import examples

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from copies import Planted

    from harness.model import Chunking

SEEDS = 10
MOST = 4_000  # cases of a search: one that has not found all by then counts as having ended there
SPLITS = 50


class Found(Struct, frozen=True):
    """What it took to find a bug: one search, all cases up to that which showed it."""

    cases: int
    executions: int
    parses: int
    seconds: float  # of CPU time


class Search:
    """Gives cases to the parsers that are not found yet."""

    def __init__(self, bugs: Sequence[Planted], judge: Judge) -> None:
        """Begin with none found. Making the first case counts from here."""
        self.found: dict[str, Found] = {}
        self._judge = judge
        self._open = {bug.name: (bug.parser, 0.0) for bug in bugs}
        self._shared = 0.0  # seconds of making cases, and of the clean parser
        self._cases = self._executions = self._parses = 0
        self._last = time.process_time()

    @property
    def done(self) -> bool:
        """Are all found."""
        return not self._open

    @property
    def spent(self) -> Found:
        """Tell what it took so far: for the one that took most, where some are not found."""
        takes = [seconds for _, seconds in self._open.values()]
        if not takes:
            return Found(
                max(found.cases for found in self.found.values()),
                max(found.executions for found in self.found.values()),
                max(found.parses for found in self.found.values()),
                max(found.seconds for found in self.found.values()),
            )
        return Found(self._cases, self._executions, self._parses, self._shared + max(takes))

    def give(self, case: Case) -> None:
        """Feed a case. The time since the last one went into making this one."""
        truth = self._judge.truth(case.text)
        started = time.process_time()
        self._shared += started - self._last
        for name, (parser, seconds) in list(self._open.items()):
            number = shown(parser, case, truth)
            ended = time.process_time()
            spent = seconds + ended - started
            started = ended
            self._open[name] = (parser, spent)
            if number is not None:
                del self._open[name]
                self.found[name] = Found(
                    self._cases + 1,
                    self._executions + max(1, number - 1),
                    self._parses + number,
                    self._shared + spent,
                )
        self._cases += 1
        self._executions += len(case.chunkings)
        self._parses += 1 + len(case.chunkings)
        self._last = time.process_time()


def ours(seed: int, bugs: Sequence[Planted], judge: Judge) -> Search:
    """Search with the generator's fast path."""
    search = Search(bugs, judge)
    for index in range(MOST):
        search.give(case_at(seed, index, DIALECT))
        if search.done:
            break
    return search


def theirs(seed: int, bugs: Sequence[Planted], judge: Judge) -> Search:
    """Search with the same generator, whose choices Hypothesis makes."""
    search = Search(bugs, judge)

    def give(case: Case) -> None:
        if not search.done:
            search.give(case)
        if search.done:
            raise Enough

    under_hypothesis(MOST, give, number=seed)
    return search


def splits(how: str, text: str, seed: int) -> tuple[Chunking, ...]:
    """Say how a fixed example is fed: ``whole``, by ``characters``, or in random ``splits``."""
    if how == "whole":
        return ((),)
    if how == "characters":
        return (every_character(len(text)),)
    few = lots(f"{seed}:{text}")
    inside = range(1, len(text))
    return tuple([tuple(sorted(few.sample(inside, few.randint(1, 8)))) for _ in range(SPLITS)])


def peer(how: str, seed: int, bugs: Sequence[Planted], judge: Judge) -> Search:
    """Search with the fixed examples that the baselines of the selftest use, too."""
    search = Search(bugs, judge)
    for example in examples()[DIALECT].example:
        search.give(Case(example.name, DIALECT, example.text, splits(how, example.text, seed)))
    return search


def finding(_: object = None) -> Iterator[Goal]:
    """Measure ours, Hypothesis' and the fixed examples, in turn, seed by seed."""
    judge, bugs = Judge(), twenty()
    mine, hypothesis, peers = [], [], []
    for seed in range(SEEDS):
        mine.append(ours(seed, bugs, judge))
        hypothesis.append(theirs(seed, bugs, judge))
        peers += [(how, peer(how, seed, bugs, judge)) for how in ("whole", "characters", "splits")]
    least = min(len(search.found) for search in mine)
    yield Goal("planted bugs found, each of 10 seeds", len(bugs), least, "of 20", "20", 0)
    best = {
        how: statistics.mean(len(search.found) for name, search in peers if name == how)
        for how in dict.fromkeys(name for name, _ in peers)
    }
    yield Goal(
        "planted bugs found, against the best way to feed fixed examples",
        2.5,
        least / max(best.values()),
        was="2.9",
    )
    for how, count in best.items():
        yield Goal(f"  fixed examples, {how}", None, count, "of 20")
    executions = statistics.median(search.spent.executions for search in mine)
    yield Goal(
        "executions to all planted bugs, median of 10 seeds", 2_000, executions, "executions", "544", 0
    )
    for name, search in (("ours", mine), ("under Hypothesis", hypothesis)):
        done = [each.spent for each in search]
        yield Goal(
            f"  cases to all, {name}", None, statistics.median(one.cases for one in done), "cases", digits=0
        )
        yield Goal(
            f"  parses to all, {name}",
            None,
            statistics.median(one.parses for one in done),
            "parses",
            digits=0,
        )
        all_found = sum(each.done for each in search)
        yield Goal(f"  seeds that found all, {name}", None, all_found, f"of {SEEDS}", digits=0)
    seconds = [statistics.median(each.spent.seconds for each in search) for search in (hypothesis, mine)]
    yield Goal(
        "CPU time to all planted bugs, against the same generator under Hypothesis",
        8,
        seconds[0] / seconds[1],
        was="15",
    )
    yield Goal("  ours", None, seconds[1], "s", digits=2)
    yield Goal("  under Hypothesis", None, seconds[0], "s", digits=2)
    worst = max((found.executions, name) for name, found in _medians(mine).items())
    yield Goal(f"  the one that takes most: {worst[1]}", None, worst[0], "executions", digits=0)


def _medians(searches: Sequence[Search]) -> dict[str, Found]:
    """Give, for each bug, the search that needed the median of executions for it; not found is most."""
    last = Found(MOST, 5 * MOST, 6 * MOST, 0)
    names = dict.fromkeys(name for search in searches for name in search.found)
    return {
        name: sorted((search.found.get(name, last) for search in searches), key=lambda one: one.executions)[
            len(searches) // 2
        ]
        for name in names
    }
