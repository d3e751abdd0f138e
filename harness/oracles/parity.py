"""``parity``: batch and stream give the same (SEMANTICS, "batch(T) is streaming T as one chunk")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.oracles.difference import difference
from harness.oracles.oracle import Oracle, Outcomes, Stances, baseline, violation

if TYPE_CHECKING:
    from harness.model import Case, Violation


def judge(case: Case, outcomes: Outcomes, _stances: Stances) -> Violation | None:
    """Compare the batch with the whole text streamed as one chunk, on what both give."""
    complaints: dict[str, tuple[str, str]] = {}
    for name, outcome in outcomes.items():
        whole = baseline(case, outcome)
        if whole is None or outcome.batch is None:
            continue
        found = difference(outcome.batch, whole)
        if found is not None:
            complaints[name] = (found.kind, f"the stream, held against the batch: {found.detail}")
    return violation("parity", complaints)


def _applies(_case: Case, outcomes: Outcomes, _stances: Stances) -> bool:
    both = [name for name, outcome in outcomes.items() if outcome.batch is not None and outcome.streams]
    return bool(both)


ORACLE = Oracle(
    id="parity",
    claim="Parsing a text at once and streaming it give the same calls and the same visible text.",
    judge=judge,
    applies=_applies,
    compares=True,
)
