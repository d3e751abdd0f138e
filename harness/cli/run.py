"""``run``: a campaign."""

from __future__ import annotations

import datetime as dt
import json
import os
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click
from click.core import ParameterSource
from msgspec import structs

from harness.cli import together
from harness.cli.conducting import Told, conduct, wanted_ledger
from harness.cli.options import (
    BUNDLED,
    Duration,
    Folder,
    Shard,
    configured,
    dialect_option,
    engine_options,
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
from harness.journal.file import JournalFile
from harness.oracles import ORACLES
from harness.search.digest import digest
from harness.search.plan import Plan
from harness.targets import resolve
from harness.tokens import vocabulary

if TYPE_CHECKING:
    from harness.model import Case

_DEFAULT_SECONDS = 60.0
_SEEDS = 2**32
_LONG_SECONDS = 300.0
_LONG_CASES = 20_000
_NIGHT_SECONDS = 3600.0

_OF_ANY_RUN = {"resume", "jobs", "cluster", "ledger_file", "no_ledger", "today", "as_json"}
"""Options that may be another one when a campaign goes on."""


@click.command("run")
@targets_option
@dialect_option
@oracle_option
@click.option(
    "--profile",
    type=click.Choice(["quick", "nightly"]),
    default="quick",
    show_default=True,
    help="nightly: for an hour, the fixtures first, with the seed of the day in UTC (20261231).",
)
@click.option(
    "--resume",
    type=Folder(),
    metavar="DIR",
    help="Go on with the campaign of this folder, which was stopped or killed. All options are those it had.",
)
@click.option(
    "--shard",
    type=Shard(),
    default=(1, 1),
    metavar="K/N",
    help="Do the K-th of N parts of the campaign; --cases counts all of them. See: merge.",
)
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
@engine_options
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Run the cases on the workers of the Dask scheduler at this address, tcp://host:8786 say, not in "
    "processes of our own. See docs/long-runs.md.",
)
@click.option("--deep", is_flag=True, help="Feed each text in many more chunkings.")
@tokenizer_option
@policy_option
@policies_option
@click.option(
    "--out",
    type=Folder(),
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
@click.option(
    "--events-schema", is_flag=True, help="Print the JSON Schema of a line of events.ndjson and stop."
)
@click.pass_context
def run_command(
    context: click.Context,
    *,
    profile: str,
    resume: Path | None,
    shard: tuple[int, int],
    targets: tuple[str, ...],
    dialect: str,
    oracles: tuple[str, ...],
    seconds: float | None,
    cases: int | None,
    seed: int | None,
    jobs: int,
    engine: Literal["seeded", "atheris"],
    search: Literal["plain", "disagreement"],
    corpus: Path | None,
    watched: tuple[str, ...],
    cluster: str | None,
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
    events_schema: bool,
) -> None:
    """Run a campaign: generate texts with a known answer, parse them in many chunkings, compare.

    Without --time and --cases it runs for 60 seconds. Reports are written to reports/<time>-<seed>,
    and reports/latest points to the newest. The same seed and number of cases give the same findings. A run
    of 5 minutes or 20,000 cases, at least, first feeds the project's fixtures in some hundred chunkings each.
    """
    from harness.report.folder import clear, open_folder
    from harness.report.ndjson import events_schema as lines_schema
    from harness.report.record import report_schema

    if schema or events_schema:
        click.echo(json.dumps(report_schema() if schema else lines_schema(), indent=2))
        return
    file, ledger = wanted_ledger(ledger_file, no_ledger=no_ledger)
    told = Told(file, ledger, today, as_json=as_json)
    if resume is not None:
        _only_what_may_change(context)
        sys.exit(_go_on(resume, jobs, cluster, told))
    names = targets or (BUNDLED if engine == "seeded" else BUNDLED[:1])
    nightly = profile == "nightly"
    if seed is None:
        seed = _of_today() if nightly else random.SystemRandom().randrange(_SEEDS)
    if seconds is None and cases is None:
        seconds = _NIGHT_SECONDS if nightly else _DEFAULT_SECONDS
    plan = Plan(
        targets=names,
        dialect=dialect,
        oracles=tuple(name for name in ORACLES if not oracles or name in oracles),
        asked=oracles,
        seed=seed,
        out=out or Path(),
        cases=cases,
        seconds=seconds,
        jobs=jobs,
        shard=shard,
        cluster=cluster,
        engine=engine,
        search=search,
        corpus=corpus,
        watched=watched,
        deep=deep,
        tokenizer=tokenizer,
        policies=dict(policies),
        configured=configured(policy_file, names),
        policy_file=None if policy_file is None else str(policy_file),
        limits=limits(time_limit, memory_limit),
        max_findings=max_findings,
        shrink_seconds=shrink_time,
    )
    together.check(plan)
    if tokenizer is not None:
        vocabulary(tokenizer)  # what is missing is told before anything starts
    folder = open_folder(out, seed=seed)
    proved = _known_texts(dialect, names) if nightly or _is_long(seconds, cases) else ()
    plan = structs.replace(plan, out=folder, proved=proved)
    with JournalFile.begin(folder, plan, made_by=digest(), latest=out is None) as journal:
        clear(folder)
        status = conduct(plan, journal, told)
    sys.exit(status)


def _of_today() -> int:
    """Give the seed of a night: the day in UTC."""
    return int(f"{dt.datetime.now(dt.UTC):%Y%m%d}")


def _go_on(folder: Path, jobs: int, cluster: str | None, told: Told) -> int:
    """Go on with the campaign of a folder; gives the exit status."""
    with JournalFile.resume(folder) as journal:
        if journal.begun.made_by != digest():
            raise UsageError(
                f"{folder}: another version of the harness began this campaign",
                hint="its cases are others: go on with that version, or begin another campaign",
            )
        if journal.begun.plan.engine != "seeded":
            raise UsageError(
                f"{folder}: a campaign of the engine {journal.begun.plan.engine} can't go on",
                hint="begin another one, with --corpus: what was kept is not lost",
            )
        return conduct(
            structs.replace(journal.begun.plan, out=folder, jobs=jobs, cluster=cluster), journal, told
        )


def _only_what_may_change(context: click.Context) -> None:
    """Refuse options beside --resume that a campaign has from its beginning. Raises ``UsageError``."""
    given = ParameterSource.COMMANDLINE
    for parameter in context.command.params:
        name = parameter.name or ""
        if name not in _OF_ANY_RUN and context.get_parameter_source(name) is given:
            raise UsageError(
                f"--resume and {parameter.opts[0]} don't go together: a campaign keeps its options",
                hint="only -j, --cluster, --ledger, --no-ledger, --today and --json may be others",
            )


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
