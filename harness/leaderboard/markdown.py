"""``leaderboard.md``: the tables, and the distinct failures in a line each, for a README or an issue.

Nothing that a parser or a text says can end a table or begin markup: it is escaped, or written as code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.leaderboard import tables
from harness.report.glyphs import CHUNK_LIMIT, literal, printable
from harness.report.verdict import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.leaderboard.board import Board, Failure, Parser

_FULLY = 4_000  # characters of a command


def render(board: Board) -> str:
    """Write the whole of it."""
    return "\n".join(_lines(board)) + "\n"


def summary(board: Board) -> list[str]:
    """Say in a line for each parser how it did."""
    width = max(len(parser.name) for parser in board.parsers)
    return [
        printable(
            f"{parser.name:<{width}}  {tables.version(parser)}:"
            f" {counted(len(parser.failures), 'distinct failure')},"
            f" {parser.failing:,} of {counted(parser.cases, 'case')} fail"
            + (f", {parser.flaky} flaky left out" if parser.flaky else "")
        )
        for parser in board.parsers
    ]


def _lines(board: Board) -> Iterator[str]:
    yield f"# Leaderboard: parsers of `{board.dialect}`"
    yield ""
    vocabulary = (
        f"also cut at the tokens of `{_plain(board.tokenizer)}`" if board.tokenizer else "no vocabulary"
    )
    yield (
        f"{counted(board.failures, 'distinct failure')} of {counted(len(board.parsers), 'parser')} in"
        f" {counted(board.cases, 'case')} each, seed {board.seed}, {vocabulary};"
        f" toolcall-harness {board.harness}. Each parser was judged alone, under its own policies. A failure"
        " is here only if it showed again three times of three on fresh processes, the last by its command."
    )
    yield ""
    yield from _table(tables.overview(board))
    for _, title, table in tables.all_of(board):
        yield ""
        yield f"## {title}"
        yield ""
        yield from _table(table)
    for parser in board.parsers:
        yield from _failures(parser)
    yield ""
    yield "## Run it again"
    yield ""
    yield f"    {printable(board.command)}"


def _table(table: tables.Table) -> Iterator[str]:
    yield f"{table.caption}."
    yield ""
    yield _row((*table.heads, *table.columns))
    yield _row(("---",) * (len(table.heads) + len(table.columns)))
    for row in table.rows:
        yield _row((*row.head, *row.cells))


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(map(_plain, cells))} |"


def _failures(parser: Parser) -> Iterator[str]:
    yield ""
    yield f"## {_plain(parser.name)}: {counted(len(parser.failures), 'distinct failure')}"
    for failure in parser.failures:
        yield ""
        yield from _failure(failure)


def _failure(failure: Failure) -> Iterator[str]:
    size = f"{counted(failure.cases, 'case')}, {counted(failure.characters, 'code point')}"
    yield (
        f"- **{_plain(failure.id)}** `{failure.oracle}`: {_plain(failure.kind)}; text {failure.text_class},"
        f" cuts {failure.cut_class}; {size}{', edited' if failure.edited else ''}"
    )
    yield ""
    yield f"      {literal(failure.case.text, CHUNK_LIMIT)}"
    yield f"      {printable(failure.command, limit=_FULLY)}"


def _plain(text: str) -> str:
    """Write a text so that it is one in any place of Markdown."""
    shown = printable(text, limit=CHUNK_LIMIT)
    for mark in "\\`*_{}[]<>#|&":
        shown = shown.replace(mark, f"\\{mark}")
    return shown
