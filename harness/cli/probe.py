"""``probe``: a target's answers to the policies, found by running it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness import __version__
from harness.cli.options import (
    configured,
    limits,
    memory_limit_option,
    policies_option,
    time_limit_option,
)
from harness.dialects import DIALECTS
from harness.errors import UsageError

if TYPE_CHECKING:
    from harness.probe.report import Report
    from harness.targets.target import Target

_FOUND = 1
_TONES: dict[str, dict[str, Any]] = {
    "head": {"bold": True},
    "kept": {},
    "broken": {"fg": "red", "bold": True},
    "row": {"dim": True},
}


@click.command("probe")
@click.argument("target", required=False)
@click.option(
    "-d",
    "--dialect",
    type=click.Choice(sorted(DIALECTS)),
    help="The wire format to probe. Default: all that the target reads.",
)
@click.option(
    "--write",
    "path",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Put what was found in a file that run, check and replay take as --policies.",
)
@policies_option
@time_limit_option
@memory_limit_option
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of --json and stop.")
def probe_command(
    *,
    target: str | None,
    dialect: str | None,
    path: Path | None,
    policy_file: Path | None,
    time_limit: float,
    memory_limit: int,
    as_json: bool,
    schema: bool,
) -> None:
    """Find out a TARGET's answers to all policies by running it, and hold its declarations against them.

    TARGET is a parser: python, go, node, py:module:attribute or 'cmd:program args'. Shown is each policy with
    what the target declares, what it does, and the smallest text that shows it. Exit status 1 if a declared
    answer is not what it does, or a text ends without an answer.
    """
    from harness.probe import policyfile, report
    from harness.targets.target import Target

    if schema:
        click.echo(json.dumps(report.schema(), indent=2))
        return
    if target is None:
        raise UsageError("name a target", hint="for example: toolcall-harness probe py:my_parser:Parser")
    if path is not None:
        policyfile.prepare(path)  # before the time is spent
    bounds = limits(time_limit, memory_limit)
    known = configured(policy_file, (target,)).get(target)
    found = _probed(Target(target, bounds, configured=known), dialect)
    for told in dict.fromkeys(told for table in found.tables for told in table.warnings):
        click.echo(f"warning: {target}: {told}", err=True)
    if as_json:
        click.echo(report.render(found).decode(), nl=False)
    else:
        _tell(found)
    if path is not None:
        count = policyfile.write(path, target, found.tables)
        click.echo(
            f"{count} answers written to {path}; give it to run, check and replay as --policies", err=True
        )
    sys.exit(_FOUND if found.broken or found.silent else 0)


def _probed(target: Target, dialect: str | None) -> Report:
    from harness.probe.probing import probe
    from harness.probe.report import SCHEMA, Report

    name = target.name
    with target:
        spoken = [known for known in target.hello.dialects if known in DIALECTS]
        if dialect is not None and dialect not in spoken:
            raise UsageError(
                f"{name} does not read the dialect {dialect}",
                hint=f"it reads: {', '.join(target.hello.dialects) or 'none'}",
            )
        if not spoken:
            raise UsageError(f"{name} reads no dialect that is known here: {', '.join(DIALECTS)}")
        tables = tuple([probe(target, each) for each in ([dialect] if dialect else spoken)])
        for fault in target.faults:
            click.echo(f"fault: {fault.target}: {fault.message}", err=True)
    return Report(SCHEMA, __version__, name, tables)


def _tell(found: Report) -> None:
    from harness.probe import lines

    for table in found.tables:
        for tone, line in lines.table_lines(found.target, table):
            click.secho(line, **_TONES[tone])
        click.echo()
    declared = sum(answer.kept is not None for table in found.tables for answer in table.answers)
    if found.silent:
        click.secho(lines.silence(found.tables), **_TONES["broken"])
    click.echo(lines.summary(found.broken, declared))
