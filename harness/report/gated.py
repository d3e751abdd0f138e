"""What a ledger says of a campaign, as reports tell it: why the status is what it is, and each row."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.events import Gate, GateRow


def because(gate: Gate) -> str:
    """Say in a clause why the ledger lets a campaign pass, or does not."""
    if gate.lost:
        return "the last accepted run looked at more; this is no pass"
    failing = Counter(row.state for row in gate.rows if row.fails)
    if failing:
        return f"the ledger has {', '.join(f'{number} {state}' for state, number in failing.items())}"
    known = sum(row.state == "known" for row in gate.rows)
    return f"nothing new was found; {known} known" if known else "nothing new was found"


def rows(gate: Gate) -> Iterator[tuple[str, str, str]]:
    """List what the ledger says: the state, of what, and why."""
    for row in gate.rows:
        yield row.state, _called(row), row.told
    yield from (("lost", one, "the last accepted run looked at it") for one in gate.lost)
    yield from (("note", one, "") for one in gate.notes)


def _called(row: GateRow) -> str:
    return " ".join(word for word in (row.fingerprint or row.entry, row.title) if word)
