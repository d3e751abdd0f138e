"""``report.html``: the campaign on one page that needs nothing but itself.

No script, no font, no request: the page says so to the browser with a content policy of its own,
which also disarms whatever a hostile text might smuggle in. Escaping does not depend on the template
being careful: every value goes through ``printable`` (nothing invisible, no lone surrogate) and then
through autoescape.

The template gets the report, the views below for what is computed, and a few filters.
"""

from __future__ import annotations

import functools
from importlib import resources
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from harness import model
from harness.coverage.count import SIZES
from harness.coverage.table import rows, share
from harness.model import CONFIRMATIONS, Case, Event, Finding
from harness.oracles.difference import reading_of
from harness.report import curve, gated, jsontext
from harness.report.block import CHUNKINGS, classes, seen, title
from harness.report.cards import facts, sides
from harness.report.glyphs import CHUNK_LIMIT, Piece, literal_pieces, names, printable
from harness.report.show import Group, Row, chunk_rows, cut_up, reading_rows, side_by_side
from harness.report.strip import Strip, sizes, strips
from harness.report.verdict import counted, duration, percent, verdict

if TYPE_CHECKING:
    import jinja2

    from harness.events import Report

_INPUT_LIMIT = 4_000
_RAW_LIMIT = 20_000
_MOST_CHUNKS = 120
# The case as generated is there to be believed; whoever works with it takes report.json.
_RAW_CHUNKINGS = 6
_RAW_CHUNKS = 40
_RAW_CHUNK_LIMIT = 120


class Feed(Struct, frozen=True):
    """One chunking of a case, ready to be shown as boxes."""

    heading: str
    chunks: tuple[Row, ...]


class Answered(Struct, frozen=True):
    """One of the answers that a case allows, and what it assumes."""

    assumes: str
    rows: tuple[Row, ...]


class RawCase(Struct, frozen=True):
    """A case with all that is known about it, as generated."""

    case: Case
    text: tuple[Piece, ...]
    feeds: tuple[Feed, ...]
    left_out: int  # chunkings that are not shown
    answers: tuple[Answered, ...]
    tools: str


class Bug(Struct, frozen=True):
    """One fault, ready to be listed."""

    card: model.Card
    number: int  # of the finding with its smallest case, as it stands on the page
    facts: tuple[tuple[str, str], ...]
    sides: str


class Card(Struct, frozen=True):
    """One finding, ready to be shown."""

    finding: Finding
    title: str
    claim: str
    text: tuple[Piece, ...]
    size: str
    strange: str  # names of the characters beyond ASCII
    feeds: tuple[Feed, ...]  # the chunkings it is about; none where cuts play no part
    groups: tuple[Group, ...]
    strips: tuple[Strip, ...]  # of its cut map
    sizes: str
    seen: str
    classes: str
    raw: RawCase
    bug: Bug | None  # the fault that it is


def render(report: Report) -> str:
    """Write the page. It holds no character that UTF-8 can't carry."""
    page = environment("harness.report").get_template("report.html.j2")
    bugs = _bugs(report)
    of = {name: bug for bug in bugs for name in bug.card.findings}
    return page.render(
        report=report,
        verdict=verdict(report),
        bugs=bugs,
        ledger=list(gated.rows(report.gate)) if report.gate else [],
        cards=[
            _card(finding, report.claims.get(finding.oracle, ""), of.get(finding.id))
            for finding in report.findings
        ],
        style=style(),
        confirmations=CONFIRMATIONS,
        coverage=rows(report.coverage),
        covered=share(report.coverage),
        sizes=SIZES,
        curve=curve,
        options=sorted(report.options.items()),
        silent=[oracle for oracle in report.oracles if not report.stats.judged.get(oracle)],
    )


def _bugs(report: Report) -> list[Bug]:
    numbers = {finding.id: number for number, finding in enumerate(report.findings, 1)}
    return [
        Bug(card, numbers.get(card.findings[0], 0), tuple(facts(card)), sides(card)) for card in report.cards
    ]


def _card(finding: Finding, claim: str, bug: Bug | None) -> Card:
    case = finding.case
    return Card(
        finding=finding,
        title=title(finding).removeprefix(f"{finding.id}: "),
        claim=claim,
        text=literal_pieces(case.text, _INPUT_LIMIT),
        size=counted(len(case.text), "code point"),
        strange=", ".join(names(case.text)),
        feeds=tuple(feed(case, chunking) for chunking in cut_up(case)[:CHUNKINGS]),
        groups=tuple(side_by_side(finding.shown, finding.expected)),
        strips=tuple(strips(case.text, finding.cut_map)) if finding.cut_map else (),
        sizes=sizes(finding.cut_map) if finding.cut_map else "",
        seen=seen(finding),
        classes=classes(finding) if finding.cut_class else "",
        raw=_raw(finding.raw),
        bug=bug,
    )


def feed(case: Case, chunking: tuple[int, ...], most: int = _MOST_CHUNKS, limit: int = CHUNK_LIMIT) -> Feed:
    """Show one chunking as boxes."""
    return Feed(counted(len(chunking) + 1, "chunk"), tuple(chunk_rows(case, chunking, most, limit)))


def _raw(case: Case) -> RawCase:
    chunkings = cut_up(case)
    return RawCase(
        case=case,
        text=literal_pieces(case.text, _RAW_LIMIT),
        feeds=tuple(
            feed(case, chunking, _RAW_CHUNKS, _RAW_CHUNK_LIMIT) for chunking in chunkings[:_RAW_CHUNKINGS]
        ),
        left_out=max(0, len(chunkings) - _RAW_CHUNKINGS),
        answers=tuple(
            Answered(_pairs(answer.assumes) or "any policy", tuple(_rows(answer.events)))
            for answer in case.answers
        ),
        tools=jsontext.pretty(jsontext.builtins(case.tools)).rstrip() if case.tools else "",
    )


def _rows(events: tuple[Event, ...]) -> list[Row]:
    return reading_rows(reading_of(events))


def _pairs(values: dict[str, str]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in sorted(values.items()))


@functools.cache
def style() -> str:
    """Give the style sheet of all pages."""
    return resources.files("harness.report").joinpath("templates", "report.css").read_text(encoding="utf-8")


@functools.cache
def environment(package: str) -> jinja2.Environment:
    """Make what fills the templates of a package; those of reports are there, too, as its parts."""
    import jinja2  # noqa: PLC0415 - slow to import, needed by this report only

    made = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_final,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=jinja2.ChoiceLoader([jinja2.PackageLoader(name) for name in (package, "harness.report")]),
    )
    made.filters |= {
        "share": percent,
        "duration": duration,
        "number": "{:,}".format,
        "json": lambda value: printable(jsontext.compact(value), limit=_INPUT_LIMIT),
        "pairs": _pairs,
    }
    return made


def _final(value: Any) -> Any:
    # Markup (what a macro gave back) has been through here already.
    return printable(value, keep="\n", limit=_RAW_LIMIT) if type(value) is str else value
