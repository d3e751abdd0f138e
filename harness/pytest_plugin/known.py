"""What a ledger makes of one item: a known failure, a failure, or nothing at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from harness.ledger.gate import gate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.events import GateRow, Report
    from harness.model import Finding
    from harness.pytest_plugin.settings import Accepted


class Judged(NamedTuple):
    """The findings of an item, sorted by what the ledger says of them."""

    wrong: tuple[Finding, ...]  # on no card that is accepted today
    known: tuple[Finding, ...]
    flaky: tuple[Finding, ...]  # decide nothing
    rows: dict[str, GateRow]  # what the ledger says of a card, by its fingerprint
    gone: tuple[GateRow, ...]  # entries that fail though nothing was found: newly passing, or expired

    @property
    def reason(self) -> str:
        """Give the reason of a known failure: that of each card."""
        return "; ".join(
            f"{row.fingerprint} {row.told}" for row in self.rows.values() if row.state == "known"
        )


def judged(
    report: Report, own: Sequence[Finding], item: tuple[str, str], accepted: Accepted | None
) -> Judged:
    """Sort the findings of an item, which is named by its target and its oracle.

    Without a ledger all of them are wrong, flaky ones, too.
    """
    if accepted is None:
        return Judged(tuple(own), (), (), {}, ())
    target, oracle = item
    rows = gate(report, accepted.ledger, accepted.today).rows
    of = {name: card.fingerprint for card in report.cards for name in card.findings}
    mine = {of[finding.id] for finding in own if finding.id in of}
    said = {row.fingerprint: row for row in rows if row.fingerprint in mine}
    accept = {name for name, row in said.items() if row.state == "known"}
    steady = [finding for finding in own if not finding.flaky]
    carded = {card.fingerprint for card in report.cards}
    return Judged(
        wrong=tuple(finding for finding in steady if of.get(finding.id) not in accept),
        known=tuple(finding for finding in steady if of.get(finding.id) in accept),
        flaky=tuple(finding for finding in own if finding.flaky),
        rows=said,
        gone=tuple(
            row
            for row in rows
            if row.fails
            and row.state in {"newly passing", "expired"}
            and row.oracle == oracle
            and target in row.targets
            and row.fingerprint not in carded
        ),
    )
