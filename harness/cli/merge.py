"""``merge``: the shards of a campaign, put together."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from harness.cli.conducting import Told, conduct, wanted_ledger
from harness.cli.options import Folder, ledger_option, today_option
from harness.errors import UsageError
from harness.journal.merging import merged
from harness.report.folder import clear, open_folder
from harness.search.digest import digest

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence
    from pathlib import Path


@click.command("merge")
@click.argument("folders", nargs=-1, required=True, type=Folder(), metavar="DIR...")
@click.option(
    "--out",
    type=Folder(),
    required=True,
    help="Folder of the report of the whole.",
)
@ledger_option
@click.option("--no-ledger", is_flag=True, help="Judge by no ledger, where corpus/ledger.toml is there, too.")
@today_option
@click.option("--json", "as_json", is_flag=True, help="Print report.json instead of progress.")
def merge_command(
    *,
    folders: tuple[Path, ...],
    out: Path,
    ledger_file: Path | None,
    no_ledger: bool,
    today: dt.date,
    as_json: bool,
) -> None:
    """Put the shards of a campaign together: the folders of all of run --shard 1/N to N/N.

    The report is the one of a single run of the same cases. The targets are needed only where a finding of
    the whole was not looked into by any shard. Exit status as of run; 2 where a shard is missing or not
    finished.
    """
    _check(folders, out)
    file, ledger = wanted_ledger(ledger_file, no_ledger=no_ledger)
    folder = open_folder(out, seed=0)
    with merged(folders, folder, made_by=digest()) as journal:
        clear(folder)
        status = conduct(journal.begun.plan, journal, Told(file, ledger, today, as_json=as_json))
    sys.exit(status)


def _check(folders: Sequence[Path], out: Path) -> None:
    """Refuse a folder that is named twice, with the words for it. Raises ``UsageError``."""
    resolved = [folder.resolve() for folder in folders]
    twice = next((folder for folder in folders if resolved.count(folder.resolve()) > 1), None)
    if twice is not None:
        raise UsageError(f"{twice}: is given twice", hint="each shard once")
    if out.resolve() in resolved:
        raise UsageError(f"{out}: is one of the shards", hint="choose another folder with --out")
