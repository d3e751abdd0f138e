"""The exponent of growth: the slope of times over lengths, both as logarithms, with a 95 % interval.

A busy machine, a cache that misses or a collector that runs only ever adds to a time. So each length
stands for itself by the least of its times, and what is off after that has two measures, of which the
larger counts: how far the points lie off the line, which also sees steps and bends, and how far the two
least times of a length lie apart, which sees that there were too few.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Sequence

# Student's t, 97.5 %, by degrees of freedom; beyond the last one it is counted as that one.
_STUDENT = (math.inf, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306)


class Point(Struct, frozen=True):
    """The CPU times of one length of text."""

    length: int  # code points
    ns: tuple[int, ...]  # of each repetition, in nanoseconds

    @property
    def least(self) -> int:
        """Give the time that was disturbed least; at least a nanosecond, so that it has a logarithm."""
        return max(1, min(self.ns))


class Fit(Struct, frozen=True):
    """An exponent, and between what it lies with 95 % confidence."""

    exponent: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """Tell how wide the interval is."""
        return self.high - self.low


def fitted(points: Sequence[Point]) -> Fit:
    """Fit times to a power of the length. There must be two lengths; below three nothing is confident."""
    xs = [math.log(point.length) for point in points]
    ys = [math.log(point.least) for point in points]
    mid_x, mid_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mid_x) ** 2 for x in xs)
    slope = sum((x - mid_x) * (y - mid_y) for x, y in zip(xs, ys, strict=True)) / spread
    free = len(points) - 2
    off = sum((y - mid_y - slope * (x - mid_x)) ** 2 for x, y in zip(xs, ys, strict=True))
    gaps = sum(_gap(point) ** 2 for point in points)
    variance = max(off / max(free, 1), gaps / len(points))
    reach = _STUDENT[min(free, len(_STUDENT) - 1)] * math.sqrt(variance / spread) if free else math.inf
    return Fit(slope, slope - reach, slope + reach)


def _gap(point: Point) -> float:
    """Tell how far apart the logarithms of the two least times are; nothing is known of a single one."""
    least, *others = sorted(max(1, ns) for ns in point.ns)
    return math.log(others[0] / least) if others else 0.0
