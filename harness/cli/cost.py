"""``cost``: how the time of a parser grows with the text."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from harness import __version__
from harness.cli.options import (
    BUNDLED,
    Duration,
    Folder,
    dialect_option,
    limits,
    memory_limit_option,
    policy_option,
    targets_option,
)
from harness.cost.scan import FEEDS
from harness.report.console import is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from harness.cost.report import Report
    from harness.cost.scan import Scanned, Setting
    from harness.cost.shape import Shape
    from harness.targets import Limits
    from harness.targets.target import Target

_SEEDS = 2**32
_FILES = ("cost.json", "cost.html")
_TONES: dict[str, dict[str, Any]] = {
    "head": {"bold": True},
    "bad": {"fg": "red", "bold": True},
    "row": {"dim": True},
    "plain": {},
}


@click.command("cost")
@targets_option
@dialect_option
@click.option("--seed", type=click.IntRange(0, _SEEDS - 1), default=1, show_default=True)
@click.option(
    "--time",
    "seconds",
    type=Duration(),
    default="5m",
    show_default=True,
    help="How long to measure each target. What is left out then is told; another seed begins elsewhere.",
)
@click.option(
    "--shape",
    "words",
    multiple=True,
    metavar="WORD|JSON",
    help="Measure the shapes with this word in their names only, or a shape written as JSON. Repeatable.",
)
@click.option(
    "--feed",
    "feeds",
    type=click.Choice(FEEDS),
    multiple=True,
    help="Feed in this way only. Repeatable. Default: all.",
)
@policy_option
@click.option(
    "--time-limit",
    type=Duration(),
    default="20s",
    show_default=True,
    help="How long an adapter may take for one answer; texts are chosen that should take below a second.",
)
@memory_limit_option
@click.option(
    "--out",
    type=Folder(),
    metavar="DIR",
    help="Write cost.json and cost.html there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--shapes", "listing", is_flag=True, help="Print the shapes and stop.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the report and stop.")
def cost_command(
    *,
    targets: tuple[str, ...],
    dialect: str,
    seed: int,
    seconds: float,
    words: tuple[str, ...],
    feeds: tuple[str, ...],
    policies: tuple[tuple[str, str], ...],
    time_limit: float,
    memory_limit: int,
    out: Path | None,
    as_json: bool,
    listing: bool,
    schema: bool,
) -> None:
    """Measure how the time of parsing grows with the length of hostile texts.

    Each text repeats a piece of the dialect. Measured is CPU time inside the adapter, for growing lengths,
    whole and in chunks of 16 characters and of one. A finding is time that grows faster than the length to
    the power 1.3, with 95 % confidence, in two processes; and a parser that hangs or dies. Exit status: 0
    none, 1 findings, 2 a target can't be measured.
    """
    from harness.cost import family, report
    from harness.cost.scan import Setting

    if schema:
        click.echo(json.dumps(report.schema(), indent=2))
        return
    shapes = family.chosen(family.family(dialect, seed), words)
    if listing:
        _list(shapes)
        return
    if out is not None:
        _prepare(out)
    setting = Setting(
        dialect,
        family.tools_for(dialect),
        dict(policies),
        tuple(feed for feed in FEEDS if not feeds or feed in feeds),
        seconds,
    )
    done, interrupted = _measured(targets or BUNDLED, shapes, setting, limits(time_limit, memory_limit))
    found = report.made(__version__, dialect, seed, len(shapes), done, interrupted=interrupted)
    if out is not None:
        _write(out, found)
    _tell(found, as_json=as_json)
    sys.exit(found.status)


def _measured(
    names: Sequence[str], shapes: Sequence[Shape], setting: Setting, bounds: Limits
) -> tuple[list[Scanned], bool]:
    """Measure one target after the other: two at once would slow each other."""
    from harness.cli.signals import interrupted_once
    from harness.targets.target import Target

    asked = [Target(name, bounds) for name in dict.fromkeys(names)]  # all names first
    done: list[Scanned] = []
    with interrupted_once(), _progress() as tell:
        for target in asked:
            scanned, interrupted = _scanned(target, shapes, setting, partial(_told, tell, target.name))
            done.append(scanned)
            if interrupted:
                return done, True
    return done, False


def _scanned(
    target: Target, shapes: Sequence[Shape], setting: Setting, tell: Callable[[str], object]
) -> tuple[Scanned, bool]:
    """Measure a target; what is known when it is lost or interrupted is kept."""
    from msgspec import structs

    from harness.cli import complain
    from harness.cost.scan import Scan, Scanned
    from harness.errors import HarnessError

    scan: Scan | None = None
    state, interrupted, message = "interrupted", False, ""
    try:
        with target:
            _speaks(target, setting.dialect)
            able = {name: value for name, value in setting.policies.items() if name in target.settable}
            setting = structs.replace(setting, policies=able)
            scan = Scan(target, setting, partial(_command, target.name, setting), tell=tell)
            state = scan.look(shapes)
    except KeyboardInterrupt:
        interrupted = True
    except HarnessError as error:
        complain(error)
        state, message = "unavailable", error.message
    if scan is None:
        return Scanned(target.name, state, message=message), interrupted
    return scan.result(state, message), interrupted


def _speaks(target: Target, dialect: str) -> None:
    from harness.errors import UsageError

    if dialect not in target.hello.dialects:
        raise UsageError(
            f"{target.name} does not read the dialect {dialect}",
            hint=f"it reads: {', '.join(target.hello.dialects) or 'none'}",
        )


def _command(name: str, setting: Setting, shape: Shape, feed: str) -> str:
    """Write the command that measures a shape again, fed in one way."""
    words = ["toolcall-harness", "cost", "-d", setting.dialect, "-t", name, "--feed", feed]
    for policy, value in sorted(setting.policies.items()):
        words += ["--policy", f"{policy}={value}"]
    return shlex.join([*words, "--shape", shape.words()])


def _list(shapes: Sequence[Shape]) -> None:
    from harness.report.glyphs import printable

    for shape in shapes:
        click.echo(f"{printable(shape.name)}  {shape.words()}")


@contextmanager
def _progress() -> Iterator[Callable[[str], object]]:
    """Show what is being measured, on a terminal only."""
    if not is_terminal(sys.stderr):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.text import Text

    with Console(stderr=True).status("starting") as status:
        yield lambda words: status.update(Text(words))


def _told(tell: Callable[[str], object], name: str, words: str) -> None:
    from harness.report.glyphs import printable

    tell(f"{printable(name)}: {printable(words, limit=80)}")


def _prepare(out: Path) -> None:
    """Make the folder and look whether it can be written, before the time is spent."""
    from harness.report import atomic

    for name in _FILES:
        atomic.destination(out / name)
    atomic.write(out / _FILES[0], b"{}\n")


def _write(out: Path, found: Report) -> None:
    from harness.cost import page, report
    from harness.report import atomic

    atomic.write(out / _FILES[0], report.render(found))
    atomic.write(out / _FILES[1], page.render(found).encode())


def _tell(found: Report, *, as_json: bool) -> None:
    from harness.cost import lines, report

    for target in found.targets:
        for fault in target.faults:
            click.echo(f"fault: {target.target}: {fault}", err=True)
    if as_json:
        click.echo(report.render(found).decode(), nl=False)
        return
    for tone, line in lines.report_lines(found):
        click.secho(line, **_TONES[tone])
