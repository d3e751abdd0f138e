"""How the time of one parser grows with the texts of one shape, fed in one way.

First texts of growing length are timed once, until one takes a millisecond: the clock and the first runs of
what a compiler has not seen yet say little below. From that length on come four, each twice as long as the
one before, and one that is four times as long as these, in turn and again, so that a busy machine slows all
alike, until the exponent is known well enough. The last one is a look ahead: a term that grows quickly may
still be small. What it shows moves the lengths up. Where it would take too long, the four are enough.

Growth that was measured once is a suspicion. Caches, allocators and collectors have steps, at which a text
of twice the length costs three times as much once; growth that is the parser's is there at every length, and
in every process. So it counts when a fresh process shows it with longer texts (``confirmed``).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from harness.cost.fit import Fit, Point, fitted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.targets.timing import Timing

BOUND = 1.3
"""Time may grow with the length to this power. What grows more, with confidence, is a finding."""

LONGEST = 1 << 19
"""Code points of the longest text that is tried. A suspicion may be confirmed on one eight times as long."""

SUPERLINEAR = "superlinear"
ENDS = ("hang", "crash", "memory")
"""How the adapter may end instead of giving times."""

MS = 1_000_000
LEAST = MS
"""Nanoseconds that the shortest of the lengths takes at least, where a text can be long enough."""

_PATIENCE = 600 * MS  # a text that is expected to take longer is not tried, four lengths are enough
_CONFIRMING = 1_500 * MS  # the same for a confirmation
_SPENT = 2_000 * MS  # nanoseconds after which no further round begins
_LONG = 8 * MS  # texts that take longer are timed once a round, others twice
_FIRST, _STEP = 64, 4
_WINDOW = (1, 2, 4, 8, 32)  # the lengths of a window; the last one is the look ahead
_RISES = 2.5  # times as long must a text take that is _STEP times as long: else it is the start that costs
_ROUNDS = 5  # at most
_WINDOWS = 3  # that a confirmation may take
_FACTORS = (8, 4, 2, 1.5)
_CERTAIN = 1.0  # how wide the interval of a suspicion may be

# Times a text, so many times. And writes one of about so many code points.
Ask = Callable[[str, int], "Timing"]
Write = Callable[[int], str]

Verdict = Literal[
    "linear",
    "unclear",  # the interval holds the bound, or what was suspected did not show again
    "superlinear",
    "quick",  # the longest text takes less than can be measured
    "unsupported",
    "error",
    "hang",
    "crash",
    "memory",
]


class Measured(Struct, frozen=True):
    """What came out, and the times it was read from."""

    verdict: Verdict
    points: tuple[Point, ...] = ()
    fit: Fit | None = None
    detail: str = ""  # where there is no exponent: why
    length: int = 0  # code points of the text that ended it, where it ended

    @property
    def suspicious(self) -> bool:
        """Tell that a fresh process should be asked."""
        return self.verdict == SUPERLINEAR or self.verdict in ENDS

    @property
    def steepness(self) -> float:
        """Order what was measured: what ended stands above every exponent."""
        if self.verdict in ENDS:
            return math.inf
        return self.fit.exponent if self.fit else 0.0


class _Ended(Exception):
    """There was no time for a text, but something else."""

    def __init__(self, timing: Timing, length: int) -> None:
        super().__init__(timing.detail)
        self.timing = timing
        self.length = length


def glance(ask: Ask, write: Write, longest: int = LONGEST) -> float:
    """Guess the exponent from a few single times: rough, and quick. Infinite for what ends."""
    tried: list[Point] = []
    try:
        _start(ask, write, longest, tried)
        short, long = tried[-2:]
        if _power(short, long) > BOUND:  # one of the two may have been disturbed
            again = [_time(ask, write(point.length), 1) for point in (short, long)]
            short, long = (Point(a.length, (*a.ns, *b.ns)) for a, b in zip((short, long), again, strict=True))
        return _power(short, long)
    except _Ended as ended:
        return math.inf if ended.timing.kind in ENDS else 0.0


def measure(ask: Ask, write: Write, longest: int = LONGEST) -> Measured:
    """Measure in the process that there is."""
    tried: list[Point] = []
    try:
        return _measured(ask, write, longest, tried)
    except _Ended as ended:
        return _end(ended, tried)


def confirm(ask: Ask, write: Write, found: Measured) -> Measured:
    """Measure again what was suspected: ``ask`` must reach a fresh process. The texts are longer.

    What ended is tried with the same text. A longer text that ends confirms growth, too.
    """
    tried: list[Point] = []
    try:
        if found.verdict in ENDS:
            tried.extend(found.points)
            _time(ask, write(found.length), 1)
            return Measured("unclear", found.points, None, f"{found.verdict}, and not a second time")
        shortest, longest = found.points[0], found.points[-1]
        power = found.fit.exponent if found.fit else 2.0
        factor = next((f for f in _FACTORS if longest.least * f**power <= _CONFIRMING), _FACTORS[-1])
        start = int(shortest.length * factor)
        _time(ask, write(start), 1)  # a fresh process has not compiled anything yet
        for _ in range(_WINDOWS):
            points, fit = _window(ask, write, start, tried, _WINDOW[-1] * start, _CONFIRMING)
            # After a step the time is linear again; what grows goes on growing.
            grows = min(_power(points[-3], points[-1]), _power(points[-2], points[-1])) > BOUND
            power = _power(points[-2], points[-1])
            step = next((step for step in (4, 2) if points[-1].least * step**power <= _CONFIRMING), 0)
            if not (grows and step) or fit.low > BOUND:
                break
            start *= step
    except _Ended as ended:
        return _end(ended, tried)
    if grows and fit.low > BOUND:
        return Measured("superlinear", points, fit)
    told = f"measured {found.fit.exponent:.2f} once, and then {fit.exponent:.2f}" if found.fit else ""
    return Measured("unclear", points, fit, told)


def _measured(ask: Ask, write: Write, longest: int, tried: list[Point]) -> Measured:
    start = _start(ask, write, longest, tried)
    while True:
        points, fit = _window(ask, write, start, tried, longest)
        if points[-1].least < LEAST:
            return Measured("quick", points, fit, "the longest text takes less than a millisecond")
        if fit.low > BOUND or fit.high <= BOUND:
            return _judged(points, fit)
        start = points[0].length * _STEP
        top = points[-1]
        further = top.least * _STEP ** max(1.0, _power(points[-2], top)) <= _PATIENCE
        if not further or start * _WINDOW[-2] > longest or _power(points[-2], top) <= BOUND:
            return _judged(points, fit)


def _judged(points: tuple[Point, ...], fit: Fit) -> Measured:
    """Judge what can't be followed further: a bend upwards at its end is a suspicion, too."""
    if fit.high <= BOUND:
        return Measured("linear", points, fit)
    bent = _power(points[-3], points[-1]) > BOUND and _power(points[-2], points[-1]) > BOUND
    return Measured("superlinear" if bent or fit.low > BOUND else "unclear", points, fit)


