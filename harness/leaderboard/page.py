"""``index.html``: the leaderboard on one page that needs nothing but itself.

Like ``report.html``: no script, no request, a content policy that says so, and every value goes through
``printable`` and autoescape. Every failure is a ``details``, so the keyboard reaches and opens each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from harness.leaderboard import tables
from harness.leaderboard.board import Failure, Parser
from harness.report import jsontext
from harness.report.glyphs import Piece, literal_pieces, names, printable
from harness.report.html import Feed, environment, feed, style
from harness.report.show import Group, cut_up, side_by_side

if TYPE_CHECKING:
    from harness.leaderboard.board import Board


class Card(Struct, frozen=True):
    """One failure, ready to be shown."""

    failure: Failure
    anchor: str
    text: tuple[Piece, ...]
    strange: str
    feeds: tuple[Feed, ...]
    groups: tuple[Group, ...]
    tools: str


class Section(Struct, frozen=True):
    """One parser with its failures."""

    parser: Parser
    version: str
    anchor: str
    cards: tuple[Card, ...]


def render(board: Board) -> str:
    """Write the page. It holds no character that UTF-8 can't carry."""
    return (
        environment("harness.leaderboard")
        .get_template("leaderboard.html.j2")
        .render(
            board=board,
            overview=tables.overview(board),
            tables=tables.all_of(board),
            sections=[_section(number, parser) for number, parser in enumerate(board.parsers, 1)],
            style=style(),
        )
    )


def _section(number: int, parser: Parser) -> Section:
    cards = tuple(_card(f"failure-{number}-{place}", one) for place, one in enumerate(parser.failures, 1))
    return Section(parser, tables.version(parser), f"parser-{number}", cards)


def _card(anchor: str, failure: Failure) -> Card:
    case = failure.case
    return Card(
        failure=failure,
        anchor=anchor,
        text=literal_pieces(case.text),
        strange=", ".join(names(case.text)),
        feeds=tuple(feed(case, chunking) for chunking in cut_up(case)),
        groups=tuple(side_by_side(failure.shown, failure.expected)),
        tools=printable(jsontext.pretty(jsontext.builtins(case.tools)).rstrip(), keep="\n")
        if case.tools
        else "",
    )
