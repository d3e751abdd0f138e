"""``corpus``: carry a corpus from night to night."""

from __future__ import annotations

from pathlib import Path

import click

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
@click.option("--first", is_flag=True, help="Accept that there is no archive yet, and make an empty folder.")
def restore_command(*, source: Path, into: Path, cap: int, first: bool) -> None:
    """Unpack ARCHIVE, or the only one in a folder of that name.

    All of it is checked before a file is in its place. One that is missing, cut short, changed, or of
    something else ends with status 2.
    """
    from harness.corpus.archive import archives, restore
    from harness.report.glyphs import printable
    from harness.report.verdict import counted

    if first and not source.is_file() and not archives(source):
        into.mkdir(parents=True, exist_ok=True)
        click.echo(printable(f"{source}: no archive yet; this is the first night"))
        return
    restored = restore(source, into, cap=cap << 20)
    told = f"{restored.path}: {counted(restored.files, 'file')}, {counted(restored.size, 'byte')}"
    click.echo(printable(f"{told}, whole"))
