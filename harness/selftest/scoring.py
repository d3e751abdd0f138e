"""From trials to the score."""

from __future__ import annotations

from collections import Counter
from math import ceil, inf
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.selftest.score import BugScore, Spread, Times, Totals

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.selftest.score import Selftest, Trial
    from harness.zoo.bug import Bug, Difficulty

BAR = 0.95
"""Of the bugs, at least so many have to be found in every repeat."""

EASY, MEDIUM = 200, 2_000
"""A bug of this class is found within so many parses, in the median."""


def spread(numbers: Iterable[float]) -> Spread:
    """Give median and 95th percentile by the nearest rank: both are numbers that occurred.

    ``inf`` stands for what was not found. None where the rank falls on such a one, or there is none at all.
    """
    ordered = sorted(numbers)
    return Spread(_whole(nearest_rank(ordered, 0.5)), _whole(nearest_rank(ordered, 0.95)))


def nearest_rank(ordered: Sequence[float], share: float) -> float:
    """Give the smallest of the numbers that at least this share of them does not exceed; inf for none."""
    return ordered[max(ceil(share * len(ordered)), 1) - 1] if ordered else inf


def _whole(number: float) -> int | None:
    return None if number == inf else int(number)


def difficulty(parses: Spread) -> Difficulty:
    """Name the class of a bug by the median of parses until it is found."""
    if parses.median is None or parses.median > MEDIUM:
        return "hard"
    return "easy" if parses.median <= EASY else "medium"


def bug_score(bug: Bug, digest: str, trials: Sequence[Trial]) -> BugScore:
    """Sum up the repeats of one bug."""
    found = [trial for trial in trials if trial.found]
    parses = spread(trial.parses if trial.found else inf for trial in trials)
    named = Counter(trial.oracle for trial in found)
    return BugScore(
        name=bug.name,
        language=bug.language,
        dialect=bug.head.dialect,
        what=bug.head.what,
        source=bug.head.report or bug.head.measured or "",
        oracle=bug.head.oracle,
        difficulty=difficulty(parses),
        digest=digest,
        repeats=len(trials),
        found=len(found),
        parses=parses,
        oracles=dict(sorted(named.items(), key=lambda pair: (-pair[1], pair[0]))),
        expected=sum(bug.head.oracle in (trial.oracle, *trial.also) for trial in found),
        characters=spread(trial.characters for trial in found),
        cuts=spread(trial.cuts for trial in found),
        signature_stable=len({(trial.oracle, trial.kind) for trial in found}) <= 1,
        fingerprint_stable=len({trial.fingerprint for trial in found}) <= 1,
        trials=tuple(trials),
        timing=_times(trials),
    )


def _times(trials: Sequence[Trial]) -> Times:
    totals = sorted(trial.timing.search + trial.timing.investigate for trial in trials)
    return Times(
        total_median=round(nearest_rank(totals, 0.5), 3),
        total_p95=round(nearest_rank(totals, 0.95), 3),
        search_median=nearest_rank(sorted(trial.timing.search for trial in trials), 0.5),
        investigate_median=nearest_rank(sorted(trial.timing.investigate for trial in trials), 0.5),
    )


def totals(bugs: Sequence[BugScore], clean: Sequence[Trial]) -> Totals:
    """Sum up all bugs. One without a median counts as more than any other."""
    always = sum(bug.always for bug in bugs)
    return Totals(
        bugs=len(bugs),
        always=always,
        share=round(always / len(bugs), 4) if bugs else 1.0,
        parses=spread(inf if bug.parses.median is None else bug.parses.median for bug in bugs),
        false_findings=sum(
            len(trial.complaints) for trial in [*clean, *_trials(bugs)] if trial.state == "false"
        ),
        clean_cases=sum(trial.cases for trial in clean),
        clean_parses=sum(trial.parses for trial in clean),
    )


def _trials(bugs: Sequence[BugScore]) -> list[Trial]:
    return [trial for bug in bugs for trial in bug.trials]


class Once(Struct, frozen=True):
    """What an earlier result says of a bug: a part of ``BugScore``."""

    name: str
    digest: str
    repeats: int
    found: int


class Before(Struct, frozen=True):
    """A part of an earlier result, which may have been written by an earlier version."""

    bugs: tuple[Once, ...]


def lost(before: Iterable[Once], bugs: Sequence[BugScore]) -> tuple[str, ...]:
    """Name the bugs that an earlier result found in every repeat, and that are the same and not found now."""
    once = {bug.name: bug.digest for bug in before if bug.found == bug.repeats}
    return tuple(bug.name for bug in bugs if not bug.always and once.get(bug.name) == bug.digest)


def passed(result: Selftest) -> bool:
    """Tell whether the score is good enough: enough found in every repeat, nothing false, nothing lost."""
    score = result.totals
    return score.always >= BAR * score.bugs and not score.false_findings and not result.lost
