"""Bug cards as lines: what a summary, a log and junit.xml say of a fault beside its smallest case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.report.glyphs import CHUNK_LIMIT, printable
from harness.report.verdict import counted

if TYPE_CHECKING:
    from harness.events import Report
    from harness.model import Card, Finding


def heading(card: Card) -> str:
    """Name a fault: its findings, what is wrong, and who."""
    return f"{', '.join(card.findings)}: {card.title}, {', '.join(card.targets)}"


def facts(card: Card) -> list[tuple[str, str]]:
    """List what is known of a fault, each with its label."""
    told = [
        ("class", card.bug_class),
        ("seen", f"in {counted(card.count, 'case')}, first in {card.first}"),
        ("needs", ", ".join(card.needs)),
        ("agree", sides(card)),
        ("fingerprint", card.fingerprint),
    ]
    return [(label, text) for label, text in told if text]


def sides(card: Card) -> str:
    """Say who gave the same as whom; nothing where one target ran."""
    if sum(map(len, card.agree)) < 2:
        return ""
    return " | ".join(", ".join(group) for group in card.agree)


def card_lines(card: Card) -> list[str]:
    """Tell a fault in a few lines, without its case."""
    lines = [f"  {heading(card)}", *(f"    {label:<12}{text}" for label, text in facts(card))]
    return [printable(line, limit=4 * CHUNK_LIMIT) for line in lines]


def card_of(report: Report, finding: Finding) -> Card | None:
    """Find the card that a finding is on. None for flaky ones, and in reports that have none yet."""
    return next((card for card in report.cards if finding.id in card.findings), None)


def is_known(report: Report, finding: Finding) -> bool:
    """Tell whether a finding is of a fault that the ledger accepts. Without a ledger none is."""
    card = card_of(report, finding)
    if report.gate is None or card is None:
        return False
    return any(row.state == "known" and row.fingerprint == card.fingerprint for row in report.gate.rows)


def uncarded(report: Report) -> list[Finding]:
    """List the findings that are on no card."""
    told = {name for card in report.cards for name in card.findings}
    return [finding for finding in report.findings if finding.id not in told]
