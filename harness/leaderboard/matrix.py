"""How often two parsers give the same of a whole text, in one chunk, or in batch where one has no stream.

No policy is set equal here and no truth is asked, so two parsers that differ on purpose differ here, too.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from msgspec import structs

from harness.leaderboard.board import Agreement
from harness.leaderboard.trial import case_of
from harness.oracles.difference import calls_difference, difference, loosened
from harness.search.plan import BATCH
from harness.targets import Crew

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Outcome, Reading
    from harness.search.plan import Plan


def matrix(plan: Plan, names: Sequence[str], tell: Callable[[str], None]) -> tuple[Agreement, ...]:
    """Run all cases once more on all targets side by side, whole, and compare each pair."""
    pairs = {pair: [0, 0, 0] for pair in combinations(names, 2)}
    if not pairs:
        return ()
    with Crew(names, limits=plan.limits) as crew:
        for first in range(0, plan.cases or 0, BATCH):
            numbers = range(first, min(first + BATCH, plan.cases or 0))
            cases = [structs.replace(case_of(plan, index), chunkings=((),)) for index in numbers]
            given = crew.run(cases)
            for (one, other), sums in pairs.items():
                for left, right in zip(given.get(one, ()), given.get(other, ()), strict=False):
                    _add(sums, left, right)
            tell(f"agreement: {first + len(cases):,} of {plan.cases:,} cases")
    return tuple(
        Agreement(one, other, cases, _share(calls, cases), _share(same, cases))
        for (one, other), (cases, calls, same) in pairs.items()
    )


def _add(sums: list[int], one: Outcome, other: Outcome) -> None:
    left, right = _answers(one, other)
    if left is None or right is None or left.error is not None or right.error is not None:
        return
    sums[0] += 1
    if calls_difference(left.calls, right.calls) is None:
        sums[1] += 1
        sums[2] += difference(_bare(left), _bare(right)) is None


def _answers(one: Outcome, other: Outcome) -> tuple[Reading | None, Reading | None]:
    """Take the way of feeding that both have."""
    if one.streams and other.streams:
        return one.streams[0], other.streams[0]
    if one.batch is not None and other.batch is not None:
        return one.batch, other.batch
    left, right = ((each.streams or (each.batch,))[0] for each in (one, other))
    return left, right


def _bare(reading: Reading) -> Reading:
    return structs.replace(loosened(reading), saw=None)


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0
