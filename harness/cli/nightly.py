"""``nightly``: the steps of a night in CI, one verb each, so that a workflow has no logic of its own."""

from __future__ import annotations

import datetime as dt
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from harness.cli.ledger import DEFAULT, read_report
from harness.cli.options import (
    BUNDLED,
    Day,
    Duration,
    Folder,
    Shard,
    dialect_option,
    ledger_option,
    limits,
    memory_limit_option,
    time_limit_option,
    today_option,
)
from harness.dialects import DIALECTS
from harness.errors import HarnessError, UsageError
from harness.nightly.folder import Night

_RESULTS = ("success", "failure", "cancelled", "skipped")


class Lines(click.ParamType[str]):
    """A word of an option that a variable of the environment may hold several of, one a line."""

    name = "name"

    def split_envvar_value(self, rv: str) -> list[str]:
        """Split at line ends: a command has blanks in it."""
        return [line.strip() for line in rv.splitlines() if line.strip()]


class Ended(click.ParamType[tuple[str, str]]):
    """``NAME=RESULT`` of a job."""

    name = "name=result"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        """Give the pair."""
        name, _, result = value.partition("=") if isinstance(value, str) else ("", "", "")
        if not name or result not in _RESULTS:
            self.fail(f"{value!r} is not NAME=RESULT, and a RESULT is {', '.join(_RESULTS)}", param, ctx)
        return name, result


night_option = click.option(
    "--night",
    "night",
    type=Folder(),
    default=Path("night"),
    show_default=True,
    envvar="NIGHT",
    show_envvar=True,
    help="Folder of the night.",
)

dialects_option = click.option(
    "-d",
    "--dialect",
    "dialects",
    type=click.Choice(sorted(DIALECTS)),
    multiple=True,
    default=sorted(DIALECTS),
    show_default="all",
    envvar="NIGHT_DIALECTS",
    show_envvar=True,
    help="What the night is of. Repeatable; words in the variable.",
)

targets_option = click.option(
    "-t",
    "--target",
    "targets",
    type=Lines(),
    multiple=True,
    envvar="NIGHT_TARGETS",
    show_envvar=True,
    metavar="NAME",
    help="A parser, as for run. Repeatable; lines in the variable. Default: the three bundled references.",
)


@click.group("nightly")
def nightly_command() -> None:
    """Run long campaigns on several machines, and hold each night to the last one.

    The verbs are the steps of a workflow, in this order: begin, shard on each machine, merge, gate, trim.
    What is kept for the next night is then packed with corpus pack.
    """


@nightly_command.command("begin")
@click.argument("cache", type=click.Path(path_type=Path))
@night_option
@click.option("--first", is_flag=True, help="Accept that there was no night yet, or that all of it is lost.")
@click.option(
    "--date", "day", type=Day(), default=lambda: dt.datetime.now(dt.UTC).date(), help="Of the seed."
)
@click.option("--output", is_flag=True, help="Print seed=… alone, as a step of a CI job hands it on.")
def begin_command(*, cache: Path, night: Path, first: bool, day: dt.date, output: bool) -> None:
    """Take what the last night left out of the archive in CACHE.

    Without a whole archive the status is 2, unless this is the first night. The seed of all shards is the
    date, as YYYYMMDD: said once, since a night may go on over midnight.
    """
    from harness.corpus.archive import restore
    from harness.nightly.record import Record, read, write
    from harness.report.glyphs import printable

    place = Night(night)
    try:
        restored = restore(cache, place.kept)
        place.expect_kept()
        last = read(place.record)
    except HarnessError as error:
        if not first:
            raise
        shutil.rmtree(place.kept, ignore_errors=True)
        write(place.record, Record())
        told = f"this is the first night: {error.message}"
    else:
        nights = ", ".join(f"{name} of {scope.date}" for name, scope in last.parts.items())
        told = f"{restored.path}: {restored.files:,} files; the last night: {nights or 'none that was whole'}"
    click.echo(printable(told), err=output)
    click.echo(f"seed={day:%Y%m%d}")


