"""``stats.json``: how far a campaign is, written again every few seconds while it runs.

For whoever looks at a campaign from outside: ``status``, a dashboard, a person. It decides nothing.
"""

from __future__ import annotations

import datetime as dt
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, structs

from harness.errors import ReportError
from harness.events import Ended, Faulted, Progress, Reported, Started
from harness.report import atomic, jsontext
from harness.report.record import read_document

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.events import CampaignEvent, Stats

NAME = "stats.json"
SCHEMA = 1

SECONDS = 2.0
"""Between two writes."""

MINUTE = 60.0
"""Between two rows of ``Statistics.minutes``."""

_PROC = Path("/proc")


class Minute(Struct, frozen=True):
    """Where a campaign was at one time."""

    seconds: float  # from its beginning, without the time between runs
    cases: int
    parses: int
    memory: int | None  # bytes resident, of the harness and all that it started; None where nothing tells


class Statistics(Struct, frozen=True):
    """What ``stats.json`` holds."""

    schema: int
    dialect: str
    seed: int
    # "running", or how it ended (``harness.events.State``). What was killed still says that it runs.
    state: str
    updated: str  # UTC, ISO 8601
    most_cases: int | None  # the budget
    most_seconds: float | None
    targets: tuple[str, ...] = ()
    resumed: int = 0  # cases that were done before the run that wrote this
    seconds: float = 0.0  # from its beginning, without the time between runs
    cases: int = 0
    parses: int = 0  # over all targets
    findings: int = 0
    flaky: int = 0  # of the findings
    faults: int = 0
    minutes: tuple[Minute, ...] = ()  # of this run: its first seconds, then one each minute

    @property
    def parses_per_second(self) -> float:
        """Of the last minutes that are known, or of all of it."""
        if len(self.minutes) < 2:
            return self.parses / self.seconds if self.seconds else 0.0
        last = self.minutes[-2]
        passed = self.seconds - last.seconds
        return (self.parses - last.parses) / passed if passed > 0 else 0.0


class Recorder:
    """The listener that writes it. A file that can't be written ends the campaign as any report would."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        """Write into a folder that is there; ``clock`` gives seconds that never go back."""
        self._path = folder / NAME
        self._clock = clock
        self._written = -SECONDS
        self._now: Statistics | None = None
        self._flaky: set[str] = set()
        self._firm: set[str] = set()

    def __call__(self, event: CampaignEvent) -> None:
        """Take in an event. Raises ``ReportError``."""
        match event:
            case Started():
                self._now = Statistics(
                    schema=SCHEMA,
                    dialect=event.dialect,
                    seed=event.seed,
                    state="running",
                    updated="",
                    most_cases=event.cases,
                    most_seconds=event.seconds,
                    targets=tuple(target.name for target in event.targets),
                    resumed=event.resumed,
                )
                self._write()
            case Progress():
                self._progress(event.stats, event.seconds)
            case Reported(finding):
                (self._flaky if finding.flaky else self._firm).add(finding.id)
                self._set(findings=len(self._flaky | self._firm), flaky=len(self._flaky - self._firm))
            case Faulted():
                self._set(faults=0 if self._now is None else self._now.faults + 1)
            case Ended(report):
                self._progress(report.stats, report.timing.seconds)
                self._set(state=report.state)
                self._write()

    def _progress(self, stats: Stats, seconds: float) -> None:
        if self._now is None:
            return
        parses = sum(stats.parses.values())
        self._set(cases=stats.cases, parses=parses, seconds=round(seconds, 3))
        minutes = self._now.minutes
        if not minutes or seconds - minutes[-1].seconds >= MINUTE:
            row = Minute(round(seconds, 3), stats.cases, parses, resident())
            self._set(minutes=(*minutes, row))
        if self._clock() - self._written >= SECONDS:
            self._write()

    def _set(self, **members: Any) -> None:
        if self._now is not None:
            self._now = structs.replace(self._now, **members)

    def _write(self) -> None:
        if self._now is None:
            return
        self._written = self._clock()
        now = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        self._set(updated=now)
        atomic.write(self._path, jsontext.pretty(jsontext.builtins(self._now)).encode("ascii"))


def read(folder: Path) -> Statistics:
    """Read that of a folder. Raises ``ReportError`` where there is none, or something else."""
    path = folder / NAME
    document = read_document(path, what="the statistics of a campaign")
    found = document.get("schema")
    if found != SCHEMA:
        raise ReportError(f"{path}: statistics of schema {found!r}; this harness reads schema {SCHEMA}")
    try:
        return msgspec.convert(document, Statistics)
    except msgspec.ValidationError as error:
        raise ReportError(f"{path}: not the statistics of a campaign: {error}") from error


def resident() -> int | None:
    """Give the bytes that this process and all that it started hold in memory; None where nothing tells."""
    if not (_PROC / "self" / "statm").exists():
        return None
    page, total, open_ = os.sysconf("SC_PAGE_SIZE"), 0, [os.getpid()]
    while open_:
        pid = open_.pop()
        try:
            total += int((_PROC / str(pid) / "statm").read_text().split()[1]) * page
            for task in (_PROC / str(pid) / "task").iterdir():
                open_ += map(int, (task / "children").read_text().split())
        except (OSError, IndexError, ValueError):
            continue  # it ended meanwhile
    return total
