"""``leaderboard``: published parsers side by side, each judged alone on the same cases."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli import signals
from harness.cli.options import (
    Duration,
    Folder,
    limits,
    memory_limit_option,
    oracle_option,
    time_limit_option,
)
from harness.dialects import DIALECTS
from harness.errors import UsageError
from harness.oracles import ORACLES

if TYPE_CHECKING:
    from harness.leaderboard.board import Board
    from harness.leaderboard.making import Refused
    from harness.model import Case
    from harness.search.plan import Plan

_CASES = 2_000
_SEEDS = 2**32
_REFUSED = 2
_VOCABULARIES = {"qwen": "qwen", "dsml": "deepseek"}
_QUIET = 2.0  # seconds between two lines of progress of one kind


@click.command("leaderboard")
@click.option(
    "-t",
    "--target",
    "targets",
    multiple=True,
    metavar="NAME",
    help="A parser, as in run. Repeatable. Default: the published parsers that are installed.",
)
@click.option(
    "-d",
    "--dialect",
    type=click.Choice(sorted(DIALECTS)),
    default="qwen",
    show_default=True,
    help="The wire format to write and read.",
)
@oracle_option
@click.option(
    "--cases", type=click.IntRange(min=1), default=_CASES, show_default=True, help="Cases for each."
)
@click.option("--seed", type=click.IntRange(0, _SEEDS - 1), default=1, show_default=True)
@click.option(
    "--tokenizer",
    metavar="qwen|deepseek|FILE|none",
    help="Feed each text also in the tokens of this vocabulary. Default: that of the dialect if its package "
    "is installed, else none.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1, 64),
    default=lambda: min(os.cpu_count() or 1, 8),
    show_default="number of cores, at most 8",
    help="Worker processes. What is found does not depend on it.",
)
@click.option(
    "--out",
    type=Folder(),
    default=Path("reports/leaderboard"),
    show_default=True,
    help="Folder of the pages. Commands of failures name a file in it.",
)
@time_limit_option
@memory_limit_option
@click.option(
    "--shrink-time",
    type=Duration(),
    default=60.0,
    show_default=True,
    help="How long making one failure small may take.",
)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of leaderboard.json and stop.")
def leaderboard_command(
    *,
    targets: tuple[str, ...],
    dialect: str,
    oracles: tuple[str, ...],
    cases: int,
    seed: int,
    tokenizer: str | None,
    jobs: int,
    out: Path,
    time_limit: float,
    memory_limit: int,
    shrink_time: float,
    schema: bool,
) -> None:
    """Put parsers side by side: what each fails, with a smallest case for every distinct failure.

    Each parser is judged alone, on the same cases, by every oracle but agreement, under the policies that
    probing finds. A failure stands in the report only if it showed again on fresh processes three times of
    three, the last time by its command. Written are index.html, leaderboard.md and leaderboard.json.

    Exit status: 0 when the report is written, whatever the parsers did; 2 when a parser was refused, because
    it can't be run or its self-check fails: then nothing is said of it.
    """
    from harness.leaderboard import board, making
    from harness.report.casefile import save_case
    from harness.search.plan import Plan

    if schema:
        click.echo(json.dumps(board.schema(), indent=2))
        return
    plan = Plan(
        targets=_named(targets),
        dialect=dialect,
        oracles=tuple(name for name in ORACLES if name != "agreement" and (not oracles or name in oracles)),
        asked=oracles,
        seed=seed,
        out=out,
        cases=cases,
        jobs=jobs,
        tokenizer=_vocabulary(tokenizer, dialect),
        limits=limits(time_limit, memory_limit),
        shrink_seconds=shrink_time,
    )
    if not plan.oracles:
        raise UsageError("the oracle agreement judges no parser alone", hint="choose others with --oracle")
    making.prepare(out)

    def save(name: str, case: Case) -> Path:
        return save_case(out, name, case)

    signals.interrupt_once()
    work = making.Making(plan, save, _Progress())
    made = work.make()
    signals.ignore()
    if made is not None:
        _write(made, plan)
    for one in work.refused:
        _complain(one)
    sys.exit(_REFUSED if work.refused or made is None else 0)


def _named(targets: tuple[str, ...]) -> tuple[str, ...]:
    from harness.published.environments import installed
    from harness.published.registry import PUBLISHED
    from harness.targets.names import resolve

    names = targets or tuple(name for name, parser in PUBLISHED.items() if installed(parser))
    if not names:
        raise UsageError(
            "no published parser is installed",
            hint=f"toolcall-harness targets install {' '.join(PUBLISHED)}, or name parsers with -t",
        )
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"the target {twice} is given twice")
    for name in names:
        resolve(name)
    return names


def _vocabulary(asked: str | None, dialect: str) -> str | None:
    from harness.tokens import vocabulary

    if asked == "none":
        return None
    name = asked or _VOCABULARIES[dialect]
    try:
        vocabulary(name)
    except UsageError:
        if asked is not None:
            raise
        return None
    return name


def _write(made: Board, plan: Plan) -> None:
    from harness.leaderboard import board, markdown, page
    from harness.report import atomic

    atomic.write(plan.out / "leaderboard.json", board.render(made))
    atomic.write(plan.out / "leaderboard.md", markdown.render(made).encode())
    atomic.write(plan.out / "index.html", page.render(made).encode())
    for line in markdown.summary(made):
        click.echo(line)
    click.echo(f"written: {plan.out} (index.html, leaderboard.md, leaderboard.json)")


def _complain(refused: Refused) -> None:
    from harness.cli import complain
    from harness.errors import TargetUnavailable

    complain(TargetUnavailable(refused.name, refused.message, hint=refused.hint, stderr=refused.stderr))


class _Progress:
    """Lines of progress, on standard error: the first of each kind, and others now and then."""

    def __init__(self) -> None:
        self._told: dict[str, float] = {}

    def __call__(self, line: str) -> None:
        """Say it, unless something of this kind was said just before."""
        from harness.report.glyphs import printable

        kind = "".join(character for character in line if not character.isdigit())[:40]
        now = time.monotonic()
        if now - self._told.get(kind, -_QUIET) >= _QUIET or "checking" in line:
            self._told[kind] = now
            click.echo(printable(line), err=True)
