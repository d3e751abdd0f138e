"""``import``: make fixtures of the files of others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import structs

from harness.cli.options import Folder, time_limit_option
from harness.errors import UsageError
from harness.exchange import canitoolcall, compat, publicbugs
from harness.exchange.brought import KEPT, write
from harness.fixtures.promotion import taken_from
from harness.report.glyphs import printable
from harness.report.verdict import counted
from harness.targets import Limits

if TYPE_CHECKING:
    from harness.exchange.brought import Brought
    from harness.fixtures.fixture import Expectation
    from harness.model import Case

_FORMS = ("canitoolcall", "compat", "public-bugs")


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--format", "form", required=True, type=click.Choice(_FORMS), help="What the files are.")
@click.option(
    "--out",
    required=True,
    type=Folder(),
    help="A folder for the fixtures.",
)
@click.option(
    "--text-from",
    "parser",
    metavar="TARGET",
    help="Of compat pairs: take the visible text from this target, where its calls are those of the pair.",
)
@time_limit_option
def import_command(
    *, files: tuple[Path, ...], form: str, out: Path, parser: str | None, time_limit: float
) -> None:
    """Make fixtures of FILEs in the format of somebody else, to be replayed.

    A row becomes a fixture with what the others expect, under the answers to policies that it hangs on. What
    could not be brought in is named on standard error; what a fixture has no place for is kept in kept.jsonl
    beside them. Nothing is overwritten. Exit status 2 if no fixture came of it.
    """
    if parser is not None and form != "compat":
        raise UsageError("--text-from goes with --format compat: the other formats say what is visible")
    brought = _read(files, form, parser, time_limit)
    for told in brought.told:
        click.echo(printable(f"left out: {told}"), err=True)
    if not brought.fixtures:
        raise UsageError("no fixture came of this", hint="docs/exchange.md says what is read of each format")
    write(brought, out)
    click.echo(f"{counted(len(brought.fixtures), 'fixture')} in {out}")
    if brought.kept:
        names = sorted({name for row in brought.kept for name in row["members"]})
        click.echo(
            printable(f"kept in {out / KEPT}, since fixtures have no place for it: {', '.join(names)}")
        )


def _read(files: tuple[Path, ...], form: str, parser: str | None, time_limit: float) -> Brought:
    if form == "canitoolcall":
        return canitoolcall.read(files)
    if form == "public-bugs":
        return publicbugs.read(files)
    if parser is None:
        return compat.read(files)
    limits = structs.replace(Limits(), run=time_limit, alone=min(Limits().alone, time_limit))

    def ask(case: Case) -> Expectation:
        return taken_from(case, parser, {}, limits)

    return compat.read(files, ask)
