"""Times over lengths as lines in a picture, both axes as logarithms: what is linear runs at 45 degrees.

Coordinates only; the template draws them. Lines are numbered, dashed in different ways and coloured, and the
table beside the picture has the same numbers.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.cost.scan import Row

WIDTH, HEIGHT = 640.0, 360.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 44.0, 14.0, 44.0
_APART = 14.0  # between two numbers at the ends of lines


class Tick(Struct, frozen=True):
    """A mark on an axis."""

    at: float
    label: str


class Line(Struct, frozen=True):
    """One row of times."""

    number: int
    found: bool
    dots: tuple[tuple[float, float], ...]
    label_at: tuple[float, float]

    @property
    def path(self) -> str:
        """Write the points as the attribute ``points`` of a polyline."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.dots)


class Plot(Struct, frozen=True):
    """The whole picture."""

    xs: tuple[Tick, ...]
    ys: tuple[Tick, ...]
    lines: tuple[Line, ...]
    linear: tuple[float, float, float, float]  # a line of exponent 1, for the eye
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    top: float = _TOP
    bottom: float = HEIGHT - _BOTTOM
    width: float = WIDTH
    height: float = HEIGHT


def drawn(rows: Sequence[Row], found: int) -> Plot | None:
    """Draw the rows that have two points; the first ``found`` are findings. None where there is no line."""
    kept = [(number, row) for number, row in enumerate(rows, 1) if len(row.points) > 1]
    if not kept:
        return None
    points = [point for _, row in kept for point in row.points]
    low_x, high_x = _decades([point.length for point in points])
    low_y, high_y = _decades([point.least / 1e6 for point in points])

    def place(length: float, ms: float) -> tuple[float, float]:
        x = (math.log10(length) - low_x) / (high_x - low_x)
        y = (math.log10(ms) - low_y) / (high_y - low_y)
        return _LEFT + x * (WIDTH - _LEFT - _RIGHT), HEIGHT - _BOTTOM - y * (HEIGHT - _TOP - _BOTTOM)

    lines = [
        (number, tuple(place(point.length, point.least / 1e6) for point in row.points))
        for number, row in kept
    ]
    labels = _apart([dots[-1] for _, dots in lines])
    reach = min(high_x - low_x, high_y - low_y)
    return Plot(
        tuple(Tick(place(10**power, 1)[0], f"{10**power:,}") for power in _powers(low_x, high_x)),
        tuple(Tick(place(1, 10**power)[1], f"{10.0**power:,g}") for power in _powers(low_y, high_y)),
        tuple(
            Line(number, number <= found, dots, label)
            for (number, dots), label in zip(lines, labels, strict=True)
        ),
        (*place(10**low_x, 10**low_y), *place(10 ** (low_x + reach), 10 ** (low_y + reach))),
    )


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """Give the powers of ten around the values; there is one decade at least."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def _powers(low: int, high: int) -> range:
    return range(low, high + 1)


def _apart(ends: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Put a number beside the end of each line, none on another."""
    order = sorted(range(len(ends)), key=lambda place: ends[place][1])
    heights = [ends[place][1] for place in order]
    for one, other in itertools.pairwise(range(len(heights))):
        heights[other] = max(heights[other], heights[one] + _APART)
    lowest = HEIGHT - _BOTTOM
    for place in reversed(range(len(heights))):  # and up again, where they ran out of the picture
        heights[place] = min(heights[place], lowest)
        lowest = heights[place] - _APART
    found = {place: (ends[place][0] + 8, height + 4) for place, height in zip(order, heights, strict=True)}
    return [found[place] for place in range(len(ends))]
