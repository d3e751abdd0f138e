"""One parser alone on all cases: which it fails, and in which classes.

Every violated oracle of a case counts, not the first alone, and nothing ends the run early. Cases are the
same for every parser: they depend on seed and number only.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from harness.errors import HarnessError, TargetUnavailable
from harness.events import Stats
from harness.fairness import guilty_class, hardness, text_class
from harness.fairness.cuts import CUTS
from harness.fairness.texts import TEXTS
from harness.generate import case_at
from harness.leaderboard.board import Count
from harness.search.orders import Orders
from harness.search.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.model import Case, Violation
    from harness.search.plan import Plan


class Key(NamedTuple):
    """What makes a failure distinct."""

    oracle: str
    kind: str
    text_class: str
    cut_class: str

    @property
    def place(self) -> tuple[int, int, str, str]:
        """Sort the plainest classes first."""
        return (list(TEXTS).index(self.text_class), hardness(self.cut_class), self.oracle, self.kind)

    def covers(self, other: Key) -> bool:
        """Tell that this is the same failure on text no worse and with cuts no harder."""
        same = (self.oracle, self.kind) == (other.oracle, other.kind)
        mine, theirs = self.place, other.place
        return same and mine[0] <= theirs[0] and mine[1] <= theirs[1]


class Suspicion(NamedTuple):
    """A generated case that shows a failure."""

    number: int
    length: int  # code points of its text
    violation: Violation


class Tried(NamedTuple):
    """What a parser did with all cases."""

    stats: Stats
    failing: int
    suspicions: dict[Key, list[Suspicion]]

    def counts(self) -> tuple[Count, ...]:
        """Sum up over kinds."""
        found: Counter[tuple[str, str, str]] = Counter()
        for key, suspicions in self.suspicions.items():
            found[key.oracle, key.text_class, key.cut_class] += len(suspicions)
        return tuple(
            Count(oracle, text, cuts, found[oracle, text, cuts])
            for oracle in dict.fromkeys(key.oracle for key in self.suspicions)
            for text in TEXTS
            for cuts in CUTS
            if found[oracle, text, cuts]
        )


def case_of(plan: Plan, index: int) -> Case:
    """Draw a case of the campaign again."""
    return case_at(plan.seed, index, plan.dialect, deep=plan.deep, tokenizer=plan.tokenizer)


def try_out(plan: Plan, tell: Callable[[str], None]) -> Tried:
    """Run all cases of a plan with one target. Raises ``TargetUnavailable`` if it did not do its part."""
    stats, failing = Stats(), 0
    suspicions: dict[Key, list[Suspicion]] = {}
    (name,) = plan.targets
    with Workers(plan) as workers:
        for done in workers.results(Orders(plan)):
            stats += done.stats
            for fault in done.faults:
                raise TargetUnavailable(name, fault.message, hint=fault.hint, stderr=fault.stderr)
            for suspect in done.suspects:
                failing += 1
                _note(plan, suspect.index, suspect.violations, suspicions)
            tell(f"{name}: {stats.cases:,} of {plan.cases:,} cases, {failing:,} fail")
    if stats.cases != plan.cases:
        raise HarnessError(f"{name}: {stats.cases} of {plan.cases} cases were judged")
    for found in suspicions.values():
        found.sort(key=lambda one: (one.length, one.number))
    return Tried(stats, failing, suspicions)


def _note(
    plan: Plan, index: int, violations: tuple[Violation, ...], suspicions: dict[Key, list[Suspicion]]
) -> None:
    case = case_of(plan, index)
    text = text_class(case)
    for violation in violations:
        cuts = guilty_class(case, violation, plan.tokenizer)
        key = Key(violation.oracle, violation.kind, text, cuts)
        suspicions.setdefault(key, []).append(Suspicion(index, len(case.text), violation))