@nightly_command.command("shard")
@click.argument("shard", type=Shard(), metavar="K/N")
@night_option
@targets_option
@click.option(
    "-d",
    "--dialect",
    type=click.Choice(sorted(DIALECTS)),
    required=True,
    envvar="NIGHT_DIALECT",
    show_envvar=True,
)
@click.option("--seed", type=int, required=True, envvar="NIGHT_SEED", show_envvar=True)
@click.option("--time", "seconds", type=Duration(), envvar="NIGHT_TIME", show_envvar=True)
@click.option(
    "--cases", type=click.IntRange(min=1), envvar="NIGHT_CASES", show_envvar=True, help="Of all shards."
)
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[-- OPTIONS OF RUN]")
def shard_command(
    *,
    shard: tuple[int, int],
    night: Path,
    targets: tuple[str, ...],
    dialect: str,
    seed: int,
    seconds: float | None,
    cases: int | None,
    more: tuple[str, ...],
) -> None:
    """Run shard K/N of a dialect: run --profile nightly, with its folder in that of the night.

    Findings do not make it fail: the gate judges them when all shards are merged. What could not be done is
    status 2, as ever. So is a night of which nothing was begun here.
    """
    number, of = shard
    place = Night(night)
    place.expect_kept()
    _in_its_place(more)
    words = ["run", "--profile", "nightly", "--no-ledger", "-d", dialect, "--seed", str(seed)]
    words += ["--shard", f"{number}/{of}", "--out", str(place.shard(dialect, number))]
    words += [word for name in targets for word in ("-t", name)]
    words += [] if seconds is None else ["--time", f"{seconds:g}s"]
    words += [] if cases is None else ["--cases", str(cases)]
    status = _verb([*words, *more])
    sys.exit(0 if status == 1 else status)


@nightly_command.command("part")
@click.argument("name")
@night_option
@dialect_option
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[-- OPTIONS OF RUN]")
def part_command(*, name: str, night: Path, dialect: str, more: tuple[str, ...]) -> None:
    """Run something else whose report the gate is to judge, as part NAME: another engine, for example.

    It begins with the corpus that was kept. Findings do not make it fail here, either.
    """
    from harness.nightly.corpora import give

    place = Night(night)
    place.expect_kept()
    _in_its_place(more)
    click.echo(f"{give(place, dialect, place.run(name)):,} kept cases to begin with", err=True)
    status = _verb(["run", "--no-ledger", "-d", dialect, "--out", str(place.run(name)), *more])
    sys.exit(0 if status == 1 else status)


@nightly_command.command("merge")
@night_option
@dialects_option
@click.option(
    "--shards",
    type=click.IntRange(min=1),
    required=True,
    envvar="NIGHT_SHARDS",
    show_envvar=True,
    help="How many shards each dialect has.",
)
def merge_command(*, night: Path, dialects: tuple[str, ...], shards: int) -> None:
    """Make one report of the shards of each dialect, and one corpus of what all runs kept.

    A shard that is missing ends it with status 2; the other dialects are merged all the same.
    """
    from harness.nightly.corpora import gather

    place = Night(night)
    missing = []
    worst = 0
    for dialect in dialects:
        folders = [place.shard(dialect, number) for number in range(1, shards + 1)]
        gone = [folder for folder in folders if not folder.is_dir()]
        missing += gone
        if not gone:
            status = _verb(["merge", *map(str, folders), "--out", str(place.run(dialect)), "--no-ledger"])
            worst = max(worst, 0 if status == 1 else status)
    for dialect, number in gather(place).items():
        click.echo(f"corpus of {dialect}: {number:,} new cases", err=True)
    if missing:
        raise UsageError(
            f"no such shard: {', '.join(map(str, missing))}", hint="its job did not get that far"
        )
    sys.exit(worst)


