"""``run``: a campaign."""

from __future__ import annotations

import json
import os
import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli import signals
from harness.cli.ledger import DEFAULT, say
from harness.cli.options import (
    BUNDLED,
    Duration,
    configured,
    dialect_option,
    ledger_option,
    limits,
    memory_limit_option,
    oracle_option,
    policies_option,
    policy_option,
    targets_option,
    time_limit_option,
    today_option,
    tokenizer_option,
)
from harness.errors import UsageError
from harness.events import Ended
from harness.oracles import ORACLES
from harness.report.casefile import save_case
from harness.search.campaign import Campaign
from harness.search.plan import Plan
from harness.targets import resolve
from harness.tokens import vocabulary

if TYPE_CHECKING:
    import datetime as dt

    from harness.events import CampaignEvent, Listener, Report
    from harness.ledger.ledger import Ledger
    from harness.model import Case

_DEFAULT_SECONDS = 60.0
_SEEDS = 2**32
_LONG_SECONDS = 300.0
_LONG_CASES = 20_000


@click.command("run")
@targets_option
@dialect_option
@oracle_option
@click.option("--time", "seconds", type=Duration(), help="Start no new cases after this time. [default: 60s]")
@click.option("--cases", type=click.IntRange(min=1), help="Stop after this many cases.")
@click.option("--seed", type=click.IntRange(0, _SEEDS - 1), help="The campaign's seed. [default: a new one]")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 64),
    default=lambda: min(os.cpu_count() or 1, 8),
    show_default="number of cores, at most 8",
    help="Worker processes. The findings do not depend on it.",
)
@click.option("--deep", is_flag=True, help="Feed each text in many more chunkings.")
@tokenizer_option
@policy_option
@policies_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the reports. [default: reports/<time>-<seed>]",
)
@time_limit_option
@memory_limit_option
@click.option("--max-findings", type=click.IntRange(min=1), help="Stop after this many findings.")
@click.option(
    "--shrink-time",
    type=Duration(),
    default="60s",
    show_default=True,
    help="How long making one finding small may take.",
)
@ledger_option
@click.option("--no-ledger", is_flag=True, help="Judge by no ledger, where corpus/ledger.toml is there, too.")
@today_option
@click.option("--json", "as_json", is_flag=True, help="Print report.json instead of progress.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of report.json and stop.")
def run_command(
    *,
    targets: tuple[str, ...],
    dialect: str,
    oracles: tuple[str, ...],
    seconds: float | None,
    cases: int | None,
    seed: int | None,
    jobs: int,
    deep: bool,
    tokenizer: str | None,
    policies: tuple[tuple[str, str], ...],
    policy_file: Path | None,
    out: Path | None,
    time_limit: float,
    memory_limit: int,
    max_findings: int | None,
    shrink_time: float,
    ledger_file: Path | None,
    no_ledger: bool,
    today: dt.date,
    as_json: bool,
    schema: bool,
) -> None:
    """Run a campaign: generate texts with a known answer, parse them in many chunkings, compare.

    Without --time and --cases it runs for 60 seconds. Reports are written to reports/<time>-<seed>,
    and reports/latest points to the newest. The same seed and number of cases give the same findings. A run
    of 5 minutes or 20,000 cases, at least, first feeds the project's fixtures in some hundred chunkings each.
    """
    from harness.ledger.gate import gated, judging
    from harness.report.console import Sturdy, console
    from harness.report.folder import ReportFolder, open_folder
    from harness.report.record import render, report_schema

    if schema:
        click.echo(json.dumps(report_schema(), indent=2))
        return
    names = targets or BUNDLED
    _check(names, oracles)
    if tokenizer is not None:
        vocabulary(tokenizer)  # what is missing is told before anything starts
    if seed is None:
        seed = random.SystemRandom().randrange(_SEEDS)
    if seconds is None and cases is None:
        seconds = _DEFAULT_SECONDS
    known = configured(policy_file, names)
    file, ledger = _ledger(ledger_file, no_ledger=no_ledger)
    folder = open_folder(out, seed=seed)
    plan = Plan(
        targets=names,
        dialect=dialect,
        oracles=tuple(name for name in ORACLES if not oracles or name in oracles),
        asked=oracles,
        seed=seed,
        out=folder,
        cases=cases,
        seconds=seconds,
        jobs=jobs,
        deep=deep,
        tokenizer=tokenizer,
        policies=dict(policies),
        configured=known,
        policy_file=None if policy_file is None else str(policy_file),
        limits=limits(time_limit, memory_limit),
        max_findings=max_findings,
        shrink_seconds=shrink_time,
        proved=_known_texts(dialect, names) if _is_long(seconds, cases) else (),
    )
    terminal = None if as_json else Sturdy(console())
    listeners: list[Listener] = [
        _end_in_peace,
        ReportFolder(folder, latest=out is None),
        *([terminal] if terminal else []),
    ]
    if ledger is not None:
        listeners = [judging(listener, ledger, today) for listener in listeners]

    def save(name: str, case: Case) -> Path:
        return save_case(folder, name, case)

    signals.interrupt_once()
    try:
        report = Campaign(plan, listeners, save).run()
    finally:
        if terminal:
            terminal.close()
    if ledger is not None:
        report = gated(report, ledger, today)
    if as_json:
        click.echo(render(report).decode(), nl=False)
    else:
        _say_gate(report, file)
    sys.exit(report.status)


def _say_gate(report: Report, file: Path) -> None:
    """Say what the ledger makes of the campaign, where there is one. The status counts if nobody reads."""
    from harness.ledger.lines import gate_lines

    if report.gate is not None:
        with suppress(BrokenPipeError):
            say(gate_lines(report.gate, str(file)))


def _ledger(file: Path | None, *, no_ledger: bool) -> tuple[Path, Ledger | None]:
    """Read the ledger that is named, else the default one where it is there. Raises ``UsageError``."""
    from harness.ledger.ledger import read

    if no_ledger and file is not None:
        raise UsageError("give one of --ledger and --no-ledger")
    named = file or DEFAULT
    wanted = file is not None or (named.exists() and not no_ledger)
    return named, read(named) if wanted else None


def _is_long(seconds: float | None, cases: int | None) -> bool:
    """Tell whether a campaign has the time for what is done before its search (``harness.proof.first``)."""
    return (seconds is None or seconds >= _LONG_SECONDS) and (cases is None or cases >= _LONG_CASES)


def _known_texts(dialect: str, names: tuple[str, ...]) -> tuple[Case, ...]:
    """Read the project's own fixtures of a dialect; none where a harness was installed without them.

    None for a server either: each chunking would be a request to its engine.
    """
    from harness.fixtures.collection import collect, shipped

    try:
        if any(resolve(name).kind == "http" for name in names):
            return ()
        folder = shipped()
    except UsageError:
        return ()
    found = [fixture for _, fixture in collect([folder]).fixtures if fixture.dialect == dialect]
    return tuple(fixture.case() for fixture in found)


def _check(names: tuple[str, ...], oracles: tuple[str, ...]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"the target {twice} is given twice", hint="a target is compared with others, once")
    if "agreement" in oracles and len(names) < 2:
        raise UsageError("the oracle agreement needs two targets", hint="add -t python, for example")


def _end_in_peace(event: CampaignEvent) -> None:
    """Let nothing interrupt the writing of the reports."""
    if isinstance(event, Ended):
        signals.ignore()
