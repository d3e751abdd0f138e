"""Ours beside a baseline: who found what, and who needed fewer parses.

A bug that was not found took more parses than any that was, and as many as another that was not.
"""

from __future__ import annotations

import functools
import math
import statistics
import tomllib
from bisect import bisect_left, bisect_right
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from harness.selftest.baselines.record import CAP, METHODS
from harness.selftest.score import Attempt, Baseline, Fewer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from harness.selftest.baselines.record import Method, Try
    from harness.selftest.score import BugScore

_DIGITS = 3


def compared(
    method: Method, ours: Sequence[BugScore], theirs: Mapping[str, Try], why: Mapping[str, str]
) -> Baseline:
    """Hold one method against our medians, over the bugs that it was tried on; ``why`` are the reasons."""
    scores = [score for score in ours if score.name in theirs]
    mine = [_number(score.parses.median) for score in scores]
    its = [_number(theirs[score.name].parses if theirs[score.name].found else None) for score in scores]
    both = [(a, b) for a, b in zip(mine, its, strict=True) if math.isfinite(a + b)]
    rows = list(zip(scores, its, strict=True))
    return Baseline(
        method,
        METHODS[method],
        CAP,
        found=sum(map(math.isfinite, its)),
        a12=round(a12(mine, its), _DIGITS) if scores else None,
        ratio=round(_ratio(both), _DIGITS) if both else None,
        ours_missed=tuple([score.name for score, it in rows if math.isfinite(it) and not score.always]),
        fewer=tuple(
            [
                Fewer(score.name, score.parses.median, int(it), reason(why, method, score.name))
                for score, it in rows
                if it < _number(score.parses.median)
            ]
        ),
        attempts=tuple([_attempt(theirs[score.name]) for score in scores]),
    )


def not_run(method: Method, why: str) -> Baseline:
    """Say that a method was not run, and why: it is never left out."""
    return Baseline(method, METHODS[method], CAP, not_run=why)


def a12(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Give Vargha and Delaney's measure: how likely one of ours is less than one of theirs, ties by half.

    A half is no difference; 1 means that all of ours are less. Neither may be empty.
    """
    others = sorted(theirs)
    halves = sum(2 * len(others) - bisect_left(others, x) - bisect_right(others, x) for x in ours)
    return halves / (2 * len(ours) * len(others))


@functools.cache
def reasons() -> Mapping[str, str]:
    """Read why baselines need fewer parses: by bug, or by ``METHOD/BUG`` where it is another reason."""
    content = resources.files(__package__).joinpath("reasons.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(content), dict[str, str])


def reason(why: Mapping[str, str], method: str, bug: str) -> str:
    """Give the reason for one method and bug; empty where nobody wrote one yet."""
    return why.get(f"{method}/{bug}") or why.get(bug, "")


def unexplained(baselines: Sequence[Baseline], why: Mapping[str, str]) -> list[str]:
    """List what lacks a reason, as ``METHOD/BUG``, then the reasons that are for nothing any longer."""
    needed = {f"{one.method}/{fewer.bug}" for one in baselines for fewer in one.fewer}
    bugs = {pair.partition("/")[2] for pair in needed}
    lacking = [pair for pair in sorted(needed) if not reason(why, *pair.split("/", 1))]
    return [*lacking, *[name for name in why if name not in needed and name not in bugs]]


def _number(parses: int | None) -> float:
    return math.inf if parses is None else float(parses)


def _ratio(both: Sequence[tuple[float, float]]) -> float:
    return statistics.median([it for _, it in both]) / statistics.median([mine for mine, _ in both])


def _attempt(tried: Try) -> Attempt:
    return Attempt(tried.bug, tried.found, tried.parses, tried.oracle, tried.timing)
