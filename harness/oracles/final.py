"""``final``: the deltas of a stream join to the calls that the stream itself states at its end.

Some parsers give a call twice: in fragments while it comes, and whole when it has ended. A client takes the
one or the other, so they must be the same. Which of them is right is not asked here: where both are wrong
alike, later oracles see it. Streams that state nothing at their end are not judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.oracles.difference import calls_difference
from harness.oracles.oracle import Oracle, Outcomes, Stances, violation

if TYPE_CHECKING:
    from harness.model import Case, Outcome, Reading, Violation
    from harness.oracles.difference import Difference


def judge(case: Case, outcomes: Outcomes, _stances: Stances) -> Violation | None:
    """Hold the joined deltas of each stream against its last word; the one with the fewest cuts leads."""
    complaints: dict[str, tuple[str, str]] = {}
    chunkings: tuple[int, ...] = ()
    for name, outcome in outcomes.items():
        found = _complaints(outcome)
        if not found:
            continue
        first = min(found, key=lambda i: (len(case.chunkings[i]), i))
        chunks = len(case.chunkings[first]) + 1
        how = f"in {chunks} chunks" if chunks > 1 else "in one chunk"
        told = f"{how}, the deltas held against the calls stated at the end: {found[first].detail}"
        if not complaints and case.chunkings[first]:  # else chunks play no part
            chunkings = (first, *(i for i in found if i != first))
        complaints[name] = (found[first].kind, told)
    return violation("final", complaints, chunkings)


def _complaints(outcome: Outcome) -> dict[int, Difference]:
    """Give the difference of each chunking that has one, by its number."""
    found: dict[int, Difference] = {}
    seen: Reading | None = None  # equal streams share one reading
    different: Difference | None = None
    for i, reading in enumerate(outcome.streams):
        if reading is None or reading.final is None:
            continue
        if reading is not seen:
            seen = reading
            different = calls_difference(reading.final, reading.calls)
        if different is not None:
            found[i] = different
    return found


def _applies(_case: Case, outcomes: Outcomes, _stances: Stances) -> bool:
    for outcome in outcomes.values():
        seen: Reading | None = None
        for reading in outcome.streams:
            if reading is not seen and reading is not None:
                if reading.final is not None:
                    return True
                seen = reading
    return False


ORACLE = Oracle(
    id="final",
    claim="The deltas of a stream join to the calls that the stream itself states at its end.",
    judge=judge,
    applies=_applies,
    compares=True,
)
