"""``split``: the answer does not depend on the chunking (SEMANTICS C5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.oracles.difference import difference
from harness.oracles.oracle import Oracle, Outcomes, Stances, baseline, violation

if TYPE_CHECKING:
    from harness.model import Case, Violation


def judge(case: Case, outcomes: Outcomes, _stances: Stances) -> Violation | None:
    """Hold every stream against the baseline; only one target's chunkings are named."""
    complaints: dict[str, tuple[str, str]] = {}
    guilty_chunkings: tuple[int, ...] = ()
    for name, outcome in outcomes.items():
        whole = baseline(case, outcome)
        if whole is None:
            continue
        found = {
            i: different
            for i, reading in enumerate(outcome.streams)
            if reading is not whole
            and reading is not None
            and (different := difference(whole, reading)) is not None
        }
        if found:
            # The chunking with the fewest cuts is the one that people can read.
            first = min(found, key=lambda i: (len(case.chunkings[i]), i))
            chunks = len(case.chunkings[first]) + 1
            complaints[name] = (
                found[first].kind,
                f"in {chunks} chunks, held against one: {found[first].detail}",
            )
            guilty_chunkings = guilty_chunkings or (first, *(i for i in found if i != first))
    return violation("split", complaints, guilty_chunkings)


def _applies(_case: Case, outcomes: Outcomes, _stances: Stances) -> bool:
    for outcome in outcomes.values():
        fed = 0
        for reading in outcome.streams:
            if reading is not None:
                fed += 1
                if fed > 1:
                    return True
    return False


ORACLE = Oracle(
    id="split",
    claim="The same text gives the same calls, the same visible text and the same order in every chunking.",
    judge=judge,
    applies=_applies,
    compares=True,
)
