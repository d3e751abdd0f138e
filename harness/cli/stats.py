"""``stats``: what the generator writes, counted; and which things never met in one text."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click
import msgspec

from harness.cli.options import dialect_option
from harness.report.console import is_terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from harness.generate.census import Census, Feature, Pairs, Promise

_GAPS = 20  # pairs that are shown; --json lists all
_SURPRISING = 5  # documents that a gap should have had


@click.command("stats")
@click.option(
    "--cases",
    type=click.IntRange(1, 10_000_000),
    default=5_000,
    show_default=True,
    help="How many cases to draw.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**32 - 1),
    default=1,
    show_default=True,
    help="The seed of the campaign whose cases these are.",
)
@dialect_option
@click.option("--deep", is_flag=True, help="Count the chunkings of all cases, not of every tenth: slower.")
@click.option(
    "--pairs", is_flag=True, help="Count which features meet in one text, and list those that never did."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of --json and stop.")
def stats_command(
    *, cases: int, seed: int, dialect: str, deep: bool, pairs: bool, as_json: bool, schema: bool
) -> None:
    """Say what share of generated texts has each feature, and of chunkings each kind.

    Nothing is parsed. Features are grouped by what the generator promises. Chunkings are counted as with
    run --deep; beside that stands their share of the five that every campaign feeds.
    """
    from harness.generate.census import Census, take

    if schema:
        click.echo(json.dumps(msgspec.json.schema(Census), indent=2))
        return
    census = take(dialect, seed, cases, deep=deep, pairs=pairs)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(census), indent=2))
    elif is_terminal(sys.stdout):
        _draw(census)
    else:
        for line in _lines(census):
            click.echo(line)


def _draw(census: Census) -> None:
    """Draw the tables. rich obeys NO_COLOR."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    for line in _summary(census):
        console.print(Text(line))
    for title, promises in _groups(census):
        table = Table(title=Text(title, style="bold"), title_justify="left", box=None, pad_edge=False)
        table.add_column("share", justify="right", no_wrap=True)
        table.add_column("feature", no_wrap=True)
        table.add_column("what it is")
        for promise in promises:
            table.add_row("", "", "")
            table.add_row("", Text(promise.promise, style="cyan"), "")
            for feature in promise.features:
                style = "" if feature.share else "bold red"
                table.add_row(
                    Text(_percent(feature.share), style=style),
                    Text(feature.name, style=style),
                    Text(_says(feature), style="dim"),
                )
        console.print()
        console.print(table)
    for line in _pair_lines(census):
        console.print(Text(line))


def _lines(census: Census) -> Iterator[str]:
    """Write the same as plain lines."""
    yield from _summary(census)
    for title, promises in _groups(census):
        yield ""
        yield title
        for promise in promises:
            yield f"  {promise.promise}"
            for feature in promise.features:
                yield f"    {_percent(feature.share):>8}  {feature.name:<24}{_says(feature)}"
    yield from _pair_lines(census)


def _groups(census: Census) -> Iterator[tuple[str, tuple[Promise, ...]]]:
    yield from census.groups.items()
    yield "chunkings", census.kinds


def _summary(census: Census) -> Iterator[str]:
    listed = [feature for _, promises in _groups(census) for one in promises for feature in one.features]
    seen = sum(feature.share > 0 for feature in listed)
    yield (
        f"{census.cases:,} texts in {census.dialect}, seed {census.seed}; mean length "
        f"{census.mean_length:,.0f}; {census.chunkings:,} chunkings of {census.chunked:,} of them"
    )
    yield f"right answers are: {_shares(census.knowledge)}"
    yield f"an answer hangs on: {_shares(census.relies_on)}"
    rarest = min(listed, key=lambda feature: feature.share)
    yield f"{seen} of {len(listed)} features came; the rarest is {rarest.name}, {_percent(rarest.share)}"


def _pair_lines(census: Census) -> Iterator[str]:
    for title, pairs in (
        ("pairs of features in one text", census.pairs),
        ("pairs of a feature and a kind of chunking", census.kind_pairs),
    ):
        if pairs is not None:
            yield ""
            yield from _told(title, pairs)


def _told(title: str, pairs: Pairs) -> Iterator[str]:
    surprising = sum(gap.expected >= _SURPRISING for gap in pairs.gaps)
    yield (
        f"{title}: {pairs.met:,} of {pairs.possible:,} met; of the others, {surprising} should have met "
        f"{_SURPRISING} times or more"
    )
    for gap in pairs.gaps[:_GAPS]:
        yield f"    {gap.expected:8.1f}  expected: {gap.pair[0]} with {gap.pair[1]}"


def _shares(shares: dict[str, float]) -> str:
    ranked: Iterable[tuple[str, float]] = sorted(shares.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{name} {_percent(share)}" for name, share in ranked)


def _says(feature: Feature) -> str:
    return (
        feature.says
        if feature.chosen is None
        else f"{feature.says} (of the five: {_percent(feature.chosen)})"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %" if share else "never"
