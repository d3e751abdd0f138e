"""What ``cost`` reports, for machines; ``lines`` prints it for people, ``page`` draws it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from harness.cost.measuring import BOUND
from harness.cost.scan import Row, Scanned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.cost.scan import Finding

SCHEMA = 1
"""Version of the format. Goes up when a reader of the old one would misread the new one."""

CLAIM = "The time that a parser takes grows no faster than the text, however it is fed."

INCAPABLE = ("unsupported", "unavailable")
"""States of a target of which nothing is known: no pass."""


class Report(Struct, frozen=True):
    """All that was measured of all targets."""

    schema: int
    harness: str  # its version
    dialect: str
    seed: int
    shapes: int  # how many there are
    bound: float  # the exponent that is borne
    state: str  # "finished" or "interrupted"
    targets: tuple[Scanned, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Give the findings of all targets."""
        return tuple(finding for target in self.targets for finding in target.findings)

    @property
    def status(self) -> int:
        """Give the exit status: 2 outweighs 1, since what could not be measured is no pass."""
        if self.state == "interrupted":
            return 130
        if any(target.state in INCAPABLE or target.faults for target in self.targets):
            return 2
        return 1 if self.findings else 0


def made(
    harness: str, dialect: str, seed: int, shapes: int, targets: Sequence[Scanned], *, interrupted: bool
) -> Report:
    """Make a report."""
    state = "interrupted" if interrupted else "finished"
    return Report(SCHEMA, harness, dialect, seed, shapes, BOUND, state, tuple(targets))


def steepest(target: Scanned, most: int) -> list[Row]:
    """Give the rows that grow most, what was found first; none that says nothing of growth."""
    found = [finding.row for finding in target.findings]
    known = {(row.shape.words(), row.feed) for row in found}
    others = [
        row
        for row in target.rows
        if row.fit
        and row.verdict not in {"quick", "superlinear"}
        and (row.shape.words(), row.feed) not in known
    ]
    others.sort(key=lambda row: -row.fit.exponent if row.fit else 0.0)
    return [*found, *others][:most]


def counts(target: Scanned) -> dict[str, int]:
    """Count the verdicts, the most frequent first."""
    return dict(Counter(row.verdict for row in target.rows).most_common())


def render(report: Report) -> bytes:
    """Write the report as JSON."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


def schema() -> dict[str, Any]:
    """Give the JSON Schema of the report."""
    return msgspec.json.schema(Report)
