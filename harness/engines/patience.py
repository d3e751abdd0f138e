"""How long a process is waited for that does not go on: by what it does, not by the clock alone.

On a crowded machine a process gets next to no CPU time, and its next case takes minutes. Nothing is wrong
with it. One that is stuck sleeps, or it uses CPU time. So these two are counted, each against one limit.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from harness.engines.activity import Activity, activity

if TYPE_CHECKING:
    from collections.abc import Callable

LOOK = 0.5
"""Seconds from one look to the next, at least."""

BLINK = 4 * LOOK
"""Seconds of sleep that two looks can show: they are far apart if the campaign itself gets no CPU time."""

LONGEST = 30
"""So many limits may pass by the clock. What waits for a core that long has none, or was stopped for ever."""


class _Look(NamedTuple):
    at: float
    seen: Activity


class Patience:
    """With one process, while it stands where it is."""

    def __init__(
        self,
        seconds: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        reader: Callable[[int], Activity | None] = activity,
    ) -> None:
        """``seconds``: of sleep, or of CPU time, at one place. The clock's never go back."""
        self._seconds = seconds
        self._clock = clock
        self._reader = reader
        self.begin()

    def begin(self, place: bytes = b"") -> None:
        """Begin anew, with the process at ``place``."""
        self._place = place
        self._since = self._clock()
        self._slept = 0.0
        self._first: _Look | None = None
        self._last: _Look | None = None

    def over(self, group: int, place: bytes) -> bool:
        """Look at the process that leads a group, and tell whether it was here for too long.

        Where nothing tells what it does, the clock decides.
        """
        if place != self._place:
            self.begin(place)
            return False
        now = self._clock()
        if now - (self._since if self._last is None else self._last.at) < LOOK:
            return False
        seen = self._reader(group)
        if seen is None:
            return now - self._since > self._seconds
        look = _Look(now, seen)
        if self._first is None or self._last is None:
            self._first = look
        elif seen.asleep and self._last.seen.asleep:
            self._slept += min(now - self._last.at, BLINK)
        self._last = look
        used = seen.cpu - self._first.seen.cpu
        return max(self._slept, used, (now - self._since) / LONGEST) > self._seconds
