"""How much a shrink may cost, and the one question that it asks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from harness.model import Case, Violation

Question = Callable[[Sequence[Case]], Sequence[Violation | None]]
"""For each case: the violation, if it still shows the same one (same signature), else None.

Several cases travel in one round trip. The answers are in the order of the cases, so that what a
shrink ends with does not depend on how many were asked at once.
"""


class Budget:
    """Counts calls and watches the clock. Out of either, every further answer is "no".

    The number of calls makes a shrink repeatable on a slow machine; the clock keeps a hanging parser
    from holding up a campaign. A shrink that the clock ended says so in its finding.
    """

    def __init__(self, question: Question, *, calls: int, seconds: float, at_once: int) -> None:
        """Allow ``calls`` cases and ``seconds`` of wall time, ``at_once`` cases a round trip."""
        self._question = question
        self._calls = calls
        self._ends = time.monotonic() + seconds
        self._at_once = at_once
        self.used = 0
        self.ran_out = False

    def exhausted(self) -> bool:
        """Is nothing left, and remember it if so."""
        if self.used >= self._calls or time.monotonic() >= self._ends:
            self.ran_out = True
        return self.ran_out

    def first(self, cases: Iterable[Case]) -> tuple[int, Case, Violation] | None:
        """Find the first case that still shows the violation: its place, itself, the violation."""
        place = 0
        rest = iter(cases)
        while not self.exhausted():
            batch = list(islice(rest, min(self._at_once, self._calls - self.used)))
            if not batch:
                return None
            self.used += len(batch)
            for case, violation in zip(batch, self._question(batch), strict=True):
                if violation is not None:
                    return place, case, violation
                place += 1
        return None

    def holds(self, case: Case) -> Violation | None:
        """Ask about one case."""
        found = self.first([case])
        return found[2] if found else None

    def verdict(self) -> str:
        """Say in a few words how the shrink ended."""
        return f"{'out of budget' if self.ran_out else 'finished'} after {self.used} runs"
