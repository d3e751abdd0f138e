"""A report of costs as lines of text, for any terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.cost.report import CLAIM, INCAPABLE, counts, steepest
from harness.cost.scan import told
from harness.report.glyphs import CHUNK_LIMIT, literal, printable
from harness.report.verdict import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.cost.report import Report
    from harness.cost.scan import Finding, Row, Scanned
    from harness.cost.shape import Shape

# Tone and words; the tones are "head", "bad", "row" and "plain".
Line = tuple[str, str]

WORDS = {
    "linear": "linear",
    "unclear": "unclear",
    "superlinear": "too much",
    "quick": "too quick to tell",
    "unsupported": "not timed",
    "error": "failed",
    "hang": "hang",
    "crash": "crash",
    "memory": "memory",
}
"""Verdicts in words."""

_STEEPEST = 5


def report_lines(report: Report) -> Iterator[Line]:
    """Write all targets, and what it comes to."""
    for target in report.targets:
        yield from target_lines(target)
    yield ("bad" if report.findings else "head"), summary(report)


def summary(report: Report) -> str:
    """Say in one sentence what it comes to."""
    incapable = sum(target.state in INCAPABLE for target in report.targets)
    left = sum(target.left_out for target in report.targets)
    parts = [counted(len(report.findings), "finding")]
    if incapable:
        parts.append(f"{counted(incapable, 'target')} without times")
    if left:
        parts.append(f"{counted(left, 'measurement')} left out")
    text = ", ".join(parts)
    return f"interrupted: {text}" if report.state == "interrupted" else text


def target_lines(target: Scanned) -> Iterator[Line]:
    """Write one target: how far it got, its steepest shapes, its findings."""
    name = printable(target.target)
    if target.state in INCAPABLE:
        yield "bad", f"{name}: {target.state}: {printable(target.message)}"
        return
    yield "head", f"{' '.join((name, printable(target.version))).strip()}: {measured(target)}"
    for note in target.notes:
        yield "plain", f"  {note}"
    rows = steepest(target, _STEEPEST)
    if rows:
        yield "row", f"  {'exponent':<22}{'fed':<8}{'ms, longest':>12}  shape"
    for row in rows:
        yield "row", _row(row)
    for finding in target.findings:
        yield "plain", ""
        yield from finding_lines(finding)
    yield "plain", ""


def measured(target: Scanned) -> str:
    """Say how much of it was measured, and with what."""
    parts = [f"{count:,} {WORDS[verdict]}" for verdict, count in counts(target).items()]
    told_of = f"{counted(len(target.rows), 'measurement')}: {', '.join(parts) or 'none'}"
    if target.left_out:
        why = {"out of time": ", its time was up", "interrupted": ", it was interrupted"}
        told_of += f"; {target.left_out:,} left out{why.get(target.state, '')}"
    return told_of


def exponent(row: Row) -> str:
    """Write an exponent with its interval, or how it ended."""
    if row.fit is None:
        return WORDS[row.verdict]
    return f"{row.fit.exponent:.2f} ({row.fit.low:.2f} to {row.fit.high:.2f})"


def milliseconds(ns: int) -> str:
    """Write a time; small ones have more digits."""
    ms = ns / 1e6
    return f"{ms:,.0f}" if ms >= 100 else f"{ms:.1f}" if ms >= 10 else f"{ms:.2f}"


def _row(row: Row) -> str:
    longest = milliseconds(row.points[-1].least) if row.points else ""
    return f"  {exponent(row):<22}{row.feed:<8}{longest:>12}  {printable(row.shape.name, limit=60)}"


def shape_lines(shape: Shape) -> Iterator[tuple[str, str]]:
    """Write what a shape is made of: a label and a literal each."""
    if shape.before:
        yield "before", literal(shape.before, CHUNK_LIMIT)
    if shape.run:
        yield "growing", f"{literal(shape.run, CHUNK_LIMIT)}, k times before the k-th of these:"
    yield "repeated", literal(shape.unit, CHUNK_LIMIT)
    if shape.after:
        yield "after", literal(shape.after, CHUNK_LIMIT)


def finding_lines(finding: Finding) -> Iterator[Line]:
    """Write one finding, as campaigns do."""
    yield "bad", f"{finding.id}: {finding.kind}, {printable(finding.target)}"
    rows = [("oracle", f"cost: {CLAIM}"), ("here", finding.message), *shape_lines(finding.shape)]
    rows.append(("fed as", "; ".join(told(feed) for feed in finding.feeds)))
    names = [printable(shape.name, limit=60) for shape in finding.raw]
    rows.append(("seen with", "; ".join(names)))
    for label, words in rows:
        yield "plain", f"  {label:<10}{words}"
    if finding.row.points:
        widths = [
            max(len(f"{point.length:,}"), len(milliseconds(point.least))) for point in finding.row.points
        ]
        cells = list(zip(finding.row.points, widths, strict=True))
        yield "row", "  characters " + "  ".join(f"{point.length:>{width},}" for point, width in cells)
        yield (
            "row",
            "  CPU ms     " + "  ".join(f"{milliseconds(point.least):>{width}}" for point, width in cells),
        )
    yield "plain", "  see it again with"
    yield "plain", f"  {finding.command}"
