"""What oracles that ask for runs of their own have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.oracles.crash import wrong
from harness.oracles.oracle import Asked, Outcomes, violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.model import Outcome, Violation


def ended(oracle: str, asked: Asked, outcomes: Outcomes) -> Violation | None:
    """Complain of asks that have no answer, as ``crash`` does of plain runs, in the name of ``oracle``.

    The kind is one of its kinds: "hang", "crash", "memory", "exception", "value". Nothing is said of a target
    whose plain run (``outcomes``) had none, either: that is ``crash``'s. What was skipped, and what ends in
    an error that the parser declares, is no complaint.
    """
    complaints: dict[str, tuple[str, str]] = {}
    for name, answers in asked.items():
        found = next((end for outcome in answers for end in _ends(outcome)), None)
        if found is not None and not any(_ends(outcomes[name])):
            complaints[name] = found
    return violation(oracle, complaints)


def _ends(outcome: Outcome) -> Iterator[tuple[str, str]]:
    if outcome.kind == "result":
        for reading in (outcome.batch, *outcome.streams):
            found = wrong(reading) if reading is not None else None
            if found is not None:
                yield found
    elif outcome.kind != "skipped":
        yield outcome.kind, outcome.detail.partition("\n")[0]
