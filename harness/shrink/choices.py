"""Make a case smaller by making the choices smaller that it was generated from.

A generated case is a list of bounded integers in which 0 is the simplest answer to every question.
Deleting runs of choices drops segments, calls and parameters; lowering values makes what is left
plainer. What comes out is again a document with a known answer, so this is the only shrink that
the ``truth`` oracle can use. Order is by length first, then value by value: a shorter list is
simpler whatever stands in it, since list items are asked for one by one ("another?").

Why passes repeat until none helps: a deletion often becomes possible only after a value elsewhere
was lowered (a longer fence needs its longer closer gone first).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from harness.model import Case, Violation

if TYPE_CHECKING:
    from harness.shrink.budget import Budget

Choices = tuple[int, ...]
Rebuild = Callable[[Choices], tuple[Case, Choices]]
"""Generate the case of a list of choices; gives the list back as it was really used."""

# How much longer than at the start a text may become on the way, and what is short anyway, in code points.
_ROOM, _LEAST = 2, 500

# Up to twenty one by one: a whole block of a document is a dozen choices, and only its exact length goes.
_RUNS = (64, 32, *range(20, 0, -1))


def shrink_choices(
    start: Choices, found: tuple[Case, Violation], rebuild: Rebuild, budget: Budget
) -> tuple[Choices, Case, Violation]:
    """Shrink until no pass helps any more, or the budget is gone."""
    state = _State(start, *found, rebuild, budget)
    while not budget.exhausted():
        before = state.choices
        state.improve(_without_runs)
        state.improve(_zeroed_runs)
        state.improve(_lowered)
        if state.choices == before:
            break
    return state.choices, state.case, state.violation


class _State:
    """The best list so far, and how to try others."""

    def __init__(
        self, choices: Choices, case: Case, violation: Violation, rebuild: Rebuild, budget: Budget
    ) -> None:
        self.choices = choices
        self.case = case
        self.violation = violation
        self._rebuild = rebuild
        self._budget = budget
        self._seen: set[Choices] = {choices}
        # Fewer choices can draw a longer text, up to one of a million characters, which costs minutes to run.
        self._longest = max(_ROOM * len(case.text), _LEAST)

    def improve(self, candidates: Callable[[Choices, int], Iterator[tuple[int, Choices]]]) -> None:
        """Walk the candidates; after each success go on from the same place in the shorter list."""
        place = 0
        while not self._budget.exhausted():
            tried: list[tuple[int, Choices]] = []
            found = self._budget.first(self._cases(candidates(self.choices, place), tried))
            if found is None:
                return
            number, case, violation = found
            place, self.choices = tried[number]
            self.case, self.violation = case, violation

    def _cases(
        self, candidates: Iterator[tuple[int, Choices]], tried: list[tuple[int, Choices]]
    ) -> Iterator[Case]:
        best = _rank(self.choices)
        for place, candidate in candidates:
            case, used = self._rebuild(candidate)
            if used in self._seen or _rank(used) > best or len(case.text) > self._longest:
                continue
            self._seen.add(used)
            tried.append((place, used))
            yield case


def _rank(choices: Choices) -> tuple[int, Choices]:
    return (len(choices), choices)


def _without_runs(choices: Choices, place: int) -> Iterator[tuple[int, Choices]]:
    """Leave out runs, long ones first.

    ``place`` is the number of the size to go on with: a success does not start over with the longest.
    """
    for number, size in enumerate(_RUNS[place:], place):
        for at in range(len(choices) - size, -1, -1):
            yield number, choices[:at] + choices[at + size :]


def _zeroed_runs(choices: Choices, place: int) -> Iterator[tuple[int, Choices]]:
    for size in (16, 8, 4, 2):
        for at in range(0, len(choices) - size + 1, size // 2):
            if any(choices[at : at + size]):
                yield place, choices[:at] + (0,) * size + choices[at + size :]


def _lowered(choices: Choices, place: int) -> Iterator[tuple[int, Choices]]:
    for at in range(place, len(choices)):
        value = choices[at]
        lower = sorted({0, 1, 2, value // 2, value - 1} - {-1})
        for candidate in lower:
            if candidate < value:
                yield at, (*choices[:at], candidate, *choices[at + 1 :])
