"""A report of costs with a finding, a target without times, and texts that would like to be markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.cost.fit import Point, fitted
from harness.cost.report import Report, made
from harness.cost.scan import FEEDS, Finding, Row, Scanned, message
from harness.cost.shape import Shape

if TYPE_CHECKING:
    from harness.cost.measuring import Verdict

HOSTILE = "</td><script>alert(1)</script>\u202e\x1b[31m\n"


def row(name: str, feed: str, power: float, verdict: Verdict, *, unit: str = "x", before: str = "") -> Row:
    points = tuple(Point(1000 * 2**k, (int(30 * (1000 * 2**k) ** power),)) for k in range(5))
    return Row(Shape(name, unit, before), feed, verdict, points, fitted(points))


BAD = row("'<' repeated", "1", 2, "superlinear", unit="<", before=HOSTILE)
DEAD = Row(Shape("blanks", " "), "whole", "hang", detail="no answer within 20.0 s", length=148)


def finding(number: int, one: Row) -> Finding:
    return Finding(
        id=f"C{number}",
        target="py:x:Parser",
        kind=one.verdict,
        message=message(one),
        shape=one.shape,
        raw=(Shape(HOSTILE, "</"), Shape("broken end tags", "</")),
        feed=one.feed,
        feeds=(one.feed,),
        row=one,
        command=f"toolcall-harness cost -t py:x:Parser --feed {one.feed} --shape '{one.shape.words()}'",
    )


MEASURED = Scanned(
    "py:x:Parser",
    "out of time",
    "1.0",
    "python",
    FEEDS,
    (
        BAD,
        DEAD,
        row("plain text", "whole", 1.02, "linear"),
        row(HOSTILE, "16", 1.2, "unclear", unit=HOSTILE),
        row("too quick", "batch", 0.3, "quick"),
    ),
    (finding(1, BAD), finding(2, DEAD)),
    12,
    ("stream, one character a chunk: no more shapes were measured, since 3 shapes were found",),
)
UNSUPPORTED = Scanned("http://127.0.0.1:1/v1", "unsupported", message="whose time nobody tells")


def report(*targets: Scanned) -> Report:
    return made("0.1.0", "dsml", 1, 229, targets, interrupted=False)


REPORT = report(MEASURED, UNSUPPORTED)
