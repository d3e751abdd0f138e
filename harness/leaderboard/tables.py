"""The tables of a leaderboard, as both the page and the Markdown show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from harness.dialects.policies import ANSWERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.leaderboard.board import Board, Parser


class Row(Struct, frozen=True):
    """One row of a table: what it is about, and its cells."""

    head: tuple[str, ...]
    cells: tuple[str, ...]


class Table(Struct, frozen=True):
    """A table with a heading for each column."""

    caption: str
    heads: tuple[str, ...]  # of the columns that say what a row is about
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def overview(board: Board) -> Table:
    """Say of each parser what it is and how it did."""
    return Table(
        "Each parser was judged alone. Failing cases violate at least one oracle; distinct failures differ in"
        " oracle, kind, class of text or class of cuts, and are all confirmed",
        ("parser",),
        (
            "version",
            "modes",
            "cuts promised",
            "cases",
            "failing cases",
            "distinct failures",
            "flaky, left out",
        ),
        tuple(
            Row(
                (parser.name,),
                (
                    version(parser),
                    ", ".join(parser.modes),
                    parser.cuts,
                    f"{parser.cases:,}",
                    f"{parser.failing:,}",
                    str(len(parser.failures)),
                    str(parser.flaky),
                ),
            )
            for parser in board.parsers
        ),
    )


def version(parser: Parser) -> str:
    """Name the package's version, and the language."""
    told = parser.library_version or parser.version or "?"
    name = f"{parser.reported_name} " if parser.reported_name not in ("", parser.name) else ""
    return f"{name}{told}{f', {parser.language}' if parser.language else ''}"


def by_text(board: Board) -> Table:
    """Count failing cases by oracle and class of text."""
    heads = tuple(f"{name} ({board.texts[name]:,} cases)" for name in board.text_classes)
    return _counted(board, "class of text", "text_class", tuple(board.text_classes), heads)


def by_cuts(board: Board) -> Table:
    """Count failing cases by oracle and the mildest class of cuts that shows it."""
    classes = tuple(board.cut_classes)
    return _counted(board, "the mildest class of cuts that shows it", "cut_class", classes, classes)


def _counted(board: Board, by: str, member: str, classes: Sequence[str], columns: tuple[str, ...]) -> Table:
    rows = []
    for parser in board.parsers:
        for oracle in board.oracles:
            sums = dict.fromkeys(classes, 0)
            for count in parser.counts:
                if count.oracle == oracle:
                    sums[getattr(count, member)] += count.cases
            judged = parser.judged.get(oracle, 0)
            cells = [f"{number:,}" if number else "·" for number in sums.values()]
            rows.append(Row((parser.name, oracle), (f"{judged:,}" if judged else "never", *cells)))
    return Table(
        f"Cases that violate an oracle, by {by}", ("parser", "oracle"), ("judged", *columns), tuple(rows)
    )


def policies(board: Board) -> Table:
    """Say what probing found of each policy."""
    found = {parser.name: {answer.policy: answer for answer in parser.probed} for parser in board.parsers}
    rows = []
    for policy in ANSWERS:
        cells = []
        for parser in board.parsers:
            answer = found[parser.name].get(policy)
            cells.append("" if answer is None else answer.found)
        rows.append(Row((policy,), tuple(cells)))
    return Table(
        "Where parsers may differ: what probing found. A parser is held to its own answers only, and to none"
        " that is mixed, unclear or not seen",
        ("policy",),
        tuple(parser.name for parser in board.parsers),
        tuple(rows),
    )


def agreement(board: Board) -> Table:
    """Say how often two parsers give the same calls, and the same calls and text."""
    names = [parser.name for parser in board.parsers]
    known = {(pair.one, pair.other): pair for pair in board.agreement}
    rows = []
    for one in names:
        cells = []
        for other in names:
            pair = known.get((one, other)) or known.get((other, one))
            cells.append("" if pair is None else f"{pair.calls:.1%} / {pair.calls_and_text:.1%}")
        rows.append(Row((one,), tuple(cells)))
    return Table(
        "Share of cases on which two parsers give equal calls / equal calls and text, of whole texts",
        ("parser",),
        tuple(names),
        tuple(rows),
    )


def all_of(board: Board) -> tuple[tuple[str, str, Table], ...]:
    """Give each table with an id and a title, in the order in which they stand."""
    return (
        ("by-text", "Oracles and classes of text", by_text(board)),
        ("by-cuts", "Oracles and classes of cuts", by_cuts(board)),
        ("policies", "Policies", policies(board)),
        ("agreement", "Agreement", agreement(board)),
    )
