"""The fewest cases of a corpus that still give each tuple of it (``harness.disagreement``).

A case gives one tuple on the targets that it is run on, so one case a tuple is the fewest there can be. It is
the smallest that gives it: the one with the shortest text, then with the fewest cuts, then with the smallest
file, then the first by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.disagreement.tuples import tuple_of
from harness.search.bench import Bench
from harness.search.plan import BATCH

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from harness.corpus.kept import Kept
    from harness.disagreement.tuples import Tuple
    from harness.targets import Limits


def tuples(kept: Iterable[Kept], targets: Sequence[str], limits: Limits) -> dict[str, Tuple]:
    """Run all cases on all targets, and give the tuple of each by name. Two dialects share none.

    Raises ``HarnessError`` for a target that can't be used, or does not read a dialect that cases are of.
    """
    spoken: dict[str, list[Kept]] = {}
    for one in kept:
        spoken.setdefault(one.case.dialect, []).append(one)
    found: dict[str, Tuple] = {}
    for dialect, cases in sorted(spoken.items()):
        with Bench(targets, dialect, oracles=(), limits=limits) as bench:
            for start in range(0, len(cases), BATCH):
                some = cases[start : start + BATCH]
                verdicts = bench.examine([one.case for one in some])
                for one, verdict in zip(some, verdicts, strict=True):
                    outcomes = verdict.outcomes
                    if any(outcome.kind == "skipped" for outcome in outcomes.values()):
                        (alone,) = bench.examine([one.case])
                        outcomes = alone.outcomes
                    found[one.name] = f"{dialect} {tuple_of(one.case, outcomes)}"
    return found


def fewest(kept: Iterable[Kept], given: Mapping[str, Tuple]) -> list[Kept]:
    """Choose the smallest case of each tuple; ``given`` says by name which one each case gives."""
    chosen: dict[Tuple, Kept] = {}
    for one in sorted(kept, key=_size):
        chosen.setdefault(given[one.name], one)
    return sorted(chosen.values(), key=lambda one: one.name)


def _size(one: Kept) -> tuple[int, int, int, str]:
    cuts = sum(map(len, one.case.chunkings))
    return len(one.case.text), cuts, len(one.data), one.name
