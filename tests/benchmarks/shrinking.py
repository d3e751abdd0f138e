"""The goal of shrinking: the own shrinker against that of Hypothesis, from the same failures.

A failure is the first case of a seed that shows a planted bug. Both shrinkers start from the same choices,
and ask the same question in this process: is the batch, or the one stream that showed it, still not what
the clean parser reads?
"""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from echoes import DIALECT
from generation import drawn
from goal import Goal
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from measure import SEED
from msgspec import Struct, structs
from planted import Judge, shown, twenty, wrong_in_batch, wrong_in_stream

from harness.dialects import DIALECTS
from harness.generate import case_at, record, replay
from harness.model import Violation
from harness.shrink import Budget, shrink

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from copies import Planted

    from harness.model import Case
    from harness.shrink import Choices

CASES = 2_000  # that are looked at for one that shows a bug
CALLS, SECONDS = 100_000, 300.0  # the clock of Hypothesis ends there, too
KEY = b"failure"


class Failure:
    """A case that shows a bug, and the question that shrinking asks."""

    def __init__(self, bug: Planted, index: int, place: int | None, judge: Judge) -> None:
        """Name the case by its number, and the chunking that shows the bug by its place. None: batch does."""
        case, self.choices = record(SEED, index, DIALECT)
        self._parser = bug.parser
        self._place = place
        self._judge = judge
        self.case = self.narrow(case)
        self.calls, self.asked = 0, 0.0

    def narrow(self, case: Case) -> Case:
        """Leave only the chunking that counts."""
        return structs.replace(
            case, chunkings=((),) if self._place is None else (case.chunkings[self._place],)
        )

    def shows(self, case: Case) -> Violation | None:
        """Say what is wrong, if it is wrong in the same way."""
        started = time.process_time()
        found = self._shown(case)
        self.calls += 1
        self.asked += time.process_time() - started
        return found

    def _shown(self, case: Case) -> Violation | None:
        truth = self._judge.truth(case.text)
        if self._place is None:
            wrong = wrong_in_batch(self._parser, case.text, truth)
            return Violation("agreement", ("planted",), "batch", "batch differs") if wrong else None
        for number, cuts in enumerate(case.chunkings):
            if wrong_in_stream(self._parser, case, cuts, truth):
                return Violation("agreement", ("planted",), "stream", "stream differs", (number,))
        return None

    def rebuild(self, choices: Choices) -> tuple[Case, Choices]:
        """Make the case of other choices."""
        case, used = replay(choices, DIALECT, self.case.id)
        return self.narrow(case), used


class Small(Struct, frozen=True):
    """What became of a failure."""

    size: int  # bytes of its text
    seconds: float  # of CPU time
    calls: int
    asked: float  # seconds of it that answering took: parsers of both kinds


def first_failure(bug: Planted, judge: Judge) -> Failure | None:
    """Find the first case that shows a bug, if there is one among those that are looked at."""
    for index in range(CASES):
        case = case_at(SEED, index, DIALECT)
        number = shown(bug.parser, case, judge.truth(case.text))
        if number is not None:
            return Failure(bug, index, None if number == 1 else number - 2, judge)
    return None


def ours(failure: Failure) -> Small:
    """Shrink as campaigns do."""
    failure.calls, failure.asked = 0, 0.0
    started = time.process_time()
    violation = failure.shows(failure.case)
    if violation is None:
        raise AssertionError("it does not fail any longer")
    budget = Budget(
        lambda cases: [failure.shows(case) for case in cases], calls=CALLS, seconds=SECONDS, at_once=1
    )
    small, _ = shrink(
        failure.case,
        violation,
        choices=failure.choices,
        rebuild=failure.rebuild,
        policies=tuple(DIALECTS[DIALECT].policies),
        budget=budget,
    )
    return _small(small, started, failure)


def theirs(failure: Failure) -> Small:
    """Let Hypothesis shrink it: the failure is in its database, where it finds it first."""
    failure.calls, failure.asked = 0, 0.0
    database = InMemoryExampleDatabase()
    # Under the second key: what stands under the first one counts as shrunk before.
    database.save(KEY + b".secondary", choices_to_bytes(failure.choices))
    quietly = settings(
        database=database,
        deadline=None,
        phases=[Phase.reuse, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    started = time.process_time()
    small = find(
        drawn().map(failure.narrow),
        lambda case: failure.shows(case) is not None,
        settings=quietly,
        database_key=KEY,
    )
    return _small(small, started, failure)


def _small(case: Case, started: float, failure: Failure) -> Small:
    size, seconds = len(case.text.encode("utf-8", "surrogatepass")), time.process_time() - started
    return Small(size, seconds, failure.calls, failure.asked)


def shrinking(_: object = None) -> Iterator[Goal]:
    """Measure both on one failure of each third bug: all of them take ten minutes."""
    judge = Judge()
    failures = [failure for bug in twenty()[::3] if (failure := first_failure(bug, judge))]
    mine = [ours(failure) for failure in failures]
    hypothesis = [theirs(failure) for failure in failures]
    cpu = _median(hypothesis, "seconds") / _median(mine, "seconds")
    yield Goal("own shrinker against Hypothesis', same failures, CPU time", 10, cpu, was="24")
    size = _median(mine, "size") / _median(hypothesis, "size")
    yield Goal(
        "own shrinker against Hypothesis', same failures, bytes that are left",
        1,
        size,
        "of theirs",
        "0.46",
        2,
    )
    for name, smalls in (("ours", mine), ("Hypothesis'", hypothesis)):
        yield Goal(f"  {name}, bytes", None, _median(smalls, "size"), "bytes", digits=0)
        yield Goal(f"  {name}, CPU time", None, _median(smalls, "seconds"), "s", digits=3)
        yield Goal(f"  {name}, of it the parsers", None, _median(smalls, "asked"), "s", digits=3)
        yield Goal(f"  {name}, questions", None, _median(smalls, "calls"), "questions", digits=0)
    yield Goal("  failures", None, len(failures), "failures", digits=0)


def _median(smalls: Sequence[Small], member: str) -> float:
    return statistics.median(getattr(small, member) for small in smalls)
