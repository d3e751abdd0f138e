"""Going through the shapes with one target: what is measured, confirmed, made small, and left out.

A parser that costs too much costs it on many shapes, and measuring it takes the longer, the worse it is. So
a way of feeding is left once three shapes are confirmed for it, and at once where plain text is one of them;
after two texts without an answer all is left; and no target takes longer than it was given. So a
glance at all shapes comes first, and those that look steep are the first to be measured. What was left out
is counted: it is no pass.
"""

from __future__ import annotations

import math
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct, structs

from harness.cost.family import PLAIN
from harness.cost.fit import Fit, Point
from harness.cost.measuring import BOUND, ENDS, SUPERLINEAR, Measured, Verdict, confirm, glance, measure
from harness.cost.reducing import Budget, reduced
from harness.cost.shape import Shape
from harness.model import Tool
from harness.targets.target import Target

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from harness.cost.measuring import Ask
    from harness.targets.timing import Timing

FEEDS = ("whole", "batch", "16", "1")
"""Ways of feeding: a stream in one chunk, the batch, streams in chunks of so many code points."""

MOST = 3
"""Findings of one way of feeding, after which no more shapes are fed in it."""

_HANGS = 2
"""Texts without an answer, after which nothing more is measured."""

_TRYING = 4.0  # seconds for an answer to a glance, and while a shape is made small
_MANY = 8  # shapes, from which on a glance at all of them pays
_LEEWAY = 0.1  # of exponents at a glance, which are rough


class Row(Struct, frozen=True):
    """One shape fed in one way."""

    shape: Shape
    feed: str
    verdict: Verdict
    points: tuple[Point, ...] = ()
    fit: Fit | None = None
    detail: str = ""
    length: int = 0  # code points of the text that ended it, where it ended


class Finding(Struct, frozen=True):
    """Time that grows too much: the smallest shape that shows it, and what was measured with it."""

    id: str  # "C1", "C2" ... in each target
    target: str
    kind: Verdict  # superlinear, hang, crash or memory
    message: str
    shape: Shape  # as small as it got
    raw: tuple[Shape, ...]  # those that showed it
    feed: str  # the worst
    feeds: tuple[str, ...]  # all in which the first of raw showed it
    row: Row  # of the small shape, in a fresh process
    command: str


class Scanned(Struct, frozen=True):
    """What is known of one target."""

    target: str
    state: str  # "measured", "out of time", "interrupted", "unsupported" or "unavailable"
    version: str = ""
    language: str = ""
    feeds: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    findings: tuple[Finding, ...] = ()
    left_out: int = 0  # shapes times ways of feeding that were not measured
    notes: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()  # of the adapter
    message: str = ""  # of what is unsupported or unavailable: why


class Setting(Struct, frozen=True):
    """What is the same for all shapes of a target."""

    dialect: str
    tools: tuple[Tool, ...] = ()  # for shapes that bring none
    policies: dict[str, str] = {}
    feeds: tuple[str, ...] = FEEDS
    seconds: float = 300.0  # for measuring a target
    shrink_seconds: float = 20.0  # for making one finding small, beside that


def feeds_of(target: Target, wanted: Sequence[str]) -> tuple[str, ...]:
    """Give the ways in which a target can be fed: what its adapter does not promise is not fed."""
    streams = {"whole", "16", "1"} if target.hello.cuts == "any" else {"whole"}
    able = (streams if "stream" in target.modes else set()) | (
        {"batch"} if "batch" in target.modes else set()
    )
    return tuple(feed for feed in wanted if feed in able)


