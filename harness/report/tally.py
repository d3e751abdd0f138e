"""What is known of a campaign while it runs: events in, the present state out.

Both terminal listeners ask it, so that a log and a live screen never tell different stories.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from harness.events import CampaignEvent, Ended, Faulted, Progress, Reported, Started, Stats, Suspected
from harness.report.glyphs import CHUNK_LIMIT, printable
from harness.report.verdict import counted, duration

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.model import Finding, Signature


class Tally:
    """The state of a campaign as the events tell it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with nothing known. ``clock`` gives seconds that never go back."""
        self._clock = clock
        self._since = clock()
        self.started: Started | None = None
        self.stats = Stats()
        self.findings: list[Finding] = []
        self.faults = 0
        self.ended = False
        # What was suspected and not yet reported, in the order in which it came.
        self._open: dict[Signature, Suspected] = {}

    def take(self, event: CampaignEvent) -> None:
        """Learn from an event."""
        match event:
            case Started():
                self.started = event
                self._since = self._clock()
            case Progress():
                self.stats = event.stats
            case Suspected():
                self._open[event.violation.signature] = event
            case Reported(finding):
                self._open.pop((finding.oracle, finding.targets, finding.kind), None)
                self.findings.append(finding)
            case Faulted():
                self.faults += 1
            case Ended():
                self.ended = True

    @property
    def elapsed(self) -> float:
        """Seconds since the first case, also between two events."""
        return self._clock() - self._since

    @property
    def parses(self) -> int:
        """Parses of all targets so far."""
        return sum(self.stats.parses.values())

    @property
    def spent(self) -> float | None:
        """The used part of the budget, 0 to 1; None where there is no limit."""
        if self.started is None:
            return None
        shares = []
        if self.started.seconds:
            shares.append(self.elapsed / self.started.seconds)
        if self.started.cases:
            shares.append(self.stats.cases / self.started.cases)
        return min(1.0, max(shares)) if shares else None

    def doing(self) -> str:
        """Say what is being done now."""
        if self.started is None:
            return "starting the targets"
        if not self._open:
            return "running cases"
        last = next(reversed(self._open.values()))
        who = ", ".join(last.violation.targets)
        what = f"{last.doing} a finding: {last.violation.oracle}, {last.violation.kind}, {who}"
        return printable(f"{what} (case {last.case.id})", limit=CHUNK_LIMIT)

    @property
    def suspected(self) -> int:
        """How many signatures are being looked into."""
        return len(self._open)

    def found(self) -> str:
        """Say how many findings there are, and that there may be one more."""
        told = counted(len(self.findings), "finding")
        return f"{told}, {self.suspected} suspected" if self.suspected else told

    def budget(self) -> str:
        """Say how much of what was granted is used."""
        parts = [duration(self.elapsed)]
        if self.started is not None and self.started.seconds:
            parts = [f"{duration(self.elapsed)} of {duration(self.started.seconds)}"]
        if self.started is not None and self.started.cases:
            parts += [f"{self.stats.cases:,} of {counted(self.started.cases, 'case')}"]
        return ", ".join(parts)
