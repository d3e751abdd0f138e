"""What ``run`` and ``merge`` do with a campaign: its listeners, its signals, its ledger."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import click

from harness.cli import signals
from harness.cli.ledger import DEFAULT, say
from harness.errors import UsageError
from harness.events import Ended
from harness.report.casefile import save_case
from harness.search.campaign import Campaign

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path

    from harness.events import CampaignEvent, Listener, Report
    from harness.journal.file import JournalFile
    from harness.ledger.ledger import Ledger
    from harness.model import Case
    from harness.search.plan import Plan


class Told(NamedTuple):
    """How a campaign is told of, and judged."""

    file: Path  # of the ledger
    ledger: Ledger | None
    today: dt.date
    as_json: bool


def conduct(plan: Plan, journal: JournalFile, told: Told) -> int:
    """Run a campaign to its end, write its reports, and tell of it. Gives the exit status."""
    from harness.ledger.gate import gated, judging
    from harness.report.console import Sturdy, console
    from harness.report.findings import FindingLines
    from harness.report.folder import ReportFolder
    from harness.report.ndjson import EventLines
    from harness.report.record import render
    from harness.report.statistics import Recorder

    terminal = None if told.as_json else Sturdy(console())
    folder, ledger = plan.out, told.ledger
    listeners: list[Listener] = [
        _end_in_peace,
        EventLines(folder, resumed=journal.sums.next > 0),
        FindingLines(folder),
        Recorder(folder),
        ReportFolder(folder, latest=journal.begun.latest),
        *([terminal] if terminal else []),
    ]
    if ledger is not None:
        listeners = [judging(listener, ledger, told.today) for listener in listeners]

    def save(name: str, case: Case) -> Path:
        return save_case(folder, name, case)

    signals.interrupt_once()
    try:
        report = Campaign(plan, listeners, save, journal).run()
    finally:
        if terminal:
            terminal.close()
    if ledger is not None:
        report = gated(report, ledger, told.today)
    if told.as_json:
        click.echo(render(report).decode(), nl=False)
    else:
        _say_gate(report, told.file)
    return report.status


def wanted_ledger(file: Path | None, *, no_ledger: bool) -> tuple[Path, Ledger | None]:
    """Read the ledger that is named, else the default one where it is there. Raises ``UsageError``."""
    from harness.ledger.ledger import read

    if no_ledger and file is not None:
        raise UsageError("give one of --ledger and --no-ledger")
    named = file or DEFAULT
    wanted = file is not None or (named.exists() and not no_ledger)
    return named, read(named) if wanted else None


def _say_gate(report: Report, file: Path) -> None:
    """Say what the ledger makes of the campaign, where there is one. The status counts if nobody reads."""
    from harness.ledger.lines import gate_lines

    if report.gate is not None:
        with suppress(BrokenPipeError):
            say(gate_lines(report.gate, str(file)))


def _end_in_peace(event: CampaignEvent) -> None:
    """Let nothing interrupt the writing of the reports."""
    if isinstance(event, Ended):
        signals.ignore()