def _start(ask: Ask, write: Write, longest: int, tried: list[Point]) -> int:
    """Find the length from which on a text takes long enough, and a longer one longer."""
    # Two units at least, so that the next length is another text.
    length = max(_FIRST, 2 * len(write(0)))
    tried.append(_time(ask, write(length), 1))
    while length * _STEP * _WINDOW[-2] <= longest or len(tried) < 2:
        before = tried[-1]
        tried.append(_time(ask, write(length * _STEP), 1))
        rise = tried[-1].least / before.least
        if before.least >= LEAST and rise >= _RISES:
            # Steps are large, so a shorter text may do, where its start is not what costs.
            shorter = 1.2 * LEAST / before.least if rise > _STEP * 0.85 else 1
            return max(_FIRST, 2 * len(write(0)), int(length * max(0.25, min(1.0, shorter))))
        length *= _STEP
    return length


def _window(
    ask: Ask, write: Write, start: int, tried: list[Point], longest: int, patience: int = _PATIENCE
) -> tuple[tuple[Point, ...], Fit]:
    """Time the lengths in turn until the exponent is known; begin later where they turn out too short."""
    texts = [write(start * times) for times in _WINDOW if times <= _WINDOW[-2] or start * times <= longest]
    times: list[list[int]] = []
    for done in range(1, _ROUNDS + 1):
        for place, text in enumerate(texts):
            expected = min(times[place]) if done > 1 else _expected(texts[: place + 1], times)
            if done == 1 and ((place == 3 and expected > _SPENT) or (place == 4 and expected > patience)):
                texts = texts[:place]  # so steep that fewer lengths tell
                break
            known = _time(ask, text, 1 if expected > _LONG else 2).ns
            if done == 1:
                times.append(list(known))
            else:
                times[place].extend(known)
        points = tuple(Point(len(text), tuple(known)) for text, known in zip(texts, times, strict=True))
        if done == 1 and points[0].least < LEAST / 2 and 2 * start * _WINDOW[-2] <= longest:
            return _window(ask, write, start * 2, tried, longest, patience)
        fit = fitted(points)
        if points[-1].least < LEAST or _enough(fit) or sum(map(sum, times)) > _SPENT:
            break
    tried[:] = points
    return points, fit


def _expected(texts: Sequence[str], times: Sequence[Sequence[int]]) -> float:
    """Guess what the last of the texts takes, from the two before it."""
    if len(times) < 2:
        return min(times[-1]) * 2 if times else 0
    one, other, last = (len(text) for text in texts[-3:])
    power = math.log(max(1, min(times[-1])) / max(1, min(times[-2]))) / math.log(other / one)
    return float(min(times[-1]) * (last / other) ** power)


def _enough(fit: Fit) -> bool:
    return fit.high <= BOUND or (fit.low > BOUND and fit.width <= _CERTAIN)


def _power(one: Point, other: Point) -> float:
    return math.log(other.least / one.least) / math.log(other.length / one.length)


def _time(ask: Ask, text: str, repeat: int) -> Point:
    timing = ask(text, repeat)
    if timing.kind != "times":
        raise _Ended(timing, len(text))
    return Point(len(text), timing.cpu_ns)


def _end(ended: _Ended, tried: Sequence[Point]) -> Measured:
    kind = ended.timing.kind
    if kind == "times":
        raise RuntimeError("times are no end")
    points = tuple({point.length: point for point in tried}.values())
    return Measured(kind, points, None, ended.timing.detail, ended.length)