class Scan:
    """One target that is being measured: by ``look``. What is known stays readable if that is interrupted."""

    def __init__(
        self,
        target: Target,
        setting: Setting,
        command: Callable[[Shape, str], str],
        *,
        tell: Callable[[str], object] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take an open target. ``command`` writes what shows a shape again, fed in one way."""
        self.target = target
        self.setting = setting
        self.rows: list[Row] = []
        self.findings: list[Finding] = []
        self.notes: list[str] = []
        self.left_out = 0
        self._command = command
        self._tell = tell
        self._clock = clock
        self._dropped: set[str] = set()
        self._confirmed: dict[str, int] = {}
        self._hangs = 0

    def look(self, shapes: Sequence[Shape]) -> str:
        """Measure all shapes, then make small what was found. Gives the state."""
        feeds = feeds_of(self.target, self.setting.feeds)
        began = self._clock()
        until = began + self.setting.seconds
        state = "measured"
        suspects: list[tuple[Shape, list[Row]]] = []
        for number, shape in enumerate(self._ordered(shapes, feeds, began + self.setting.seconds / 2)):
            if number and self._clock() > until:
                state = "out of time"
                self.left_out += (len(shapes) - number) * len(feeds)
                break
            if number and _timeless(self.rows):
                self.left_out += (len(shapes) - number) * len(feeds)
                break  # the first shape is one that every parser reads
            self._tell(f"{number} of {len(shapes)} shapes, {len(suspects)} found: {shape.name}")
            if bad := self._shape(shape, feeds):
                suspects.append((shape, bad))
        for shape, bad in suspects:
            self._tell(f"making small: {shape.name}")
            self._report(shape, bad)
        return "unsupported" if _timeless(self.rows) else state

    def _ordered(self, shapes: Sequence[Shape], feeds: Sequence[str], until: float) -> Sequence[Shape]:
        """Put those first that look steep at a glance, behind the first one: time may not be enough for all.

        What could not be glanced at in time keeps its place; so do all that look harmless.
        """
        if len(shapes) < _MANY:
            return shapes
        steepness: dict[int, float] = {}
        hangs = 0
        with self._trying() as trying:
            for number, shape in enumerate(shapes[1:], 1):
                if self._clock() > until or hangs >= _HANGS:
                    break
                self._tell(f"glancing at {number} of {len(shapes)} shapes: {shape.name}")
                for feed in feeds:
                    seen = glance(self._ask(shape, feed, trying), shape.text)
                    steepness[number] = max(seen, steepness.get(number, 0.0))
                    if math.isinf(seen):
                        hangs += 1
                        break
        harmless = BOUND + _LEEWAY
        first = sorted(
            (number for number, seen in steepness.items() if seen > harmless), key=lambda n: -steepness[n]
        )
        rest = [number for number in range(1, len(shapes)) if number not in set(first)]
        return [shapes[number] for number in (0, *first, *rest)]

    def _trying(self) -> Target:
        """Give a target of its own for tries: its limit is shorter, since what hangs takes all of it."""
        limits = structs.replace(self.target.limits, run=min(_TRYING, self.target.limits.run))
        return Target(self.target.spec, limits)

    def _shape(self, shape: Shape, feeds: Sequence[str]) -> list[Row]:
        """Measure one shape in all ways; give what is confirmed."""
        bad: list[Row] = []
        for feed in feeds:
            if feed in self._dropped or any(row.verdict in ENDS for row in bad):
                self.left_out += 1
                continue
            row = self._row(shape, feed)
            self.rows.append(row)
            if row.verdict == SUPERLINEAR or row.verdict in ENDS:
                bad.append(row)
                self._count(row)
        return bad

    def _count(self, found: Row) -> None:
        feed = found.feed
        self._confirmed[feed] = self._confirmed.get(feed, 0) + 1
        self._hangs += found.verdict == "hang"
        if self._hangs == _HANGS:
            self._dropped.update(FEEDS)
            self.notes.append("no more was measured: each text without an answer takes the whole limit")
            return
        if found.shape == PLAIN:
            why = "plain text costs too much already"
        elif self._confirmed[feed] == MOST:
            why = f"{MOST} shapes were found"
        else:
            return
        self._dropped.add(feed)
        self.notes.append(f"{told(feed)}: no more shapes were measured, since {why}")

    def _row(self, shape: Shape, feed: str) -> Row:
        """Measure, and ask a fresh process where that is suspicious."""
        ask = self._ask(shape, feed)
        found = measure(ask, shape.text)
        if found.suspicious:
            self.target.fresh()
            found = confirm(ask, shape.text, found)
        return row(shape, feed, found)

    def _again(self, small: Shape, worst: Row) -> Row:
        """Measure a shape that was made small in a fresh process; growth in two, as any."""
        if worst.verdict not in ENDS:
            return self._row(small, worst.feed)
        self.target.fresh()
        return row(small, worst.feed, measure(self._ask(small, worst.feed), small.text))

    def _ask(self, shape: Shape, feed: str, target: Target | None = None) -> Ask:
        tools = self.setting.tools if shape.tools is UNSET else shape.tools
        written = [{"parameters": {}, **msgspec.to_builtins(tool)} for tool in tools]
        request = {"dialect": self.setting.dialect, "tools": written, "policies": self.setting.policies}
        return partial(_timed, target or self.target, request, feed)

    def _report(self, shape: Shape, bad: list[Row]) -> None:
        worst = max(bad, key=lambda one: Measured(one.verdict, fit=one.fit).steepness)
        small, shown = self._small(shape, worst)
        for place, known in enumerate(self.findings):
            if known.shape == small and known.feed == worst.feed and known.kind == shown.verdict:
                self.findings[place] = structs.replace(known, raw=(*known.raw, shape))
                return
        self.findings.append(
            Finding(
                id=f"C{len(self.findings) + 1}",
                target=self.target.name,
                kind=shown.verdict,
                message=message(shown),
                shape=small,
                raw=(shape,),
                feed=worst.feed,
                feeds=tuple(one.feed for one in bad),
                row=shown,
                command=self._command(small, worst.feed),
            )
        )

    def _small(self, shape: Shape, worst: Row) -> tuple[Shape, Row]:
        """Make a shape small, and confirm it as such; else it stays what it was."""
        budget = Budget(self.setting.shrink_seconds, self._clock)
        with self._trying() as trying:

            def shows(candidate: Shape) -> bool:
                ask = self._ask(candidate, worst.feed, trying)
                return measure(ask, candidate.text).verdict == worst.verdict

            small = reduced(shape, shows, budget)
        if small != shape:
            again = self._again(small, worst)
            if again.verdict == worst.verdict:
                return small, again
        return shape, worst

    def result(self, state: str, message: str = "") -> Scanned:
        """Sum up. ``message`` says why nothing more can be measured."""
        if state == "unsupported" and self.rows:
            message = (
                self.rows[0].detail
                or "no text has a time: its adapter tells none, or the parser throws at each"
            )
        hello = self.target.hello
        return Scanned(
            target=self.target.name,
            state=state,
            version=hello.version,
            language=hello.language,
            feeds=feeds_of(self.target, self.setting.feeds),
            rows=tuple(self.rows),
            findings=tuple(self.findings),
            left_out=self.left_out,
            notes=tuple(self.notes),
            faults=tuple(fault.message for fault in self.target.faults),
            message=message,
        )


def _timeless(rows: Sequence[Row]) -> bool:
    """Tell that there was no time for anything."""
    return all(row.verdict == "unsupported" for row in rows)


def row(shape: Shape, feed: str, found: Measured) -> Row:
    """Keep what was measured beside what it was measured with."""
    return Row(shape, feed, found.verdict, found.points, found.fit, found.detail, found.length)


def told(feed: str) -> str:
    """Say how a text is fed."""
    names = {"whole": "stream in one chunk", "batch": "batch", "1": "stream, one character a chunk"}
    return names.get(feed, f"stream, {feed} characters a chunk")


def message(one: Row) -> str:
    """Say in one sentence what is wrong."""
    if one.verdict in ENDS or one.fit is None:
        ends = {"hang": "gave no answer in time", "crash": "died", "memory": "ate too much memory"}
        how = ends.get(one.verdict, one.verdict)
        return f"{told(one.feed)}: it {how} on a text of {one.length:,} characters"
    fit = one.fit
    return (
        f"{told(one.feed)}: the time grows with the length to the power {fit.exponent:.2f} "
        f"(95 % of {fit.low:.2f} to {fit.high:.2f})"
    )


def _timed(target: Target, request: Mapping[str, Any], feed: str, text: str, repeat: int) -> Timing:
    chunk = {"batch": 0, "whole": max(1, len(text))}.get(feed)
    chunk = int(feed) if chunk is None else chunk
    return target.time({**request, "text": text, "chunk": chunk, "repeat": repeat})
