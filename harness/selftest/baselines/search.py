"""The search of one method for one bug: cases are looked at until it is found or the parses are spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from harness.selftest.baselines.judging import Found, Judge
from harness.selftest.baselines.record import FLAKY, Try

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.model import Case
    from harness.selftest.baselines.record import Method


class Over(Exception):
    """The parses are spent, or the bug was given up."""


class Search:
    """What was spent so far."""

    def __init__(self, judge: Judge, cap: int) -> None:
        """Begin with nothing spent of ``cap`` parses."""
        self.judge = judge
        self.cap = cap
        self.spent = 0

    def look(self, case: Case) -> None:
        """Look at a case. Raises ``Found``, and ``Over`` where nothing is left."""
        if self.spent >= self.cap or self.judge.flaky > FLAKY:
            raise Over
        try:
            self.spent += self.judge.look(case)
        except Found as found:
            self.spent += found.parses
            if self.spent > self.cap:
                raise Over from None
            raise


def searched(method: Method, bug: str, judge: Judge, cap: int, go: Callable[[Search], None]) -> Try:
    """Let a method ``go`` on until it is done, or until its search raises; say what came of it."""
    with judge:
        search = Search(judge, cap)
        found: Found | None = None
        try:
            go(search)
        except Found as raised:
            found = raised
        except Over:
            pass
        return concluded(method, bug, judge, min(search.spent, cap), found)


def concluded(method: Method, bug: str, judge: Judge, parses: int, found: Found | None) -> Try:
    """Write the record of a search that ended."""
    missed = Try(
        method,
        bug,
        found=False,
        parses=parses,
        false_alarms=judge.false_alarms,
        flaky=judge.flaky,
    )
    if found is None:
        return missed
    return structs.replace(
        missed,
        found=True,
        oracle=found.violation.oracle,
        kind=found.violation.kind,
        text=found.case.text,
    )
