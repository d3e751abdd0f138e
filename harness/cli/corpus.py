"""``corpus``: carry a corpus from night to night."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.options import BUNDLED, limits, memory_limit_option, targets_option, time_limit_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.corpus.kept import Kept

cap_option = click.option(
    "--cap",
    type=click.IntRange(min=1),
    default=64,
    show_default=True,
    metavar="MIB",
    help="How many MiB the files may have together, before they are compressed.",
)


@click.group("corpus")
def corpus_command() -> None:
    """Look after the texts that a search keeps: a folder of saved cases, each named by its content."""


@corpus_command.command("pack")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder of the archive.")
@cap_option
@click.option("--output", is_flag=True, help="Print digest=… alone, as a step of a CI job hands it on.")
def pack_command(*, folder: Path, out: Path, cap: int, output: bool) -> None:
    """Pack FOLDER into one archive that is named by its content: corpus-DIGEST.tar.gz.

    Equal content gives equal bytes. Above the cap the largest cases are dropped, and named. Archives that
    were in the folder of the archive before are taken away.
    """
    from harness.corpus.archive import pack
    from harness.report.glyphs import printable
    from harness.report.verdict import counted

    packed = pack(folder, out, cap=cap << 20)
    for name in packed.dropped:
        click.echo(printable(f"dropped, above the cap: {name}"), err=output)
    told = f"{packed.path}: {counted(packed.files, 'file')}, {counted(packed.size, 'byte')}"
    click.echo(printable(f"{told}, {len(packed.dropped):,} dropped"), err=output)
    if output:
        click.echo(f"digest={packed.digest}")


@corpus_command.command("restore")
@click.argument("source", type=click.Path(path_type=Path), metavar="ARCHIVE")
@click.option(
    "--into", type=click.Path(path_type=Path), required=True, help="A folder that is empty, or new."
)
@cap_option
def restore_command(*, source: Path, into: Path, cap: int) -> None:
    """Unpack ARCHIVE, or the only one in a folder of that name.

    All of it is checked before a file is in its place. One that is missing, cut short, changed, or of
    something else ends with status 2.
    """
    from harness.corpus.archive import restore
    from harness.report.glyphs import printable
    from harness.report.verdict import counted

    restored = restore(source, into, cap=cap << 20)
    told = f"{restored.path}: {counted(restored.files, 'file')}, {counted(restored.size, 'byte')}"
    click.echo(printable(f"{told}, whole"))


@corpus_command.command("stats")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--tuples", is_flag=True, help="Run the cases, and count the distinct tuples that they give.")
@targets_option
@time_limit_option
@memory_limit_option
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def stats_command(
    *,
    folder: Path,
    tuples: bool,
    targets: tuple[str, ...],
    time_limit: float,
    memory_limit: int,
    as_json: bool,
) -> None:
    """Say what is in the corpus FOLDER. Targets are run only with --tuples."""
    from msgspec import json

    from harness.corpus import kept, minimal, summary
    from harness.report.glyphs import printable

    cases, names = kept.read(folder), targets or BUNDLED
    given = minimal.tuples(cases, names, limits(time_limit, memory_limit)) if tuples else None
    stats = summary.summed(cases, kept.others(folder), names, given)
    if as_json:
        click.echo(json.format(json.encode(stats), indent=2))
        return
    for line in summary.lines(stats):
        click.echo(printable(line))


@corpus_command.command("minimise")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A folder that is empty, or new.")
@targets_option
@time_limit_option
@memory_limit_option
def minimise_command(
    *, folder: Path, out: Path, targets: tuple[str, ...], time_limit: float, memory_limit: int
) -> None:
    """Write the fewest cases of the corpus FOLDER that still give each of its tuples on the targets.

    Of the cases that give the same the one with the shortest text is kept.
    """
    from harness.corpus import kept, minimal

    kept.must_be_empty(out)
    cases = kept.read(folder)
    given = minimal.tuples(cases, targets or BUNDLED, limits(time_limit, memory_limit))
    few = minimal.fewest(cases, given)
    kept.write(out, few)
    _tell(out, few, f"of {len(cases):,}, for {len(few):,} distinct tuples")


@corpus_command.command("merge")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FOLDER...")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="A folder that is empty, or new.")
def merge_command(*, folders: tuple[Path, ...], out: Path) -> None:
    """Put the cases of several corpora into one. A case that is in several is in it once."""
    from harness.corpus import kept

    kept.must_be_empty(out)
    read = [kept.read(folder) for folder in folders]
    all_of_them = {one.name: one for cases in read for one in cases}
    kept.write(out, all_of_them.values())
    _tell(out, list(all_of_them.values()), f"of {sum(map(len, read)):,} in {len(folders):,} folders")


def _tell(out: Path, cases: Sequence[Kept], whence: str) -> None:
    from harness.report.glyphs import printable
    from harness.report.verdict import counted

    click.echo(printable(f"{out}: {counted(len(cases), 'case')} {whence}"))