@nightly_command.command("gate")
@night_option
@dialects_option
@click.option("--part", "parts", multiple=True, metavar="NAME", help="Expect this report, too. Repeatable.")
@click.option(
    "--job", "jobs", type=Ended(), multiple=True, help="How a job before ended, as CI says it. Repeatable."
)
@click.option("--fewer", is_flag=True, help="Accept a night that looks at less than the last one.")
@click.option(
    "--summary",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Append the page to this file, too: the summary of a CI job.",
)
@ledger_option
@today_option
def gate_command(
    *,
    night: Path,
    dialects: tuple[str, ...],
    parts: tuple[str, ...],
    jobs: tuple[tuple[str, str], ...],
    fewer: bool,
    summary: Path | None,
    ledger_file: Path | None,
    today: dt.date,
) -> None:
    """Judge the night: by the ledger, and by what the last night looked at.

    Status 1: something is new, changed, expired or newly passing. Status 2: a part, target, oracle, fixture
    or corpus of the last night is missing, or a job did not succeed. A night that is whole is what the next
    one is held to.
    """
    from harness.ledger import ledger as ledgers
    from harness.nightly import record
    from harness.nightly.judging import Terms, judged, next_record, shown
    from harness.nightly.summary import headline, render
    from harness.report import atomic, jsontext
    from harness.report.glyphs import printable

    place = Night(night)
    file = ledger_file or DEFAULT
    ledger = ledgers.read(file) if ledger_file is not None or file.exists() else ledgers.Ledger()
    begun = place.record.is_file()
    last = record.read(place.record) if begun else record.Record()
    reports = {part: read_report(place.run(part)) for part in place.parts()}
    terms = Terms(jobs=dict(jobs), expected=(*dialects, *parts), begun=begun, fewer=fewer)
    found = judged(reports, ledger, last, today, terms)
    page = render(found)
    atomic.write(place.summary, page)
    atomic.write(place.verdict, jsontext.pretty(shown(found)).encode("ascii"))
    if summary is not None:
        with summary.open("ab") as file_of_job:
            file_of_job.write(page)
    kept = next_record(found, last, today, fewer=fewer)
    if kept is not None:
        record.write(place.record, kept)
    click.echo(printable(headline(found)))
    for part in found.parts:
        for card in part.fresh:
            click.echo(printable(f"  new: {part.name}: {card.fingerprint} {card.title}"))
    for one in found.lost:
        click.echo(printable(f"  missing: {one}"))
    click.echo(printable(f"  {place.summary}"))
    sys.exit(found.status)


@nightly_command.command("trim")
@night_option
@dialects_option
@targets_option
@click.option(
    "--above",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    envvar="NIGHT_CORPUS",
    show_envvar=True,
    metavar="CASES",
    help="Leave a corpus of so many cases, or fewer, as it is.",
)
@time_limit_option
@memory_limit_option
def trim_command(
    *,
    night: Path,
    dialects: tuple[str, ...],
    targets: tuple[str, ...],
    above: int,
    time_limit: float,
    memory_limit: int,
) -> None:
    """Make a corpus that grew large small again, as corpus minimise does: one case for each tuple.

    Otherwise it grows night by night, until each begins with an hour of old cases. Where a target can't be
    used the status is 2, and the corpus stays as it is.
    """
    from harness.nightly.corpora import trim
    from harness.report.glyphs import printable

    place = Night(night)
    place.expect_kept()
    for dialect in dialects:
        found = trim(place, dialect, above, targets or BUNDLED, limits(time_limit, memory_limit))
        before, after = found or (0, 0)
        told = (
            f"{after:,} of {before:,} cases are kept" if after < before else f"{before:,} cases, as they are"
        )
        click.echo(printable(f"corpus of {dialect}: {told}"))


def _in_its_place(more: tuple[str, ...]) -> None:
    """Refuse what would put a report where the gate does not look. Raises ``UsageError``."""
    if any(word.partition("=")[0] in {"--out", "--resume"} for word in more):
        raise UsageError(
            "--out and --resume are not for a run of a night: its folder is in that of the night"
        )


def _verb(words: list[str]) -> int:
    """Run another verb in this process, as its command line would, and give its status."""
    from harness.cli import cli
    from harness.report.glyphs import printable

    click.echo(printable(f"+ toolcall-harness {' '.join(words)}"), err=True)
    try:
        with cli.make_context("toolcall-harness", list(words)) as context:
            cli.invoke(context)
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    return 0
