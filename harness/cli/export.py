"""``export``: findings and fixtures as tests for other runners, as data, or as the draft of an issue."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.options import Folder, Setting
from harness.errors import ReportError, UsageError
from harness.export import FORMATS
from harness.export.sources import gather
from harness.report import atomic

if TYPE_CHECKING:
    from harness.export import Exported, Format

_FAULT = 2


@click.command("export")
@click.argument("places", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SOURCE...")
@click.option(
    "--format",
    "name",
    type=click.Choice(list(FORMATS)),
    required=True,
    help="; ".join(f"{form.name}: {form.about}" for form in FORMATS.values()) + ".",
)
@click.option(
    "--finding", "findings", multiple=True, help="Of a report this finding, such as F1. Repeatable."
)
@click.option(
    "--card", "cards", multiple=True, help="Of a report the card with this fingerprint. Repeatable."
)
@click.option(
    "--policy",
    "policies",
    type=Setting(),
    multiple=True,
    help="Hold fixtures to what is due from parsers that answer so. Repeatable. Default: the answers of the "
    "dialect.",
)
@click.option(
    "--out",
    type=Folder(),
    default=Path("exported"),
    show_default=True,
    help="The folder to write to.",
)
@click.option("--force", is_flag=True, help="Replace files that are there with other content.")
def export_command(
    *,
    places: tuple[Path, ...],
    name: str,
    findings: tuple[str, ...],
    cards: tuple[str, ...],
    policies: tuple[tuple[str, str], ...],
    out: Path,
    force: bool,
) -> None:
    """Write findings and fixtures in another form.

    SOURCE is a report.json, a saved case, a fixture, or a folder with any of these. Of a report it is one
    finding a card, the smallest. Tests ask two functions that you fill in once; the file with them is never
    replaced. Each file is printed. What can't be exported is told on standard error, and then the status
    is 2.
    """
    form = FORMATS[name]
    gathered = gather(places, dict(policies), findings=findings, cards=cards)
    reasons = {one.name: form.refuses(one) for one in gathered.found}
    chosen = [one for one in gathered.found if not reasons[one.name]]
    left = [
        *gathered.left,
        *(f"{_called(one)}: {reasons[one.name]}" for one in gathered.found if reasons[one.name]),
    ]
    if chosen:
        for path in _written(form, chosen, out, force=force):
            click.echo(path)
    for one in chosen:
        for lost in form.leaves_out(one):
            click.echo(f"left out of {_called(one)}: {lost}", err=True)
    for told in left:
        click.echo(f"not exported: {told}", err=True)
    if not chosen and not left:
        raise UsageError("there is nothing to export", hint="a report without findings gives no tests")
    sys.exit(_FAULT if left else 0)


def _called(one: Exported) -> str:
    return f"{one.finding} ({one.oracle}: {one.kind})" if one.finding else one.name


def _written(form: Format, chosen: list[Exported], out: Path, *, force: bool) -> list[Path]:
    """Write the files, all or none: what is there with other content is not replaced."""
    files = {out / name: data for name, data in form.write(chosen).items()}
    kept = {out / name for name in form.kept}
    fresh: dict[Path, bytes] = {}
    for path, data in files.items():
        there = _content(path)
        if there is None or (path not in kept and force):
            fresh[path] = data
        elif there != data and path not in kept:
            raise UsageError(
                f"{path} is there with other content", hint="--force replaces it; --out writes elsewhere"
            )
    for path, data in fresh.items():
        atomic.write(path, data)
    return [*files]


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ReportError(f"{path}: can't be read: {error.strerror or error}") from error
