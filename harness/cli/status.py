"""``status``: how far a campaign is, that runs or was stopped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click
import msgspec

from harness.cli.options import Folder
from harness.journal.holding import is_held
from harness.report import statistics
from harness.report.verdict import counted, duration

if TYPE_CHECKING:
    from pathlib import Path

_MIB = 1024 * 1024


@click.command("status")
@click.argument("folder", type=Folder(), metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Print stats.json, with a member for whether it runs.")
def status_command(*, folder: Path, as_json: bool) -> None:
    """Say how far the campaign of a folder is: the one after --out, or reports/<time>-<seed>.

    A campaign writes it every two seconds. Exit status: 0, also where it ended badly; 2 where there is none.
    """
    found = statistics.read(folder)
    running = is_held(folder)
    if as_json:
        click.echo(json.dumps({"running": running, **msgspec.to_builtins(found)}, indent=2))
        return
    for line in lines(found, folder, running=running):
        click.echo(line)


def lines(found: statistics.Statistics, folder: Path, *, running: bool) -> list[str]:
    """Tell it for people."""
    state = found.state
    if state == "running" and not running:
        state = "killed"
    cases = f"{found.cases:,}"
    cases += f" of {counted(found.most_cases, 'case')}" if found.most_cases else " cases"
    time = duration(found.seconds) + (f" of {duration(found.most_seconds)}" if found.most_seconds else "")
    told = [
        f"{state}: {found.dialect}, seed {found.seed}, targets {', '.join(found.targets)}",
        f"{cases}, {counted(found.parses, 'parse')} in {time}, {found.parses_per_second:,.0f} a second",
        f"{counted(found.findings, 'finding')} ({found.flaky} flaky), {counted(found.faults, 'fault')}",
    ]
    memory = [row.memory for row in found.minutes if row.memory is not None]
    if memory:
        told.append(
            f"memory: {memory[-1] // _MIB:,} MiB with all it started, {memory[0] // _MIB:,} at its beginning"
        )
    told.append(f"as of {found.updated}")
    if state in {"killed", "interrupted"}:
        told.append(f"go on with: toolcall-harness run --resume {folder}")
    return told
