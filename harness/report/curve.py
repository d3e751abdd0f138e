"""The curve of distinct tuples in a search by disagreement (``harness.disagreement``), for the report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.report.verdict import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    Curve = Sequence[tuple[int, int]]

WIDTH, HEIGHT = 640, 160
"""Of the picture, in pixels of its own."""

_ROWS = 12


def path(curve: Curve) -> str:
    """Write the points of the picture, from nothing done to all of it, as SVG takes them."""
    cases = max((cases for cases, _ in curve), default=0) or 1
    tuples = max((tuples for _, tuples in curve), default=0) or 1
    points = [(0, 0), *curve]
    return " ".join([f"{x * WIDTH / cases:.1f},{HEIGHT - y * HEIGHT / tuples:.1f}" for x, y in points])


def rows(curve: Curve) -> list[tuple[int, int, int]]:
    """Give a few points in even steps, the last one always: cases, tuples, and how many were new."""
    step = -(-len(curve) // _ROWS) or 1
    chosen = [*curve[step - 1 : -1 : step], *curve[-1:]]
    before = [0, *[tuples for _, tuples in chosen]]
    return [(cases, tuples, tuples - last) for (cases, tuples), last in zip(chosen, before, strict=False)]


def sentence(curve: Curve) -> str:
    """Say in a line how many there were, and how many of them came lately; nothing of no curve."""
    if not curve:
        return ""
    cases, tuples = curve[-1]
    half = next(((done, seen) for done, seen in reversed(curve) if done <= cases / 2), (0, 0))
    lately = counted(cases - half[0], "case")
    return f"{counted(tuples, 'distinct tuple')}, {tuples - half[1]:,} of them in the last {lately}"
