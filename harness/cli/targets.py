"""``targets``: which parsers can run here, and whether their adapters do what the protocol asks.

``targets install`` puts published ones there.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING

import click
import msgspec

from harness import __version__
from harness.cli.options import BUNDLED, targets_option
from harness.errors import HarnessError
from harness.published.registry import PUBLISHED, named
from harness.report.console import is_terminal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.targets.survey import Surveyed

_LAST_LINES = 8  # of an adapter's standard error
_STATES = {"available": "can run", "faulty": "faulty adapter", "unavailable": "can't run"}


@click.group("targets", invoke_without_command=True, subcommand_metavar="[install NAME...]")
@targets_option
@click.option("-d", "--dialect", help="Check the adapters in this dialect only. Default: all they read.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--kit",
    type=click.Choice(["python", "node", "go"]),
    help="Print where the kit is that makes a parser in this language an adapter; stop.",
)
@click.option("--schema", is_flag=True, help="Print the JSON Schemas of the protocol and of --json; stop.")
@click.pass_context
def targets_command(
    ctx: click.Context,
    *,
    targets: tuple[str, ...],
    dialect: str | None,
    as_json: bool,
    kit: str | None,
    schema: bool,
) -> None:
    """Say which parsers can run here, and check their adapters.

    Starts each target, shows what it says of itself, and tries what the protocol asks of an adapter
    on golden texts. Without -t these are the bundled references and the published parsers that are
    installed. Exit status: 0 when all of them can run, else 2.
    """
    if ctx.invoked_subcommand is not None:
        if targets or dialect or as_json or kit or schema:
            raise click.UsageError(f"{ctx.invoked_subcommand} takes none of the options of targets", ctx)
        return
    from harness.targets.bundled import KITS, references
    from harness.targets.schemas import schema as protocol_schema

    if kit:
        click.echo(references() / KITS[kit])
        return
    if schema:
        click.echo(json.dumps(protocol_schema(), indent=2))
        return
    from harness.published.environments import installed
    from harness.targets import Limits
    from harness.targets.survey import Offer, Survey, survey

    offers = tuple(
        Offer(parser.name, parser.package, parser.version, installed(parser) is not None)
        for parser in PUBLISHED.values()
    )
    found = survey(
        targets or (*BUNDLED, *(offer.name for offer in offers if offer.installed)), dialect, Limits()
    )
    if as_json:
        whole = Survey(1, __version__, tuple(found), offers)
        click.echo(msgspec.json.format(msgspec.json.encode(whole), indent=2))
    else:
        show = _table if is_terminal(sys.stdout) else _lines
        whole = Survey(1, __version__, show(found), offers)
        if not targets:
            _offer([offer.name for offer in offers if not offer.installed])
    if not whole.complete:
        ctx.exit(2)


def _install_help() -> str:
    listed = [f"{parser.name:<14}{parser.reads}, {parser.megabytes} MB" for parser in PUBLISHED.values()]
    what = "Install published parsers, each in an environment of its own, and check their adapters."
    where = (
        "They go into the folder toolcall-harness/published in the user's cache; nothing else is touched. "
        "To be rid of one, delete its folder there."
    )
    status = "Exit status: 0 when all are installed and pass, else 2."
    return "\n\n".join((what, "\b\n" + "\n".join(listed), where, status))


@targets_command.command(
    "install", help=_install_help(), short_help="Install published parsers, and check their adapters."
)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@click.pass_context
def install_command(ctx: click.Context, *, names: tuple[str, ...]) -> None:
    """Make what is missing and try each adapter, one after the other. One that fails stops no other."""
    from harness.cli import complain
    from harness.cli.signals import interrupted_once
    from harness.published import self_check
    from harness.published.environments import folder
    from harness.published.installing import install

    complete = True
    for parser in [named(name) for name in dict.fromkeys(names)]:  # all names first
        try:
            with interrupted_once():
                record = install(parser, partial(_step, parser.name))
        except HarnessError as error:
            complain(error)
            complete = False
            continue
        click.echo(f"{parser.name}: {parser.package} {record.version} is in {folder(parser)}")
        checks = self_check(parser.name)
        failed = [check for check in checks if not check.passed]
        click.echo(f"{parser.name}: self-check: {len(checks) - len(failed)} of {len(checks)} passed")
        for check in failed:
            click.echo(f"{parser.name}: failed: {check.id}: {check.message}")
        complete = complete and not failed
    if not complete:
        ctx.exit(2)


def _step(name: str, step: str) -> None:
    """Tell of a step of an installation."""
    click.echo(f"{name}: {step}", err=True)


def _offer(names: list[str]) -> None:
    """Say which published parsers can be installed."""
    if names:
        click.echo(f"not installed: {', '.join(names)}")
        click.echo(f"  to install    toolcall-harness targets install {' '.join(names)}")


def _lines(found: Iterable[Surveyed]) -> tuple[Surveyed, ...]:
    """Write each target as a block of plain lines, as soon as it was looked at."""
    shown = []
    for target in found:
        click.echo(f"{target.name}: {_STATES[target.state]}")
        for label, words in _facts(target):
            click.echo(f"  {label:<12}{words}")
        shown.append(target)
    return tuple(shown)


def _table(found: Iterable[Surveyed]) -> tuple[Surveyed, ...]:
    """Draw one table. rich obeys NO_COLOR."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    with console.status("starting the adapters"):
        shown = tuple(found)
    table = Table(show_lines=True)
    for title in ("target", "", "facts"):
        table.add_column(title)
    for target in shown:
        facts = Table.grid(padding=(0, 1))
        for label, words in _facts(target):
            facts.add_row(Text(label, style="dim"), Text(words))
        style = "green" if target.state == "available" else "bold red"
        table.add_row(Text(target.name), Text(_STATES[target.state], style=style), facts)
    console.print(table)
    return shown


def _facts(target: Surveyed) -> list[tuple[str, str]]:
    """Give what there is to say of a target, a label and one line each."""
    if target.state == "unavailable":
        rows = [("why", target.message), ("hint", target.hint)]
        return [*((label, words) for label, words in rows if words), *_stderr(target)]
    passed = sum(check.passed for check in target.checks)
    rows = [
        ("adapter", f"{target.reported_name} {target.version}".strip()),
        ("language", f"{target.language} {target.library_version}".strip()),
        ("runs with", f"{target.toolchain} ({target.toolchain_version})" if target.toolchain else ""),
        ("modes", f"{', '.join(target.modes)}; cuts: {target.cuts}"),
    ]
    for dialect in target.dialects:
        answers = target.policies.get(dialect, {})
        rows.append(
            (dialect, " ".join(f"{k}={v}" for k, v in sorted(answers.items())) or "no policy declared")
        )
    rows.append(("settable", ", ".join(target.settable)))
    rows.append(("self-check", f"{passed} of {len(target.checks)} passed"))
    for check in target.checks:
        if not check.passed:
            rows.append(("failed", f"{check.id} {check.dialect}".strip() + f": {check.message}"))
    return [(label, words) for label, words in rows if words]


def _stderr(target: Surveyed) -> list[tuple[str, str]]:
    return [("stderr", line) for line in target.stderr.rstrip().splitlines()[-_LAST_LINES:]]
