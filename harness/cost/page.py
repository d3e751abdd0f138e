"""``cost.html``: what was measured, on one page that needs nothing but itself.

Like ``report.html``: no script, no request, a content policy that says so, and every value goes through
``printable`` and autoescape. What the picture shows stands in a table beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from harness.cost import lines, plot
from harness.cost.plot import Plot
from harness.cost.report import CLAIM, INCAPABLE, steepest
from harness.cost.scan import Finding, Row, Scanned, told
from harness.report.glyphs import printable
from harness.report.html import environment, style
from harness.report.verdict import counted

if TYPE_CHECKING:
    from harness.cost.report import Report

_DRAWN = 6
_TONES = {0: "good", 1: "bad", 130: "cut"}


class Times(Struct, frozen=True):
    """A row of the table, ready to be shown."""

    name: str
    fed: str
    exponent: str
    verdict: str
    times: str  # "1,024: 0.52 ms, ..."
    found: bool


class Card(Struct, frozen=True):
    """One finding, ready to be shown."""

    finding: Finding
    anchor: str
    parts: tuple[tuple[str, str], ...]
    fed: str
    seen: str
    table: tuple[tuple[str, str], ...]  # length and milliseconds


class Section(Struct, frozen=True):
    """One target."""

    target: Scanned
    anchor: str
    state: str
    capable: bool
    plot: Plot | None
    drawn: tuple[Times, ...]
    cards: tuple[Card, ...]
    rows: tuple[Times, ...]


def render(report: Report) -> str:
    """Write the page. It holds no character that UTF-8 can't carry."""
    return (
        environment("harness.cost")
        .get_template("cost.html.j2")
        .render(
            report=report,
            claim=CLAIM,
            headline=headline(report),
            tone=_TONES.get(report.status, "fault"),
            summary=lines.summary(report),
            sections=[_section(number, target) for number, target in enumerate(report.targets, 1)],
            style=style(),
        )
    )


def headline(report: Report) -> str:
    """Say in a few words what it comes to."""
    if report.findings:
        return f"{counted(len(report.findings), 'finding')}: time grows too much"
    if all(target.state in INCAPABLE for target in report.targets):
        return "Nothing was measured"
    return "No time grows too much"


def _section(number: int, target: Scanned) -> Section:
    rows = steepest(target, _DRAWN)
    found = len(target.findings)
    capable = target.state not in INCAPABLE
    return Section(
        target=target,
        anchor=f"target-{number}",
        state=lines.measured(target) if capable else target.message,
        capable=capable,
        plot=plot.drawn(rows, found),
        drawn=tuple(_times(row, found=place < found) for place, row in enumerate(rows)),
        cards=tuple(_card(f"target-{number}", finding) for finding in target.findings),
        rows=tuple(
            _times(row, found=row.verdict in {"superlinear", "hang", "crash", "memory"})
            for row in target.rows
        ),
    )


def _times(row: Row, *, found: bool) -> Times:
    times = ", ".join(f"{point.length:,}: {lines.milliseconds(point.least)} ms" for point in row.points)
    return Times(
        name=printable(row.shape.name, limit=100),
        fed=told(row.feed),
        exponent=lines.exponent(row) if row.fit else "-",
        verdict=lines.WORDS[row.verdict],
        times=times or "-",
        found=found,
    )


def _card(anchor: str, finding: Finding) -> Card:
    return Card(
        finding=finding,
        anchor=f"{anchor}-{finding.id}",
        parts=tuple(lines.shape_lines(finding.shape)),
        fed="; ".join(told(feed) for feed in finding.feeds),
        seen="; ".join(shape.name for shape in finding.raw),
        table=tuple((f"{point.length:,}", lines.milliseconds(point.least)) for point in finding.row.points),
    )
