"""``selftest``: how many of the planted bugs the harness finds."""

from __future__ import annotations

import json
import os
import secrets
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import structs

from harness.cli import signals
from harness.cli.options import Folder
from harness.errors import UsageError

if TYPE_CHECKING:
    from harness.errors import HarnessError
    from harness.selftest.making import Wanted
    from harness.selftest.score import BugScore, Selftest, Trial
    from harness.zoo.bug import Bug

_SEEDS = 2**32
_FAULT = 2
_INTERRUPTED = 130
_WHOLE = Path("reports/selftest")
_PART = Path("reports/selftest-part")


@click.command("selftest")
@click.argument("names", nargs=-1, metavar="[BUG]...")
@click.option(
    "--repeats",
    type=click.IntRange(1, 100),
    default=3,
    show_default=True,
    help="Campaigns on each bug, each with a seed of its own.",
)
@click.option(
    "--cases",
    type=click.IntRange(1, 20_000),
    default=20_000,
    show_default=True,
    help="Most cases of a campaign. So many are some 190,000 parses.",
)
@click.option(
    "--clean-cases",
    type=click.IntRange(min=0),
    default=None,
    show_default="4,000, or 0 where bugs are named",
    help="Cases of each campaign on the three references as they are, in which nothing should be found: one "
    "for each dialect and repeat.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, _SEEDS - 1),
    default=None,
    show_default="a new one",
    help="What the seeds of all campaigns are made of. With that of one that was stopped it goes on.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 64),
    default=lambda: min(os.cpu_count() or 1, 8),
    show_default="number of cores, at most 8",
    help="Campaigns at a time. What is found does not depend on it.",
)
@click.option(
    "--out",
    type=Folder(),
    default=None,
    show_default=f"{_WHOLE}, or {_PART} where bugs are named",
    help="Folder of the report, and of the trials that are done.",
)
@click.option("--baselines", is_flag=True, help="Also measure what simpler methods find of the Python bugs.")
@click.option(
    "--mutants",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Also try N mutants of the Python reference.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON; progress goes to stderr.")
@click.option("--list", "listed", is_flag=True, help="Print the planted bugs, one a line, and stop.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of selftest.json and stop.")
def selftest_command(
    *,
    names: tuple[str, ...],
    repeats: int,
    cases: int,
    clean_cases: int | None,
    seed: int | None,
    jobs: int,
    out: Path | None,
    baselines: bool,
    mutants: int,
    as_json: bool,
    listed: bool,
    schema: bool,
) -> None:
    """Run a campaign on each planted bug, and say how many the harness finds, and how soon.

    A planted bug is a small patch to one of the references; --list shows them. All of them are tried, or
    those that are named. The report is selftest.json and README.md. Trials that are done are kept: the same
    command with the same seed goes on where it was stopped.

    Exit status: 0 when at least 95 % of the bugs are found in every repeat and no finding is false; 1 when
    not, or when a bug is not found that the result kept in the folder found in every repeat; 2 when some
    trial could not be done; 130 when interrupted.
    """
    from harness.selftest import making, scoring
    from harness.selftest.score import render
    from harness.selftest.score import schema as schema_of
    from harness.selftest.task import CLEAN_CASES, Settings

    if schema:
        click.echo(json.dumps(schema_of(), indent=2))
        return
    bugs = _chosen(names)
    if listed:
        for bug in bugs:
            click.echo(_listed(bug))
        return
    chosen_seed = secrets.randbelow(_SEEDS) if seed is None else seed
    clean = clean_cases if clean_cases is not None else (0 if names else CLEAN_CASES)
    wanted = making.Wanted(
        bugs=bugs,
        repeats=repeats,
        settings=Settings(seed=chosen_seed, cases=cases, clean_cases=clean),
        jobs=jobs,
        out=out or (_PART if names else _WHOLE),
        command=_command(
            names,
            {
                "repeats": repeats,
                "cases": cases,
                "clean-cases": clean_cases,
                "seed": chosen_seed,
                "mutants": mutants or None,
            },
            baselines=baselines,
        ),
    )
    teller = _Teller(err=as_json)
    teller.note(f"seed {chosen_seed}, {len(bugs)} planted bugs, {repeats} repeats; written to {wanted.out}")
    signals.interrupt_once()
    try:
        result = _made(wanted, teller, baselines=baselines, mutants=mutants)
    except KeyboardInterrupt:
        click.echo(f"interrupted; --seed {chosen_seed} and the same options go on from here", err=True)
        sys.exit(_INTERRUPTED)
    signals.ignore()
    if result is None:
        click.echo("some trials could not be done, so there is no score; the others are kept", err=True)
        sys.exit(_FAULT)
    making.write(wanted.out, result)
    if as_json:
        click.echo(render(result).decode("ascii"), nl=False)
    teller.end(result, good=scoring.passed(result), out=wanted.out)
    sys.exit(0 if scoring.passed(result) else 1)


def _made(wanted: Wanted, teller: _Teller, *, baselines: bool, mutants: int) -> Selftest | None:
    """Plant all, do the trials, and measure what else is asked for."""
    from harness.selftest import making, parts

    wrong = making.unplanted(wanted.bugs, clean=bool(wanted.settings.clean_cases))
    for error in wrong:
        teller.failed(error)
    if wrong:
        return None
    result = making.make(wanted, teller)
    seed, jobs, out = wanted.settings.seed, wanted.jobs, wanted.out
    if result is not None and baselines:
        measured = parts.baselines().measure(result.bugs, seed=seed, jobs=jobs, out=out, tell=teller.note)
        result = structs.replace(result, baselines=measured)
    if result is not None and mutants:
        noticed = parts.mutants().measure(mutants, seed=seed, jobs=jobs, out=out, tell=teller.note)
        result = structs.replace(result, mutants=noticed)
    return result


def _chosen(names: tuple[str, ...]) -> tuple[Bug, ...]:
    """Pick bugs by name, in the order of the zoo. ``zoo:`` before a name may be there."""
    from difflib import get_close_matches

    from harness.zoo.bug import zoo

    bugs = zoo()
    wanted = {name.removeprefix("zoo:") for name in names} or set(bugs)
    for name in sorted(wanted - set(bugs)):
        near = get_close_matches(name, bugs, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "selftest --list shows them"
        raise UsageError(f"there is no planted bug {name!r}", hint=hint)
    return tuple(bug for name, bug in bugs.items() if name in wanted)


def _listed(bug: Bug) -> str:
    head = bug.head
    columns = f"{bug.name:<32} {bug.language:<6} {head.dialect} {head.oracle:<11} {head.difficulty:<10}"
    return f"{columns} {head.what} ({head.report or head.measured})"


def _command(names: tuple[str, ...], given: dict[str, int | None], *, baselines: bool) -> str:
    words = ["toolcall-harness", "selftest", *names]
    for option, value in given.items():
        words += [] if value is None else [f"--{option}", str(value)]
    return shlex.join([*words, "--baselines"] if baselines else words)


class _Teller:
    """Lines for people while it runs: on standard output, or where that is for JSON, on standard error."""

    def __init__(self, *, err: bool) -> None:
        self._err = err

    def note(self, line: str) -> None:
        self._say(line)

    def bug(self, score: BugScore) -> None:
        from harness.selftest.markdown import bug_line

        self._say(bug_line(score), "green" if score.always else "red")

    def clean(self, trial: Trial) -> None:
        false = len(trial.complaints)
        told = f"{false} false findings" if false else "nothing found"
        colour = "red" if false else ""
        self._say(f"{trial.name}, repeat {trial.repeat}: {told} in {trial.cases:,} cases", colour)

    def failed(self, error: HarnessError) -> None:
        from harness.cli import complain

        complain(error)

    def end(self, result: Selftest, *, good: bool, out: Path) -> None:
        from harness.selftest.markdown import headline

        for name in result.lost:
            self._say(f"{name}: the result before this one found it in every repeat", "red")
        self._say(f"written: {out} (selftest.json, README.md)")
        self._say(headline(result), "green" if good else "red")

    def _say(self, line: str, colour: str = "") -> None:
        from harness.report.glyphs import printable

        click.secho(printable(line), fg=colour or None, err=self._err)
