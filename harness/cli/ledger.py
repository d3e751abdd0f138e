"""``ledger``: add what is known, list it, check it, and keep it up to date."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.options import Day, ledger_option, today_option
from harness.errors import UsageError

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable
    from typing import Literal

    from harness.events import Report
    from harness.ledger.lines import Line

DEFAULT = Path("corpus/ledger.toml")
"""Below the current folder: taken where it is there."""

_COLOURS = {"bad": "red", "good": "green", "warn": "yellow", "plain": None}
_HINT = "choose another file with --ledger"


@click.group("ledger")
def ledger_command() -> None:
    """Keep the faults that are known: whose they are, why they wait, and until when.

    A run with a ledger ends with status 1 for what is new, changed or expired, and for what no longer
    shows; with 0 where all that it found is known; and with 2 where it looked at less than the last run.
    """


@ledger_command.command("add")
@click.argument("source", type=click.Path(path_type=Path), metavar="REPORT")
@click.argument("names", nargs=-1, metavar="[FINGERPRINT]...")
@click.option(
    "--class",
    "of_class",
    type=click.Choice(["bug", "policy", "unsupported", "contested"]),
    required=True,
    help="What it is: a bug that waits, an answer on purpose, what a parser lacks, or an open question.",
)
@click.option("--reason", required=True, help="Why it is accepted.")
@click.option("--ticket", default="", help="Where it is followed up.")
@click.option("--owner", default="", help="Who answers for it.")
@click.option("--expiry", type=Day(), help="The last day on which it is accepted. [default: none]")
@click.option(
    "--version", "versions", multiple=True, metavar="GLOB", help="Only these of the target. Repeatable."
)
@ledger_option
@today_option
def add_command(
    *,
    source: Path,
    names: tuple[str, ...],
    of_class: Literal["bug", "policy", "unsupported", "contested"],
    reason: str,
    ticket: str,
    owner: str,
    expiry: dt.date | None,
    versions: tuple[str, ...],
    ledger_file: Path | None,
    today: dt.date,
) -> None:
    """Accept what a run found.

    REPORT is a report.json or its folder. Its cards are added that are named, or all that are not known.
    A FINGERPRINT is that of a card; the id of a finding, such as F1, stands for its card. The file is made
    where there is none.
    """
    from harness.ledger.document import EMPTY, add
    from harness.ledger.entry import Entry, faults
    from harness.ledger.keeping import accepted, chosen
    from harness.ledger.ledger import load, parse
    from harness.report import atomic

    file = ledger_file or DEFAULT
    report = read_report(source)
    said = Entry(
        of_class=of_class, reason=reason, ticket=ticket, owner=owner, expiry=expiry, versions=versions
    )
    if expiry is not None and expiry < today:
        raise UsageError(f"the expiry {expiry} is over already")
    with atomic.alone(file, hint=_HINT):
        text = load(file) if atomic.destination(file, hint=_HINT).exists() else EMPTY
        cards = chosen(report, names, parse(text, str(file)))
        entries = [accepted(card, report, said, today) for card in cards]
        for entry in entries:
            for told in faults(entry):
                raise UsageError(f"{entry.name}: {told}")
        if entries:
            atomic.write(file, add(text, entries, str(file)).encode(), hint=_HINT)
    for entry in entries:
        _print(f"{file}: {entry.name} {entry.title}")
    if not entries:
        _print(f"{file}: there is nothing to add")


@ledger_command.command("list")
@ledger_option
@today_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def list_command(*, ledger_file: Path | None, today: dt.date, as_json: bool) -> None:
    """Say what is known, and what the last accepted runs looked at."""
    from harness.ledger.ledger import SCHEMA, read
    from harness.ledger.lines import list_lines
    from harness.report import jsontext

    ledger = read(ledger_file or DEFAULT)
    if as_json:
        click.echo(json.dumps({"schema": SCHEMA, **jsontext.builtins(ledger)}, indent=2))
        return
    say(list_lines(ledger, today))


@ledger_command.command("check")
@click.argument("source", type=click.Path(path_type=Path), metavar="[REPORT]", required=False)
@ledger_option
@today_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check_command(*, source: Path | None, ledger_file: Path | None, today: dt.date, as_json: bool) -> None:
    """Read the ledger, and hold a report against it.

    REPORT is a report.json or its folder. With one the status is what run would have ended with. Without,
    it is 1 if an entry has expired.
    """
    from harness.ledger.gate import gated
    from harness.ledger.ledger import read
    from harness.ledger.lines import expired_lines, gate_lines
    from harness.report import jsontext

    file = ledger_file or DEFAULT
    ledger = read(file)
    if source is None:
        expired = [entry.name for entry in ledger.known if entry.expired(today)]
        status = int(bool(expired))
        if as_json:
            click.echo(
                json.dumps({"status": status, "known": len(ledger.known), "expired": expired}, indent=2)
            )
        else:
            say(expired_lines(ledger, str(file), today))
        sys.exit(status)
    report = gated(read_report(source), ledger, today)
    if report.gate is not None:
        if as_json:
            click.echo(json.dumps({"status": report.status, **jsontext.builtins(report.gate)}, indent=2))
        else:
            say(gate_lines(report.gate, str(file)))
    sys.exit(report.status)


@ledger_command.command("update")
@click.argument("source", type=click.Path(path_type=Path), metavar="REPORT")
@click.option("--fewer", is_flag=True, help="Accept a run that looked at less than the last one.")
@ledger_option
@today_option
def update_command(*, source: Path, fewer: bool, ledger_file: Path | None, today: dt.date) -> None:
    """Write down what a run saw and looked at.

    REPORT is a report.json or its folder. Later runs of its dialect are held to its targets, oracles and
    fixtures. No entry is taken out.
    """
    from harness.ledger.document import EMPTY, update
    from harness.ledger.keeping import next_scope, sightings
    from harness.ledger.ledger import load, parse
    from harness.ledger.lines import update_lines
    from harness.report import atomic

    file = ledger_file or DEFAULT
    report = read_report(source)
    with atomic.alone(file, hint=_HINT):
        text = load(file) if atomic.destination(file, hint=_HINT).exists() else EMPTY
        ledger = parse(text, str(file))
        scope = next_scope(report, ledger, today, fewer=fewer)
        seen = sightings(report, ledger, today)
        atomic.write(file, update(text, seen, {report.dialect: scope}, str(file)).encode(), hint=_HINT)
    say(update_lines(report, ledger, seen, str(file)))


def read_report(path: Path) -> Report:
    """Read a ``report.json``, or that of a folder. Raises ``ReportError``."""
    from harness.report.record import read

    return read(path / "report.json" if path.is_dir() else path)


def say(lines: Iterable[Line]) -> None:
    """Print lines in their colours."""
    for line in lines:
        click.secho(line.text, fg=_COLOURS[line.tone])


def _print(text: str) -> None:
    from harness.report.glyphs import printable

    click.echo(printable(text))
