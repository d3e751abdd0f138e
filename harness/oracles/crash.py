"""``crash``: any text in any chunking gives a result or a documented error (bugs, class no-crash)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.oracles.oracle import Oracle, Outcomes, Stances, violation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.model import Case, Outcome, Violation


def judge(case: Case, outcomes: Outcomes, _stances: Stances) -> Violation | None:
    """Complain of every end that is no answer. An error of kind ``declared`` is an answer."""
    complaints: dict[str, tuple[str, str]] = {}
    chunkings: tuple[int, ...] = ()
    for name, outcome in outcomes.items():
        if outcome.kind == "skipped":
            continue
        if outcome.kind != "result":
            # What follows is the end of standard error: evidence, not the complaint.
            complaints[name] = (outcome.kind, outcome.detail.partition("\n")[0])
            continue
        for where, kind, detail in _errors(case, outcome):
            complaints[name] = (kind, detail)
            chunkings = chunkings or where
            break
    return violation("crash", complaints, chunkings)


def _errors(case: Case, outcome: Outcome) -> Iterator[tuple[tuple[int, ...], str, str]]:
    readings = [((), outcome.batch)] if outcome.batch else []
    numbered = [((i,), reading) for i, reading in enumerate(outcome.streams) if reading is not None]
    for where, reading in [*readings, *numbered]:
        if reading is not None and reading.error is not None and reading.error.kind != "declared":
            chunks = len(case.chunkings[where[0]]) + 1 if where else 0
            how = "batch" if not chunks else f"streamed in {chunks} chunk{'s' if chunks > 1 else ''}"
            yield where, reading.error.kind, f"{how}: {reading.error.message}"


ORACLE = Oracle(
    id="crash",
    claim="A parser answers every text, in every chunking, without an exception, without dying and in time.",
    judge=judge,
    applies=lambda _case, outcomes, _stances: any(o.kind != "skipped" for o in outcomes.values()),
)
