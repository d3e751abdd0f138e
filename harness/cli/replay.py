"""``replay``: hold targets against fixtures, and judge saved cases again."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec import structs

from harness.cli.options import (
    BUNDLED,
    configured,
    policies_option,
    policy_option,
    targets_option,
    time_limit_option,
)
from harness.dialects import DIALECTS
from harness.errors import UsageError
from harness.fixtures import lines
from harness.fixtures.collection import collect, shipped
from harness.fixtures.fixture import fixture_schema
from harness.fixtures.replay import hold, judge
from harness.targets import Crew, Limits

if TYPE_CHECKING:
    from harness.fixtures.fixture import Fixture
    from harness.fixtures.replay import Tally
    from harness.model import Case
    from harness.search.bench import Verdict

_FOUND = 1
_FAULT = 2


@click.command("replay")
@click.argument("places", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE or FOLDER]...")
@targets_option
@click.option(
    "-d", "--dialect", type=click.Choice(sorted(DIALECTS)), help="Only what is of this wire format."
)
@policy_option
@policies_option
@time_limit_option
@click.option("--show", is_flag=True, help="Show of what fails the text, the cuts and the answers.")
@click.option("--json", "as_json", is_flag=True, help="Print what came out as JSON.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of a fixture and stop.")
def replay_command(
    *,
    places: tuple[Path, ...],
    targets: tuple[str, ...],
    dialect: str | None,
    policies: tuple[tuple[str, str], ...],
    policy_file: Path | None,
    time_limit: float,
    show: bool,
    as_json: bool,
    schema: bool,
) -> None:
    """Replay fixtures on all targets: at once, whole, one character at a time, and in their own cuts.

    Without FILE or FOLDER it is the project's own fixtures, corpus/regressions. Cases that run has saved
    are taken too; the oracles judge them. Exit status 1 if a target gives something else than is due, 2
    if there was nothing that a target could be held against.
    """
    if schema:
        click.echo(json.dumps(fixture_schema(), indent=2))
        return
    found = collect(places or (shipped(),))
    fixtures = [fixture for _, fixture in found.fixtures if dialect in {None, fixture.dialect}]
    cases = [(path, case) for path, case in found.cases if dialect in {None, case.dialect}]
    if not fixtures and not cases:
        raise UsageError(f"there is nothing to replay of the dialect {dialect}", hint="leave out -d")
    asked = dict(policies)
    limits = structs.replace(Limits(), run=time_limit, alone=min(Limits().alone, time_limit))
    names = targets or BUNDLED
    known = configured(policy_file, names)
    crew = Crew(names, limits=limits, configured=known)
    tallies, faults = _hold(crew, fixtures, asked) if fixtures else ([], [])
    verdicts, more = judge([case for _, case in cases], names, asked, limits, configured=known)
    faults += more
    idle = _idle(names, tallies if fixtures else None, verdicts)
    status = _FAULT if faults or idle else _FOUND if _failed(tallies, verdicts) else 0
    if as_json:
        said = {
            "status": status,
            "fixtures": len(fixtures),
            "targets": tallies,
            "faults": faults,
            "idle": idle,
        }
        said["cases"] = [
            {"file": str(path), "judged": verdict.judged, "violations": verdict.violations}
            for (path, _), verdict in zip(cases, verdicts, strict=True)
        ]
        click.echo(json.dumps(msgspec.to_builtins(said), indent=2))
    else:
        _tell(fixtures, tallies, list(zip(cases, verdicts, strict=True)), status, show=show)
    for fault in faults:
        click.echo(f"fault: {fault}", err=True)
    for name in idle:
        click.echo(f"fault: {name}: nothing here could be asked of it, so this is no pass", err=True)
    sys.exit(status)


def _hold(crew: Crew, fixtures: list[Fixture], asked: dict[str, str]) -> tuple[list[Tally], list[str]]:
    with crew:
        length = len(crew.targets) * sum(len(fixture.expected) for fixture in fixtures)
        hidden = not sys.stderr.isatty()
        with click.progressbar(length=length, label="replaying", file=sys.stderr, hidden=hidden) as bar:
            tallies = hold(crew, fixtures, asked, bar.update)
        return tallies, [f"{fault.target}: {fault.message}" for fault in crew.faults]


def _idle(names: tuple[str, ...], tallies: list[Tally] | None, verdicts: list[Verdict]) -> list[str]:
    """Name the targets that were held against nothing at all."""
    if any(verdict.judged for verdict in verdicts):
        return []
    return list(names) if tallies is None else [tally.target for tally in tallies if not tally.held]


def _failed(tallies: list[Tally], verdicts: list[Verdict]) -> bool:
    return any(tally.mismatches for tally in tallies) or any(verdict.violations for verdict in verdicts)


def _tell(
    fixtures: list[Fixture],
    tallies: list[Tally],
    cases: list[tuple[tuple[Path, Case], Verdict]],
    status: int,
    *,
    show: bool,
) -> None:
    known = {fixture.id: fixture for fixture in fixtures}
    for tally in tallies:
        for mismatch in tally.mismatches:
            click.secho(lines.mismatch_line(mismatch), fg="red")
            if show:
                for line in lines.mismatch_block(mismatch, known[mismatch.fixture]):
                    click.echo(str(line))
    for (path, _), verdict in cases:
        for told in lines.verdict_lines(path, verdict):
            click.secho(told, fg="red")
    for told in lines.unsupported_lines(tallies):
        click.echo(told)
    verdicts = [verdict for _, verdict in cases]
    click.secho(lines.summary(len(fixtures), tallies, verdicts), fg="red" if status else "green")
