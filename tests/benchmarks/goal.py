"""A row of the table of goals, and how it is written: for a terminal, as Markdown, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable

UNITS = ("x", "of 20")
"""Units of which more is better: the bar is the least. Of all others it is the most."""


class Goal(Struct, frozen=True):
    """What was measured, and its bar where it has one."""

    name: str
    bar: float | None  # None: no goal, told beside one
    measured: float
    unit: str = "x"  # of ``UNITS``, or another one
    was: str = ""  # the figure of the prototype that the bars were set by
    digits: int = 1  # behind the point

    @property
    def met(self) -> bool:
        """Is the bar kept. What is no number keeps none."""
        if self.bar is None:
            return True
        return self.measured >= self.bar if self.unit in UNITS else self.measured <= self.bar

    @property
    def verdict(self) -> str:
        """Say in a word what became of the goal."""
        return "" if self.bar is None else "met" if self.met else "MISSED"

    def _limit(self) -> str:
        return "" if self.bar is None else f"{'>=' if self.unit in UNITS else '<='} {self.bar:g} {self.unit}"

    def __str__(self) -> str:
        """Write the row for a terminal."""
        measured = f"{self.measured:.{self.digits}f}"
        return f"{self.name:<74}{self._limit():>22}{measured:>10} {self.unit:<18}{self.verdict}".rstrip()


def markdown(goals: Iterable[Goal]) -> str:
    """Write the rows that have a bar as a table, and those beside them as a list."""
    goals = tuple(goals)
    lines = ["| goal | bar | prototype | measured | |", "| --- | --- | --- | --- | --- |"]
    lines += [_row(goal) for goal in goals if goal.bar is not None]
    beside, above = [], ""
    for goal in goals:
        if goal.bar is not None:
            above = goal.name
            continue
        told = f"- {goal.name.strip()}: {goal.measured:,.{goal.digits}f} {_sign(goal.unit)}"
        if goal.name.startswith("  ") and above:
            if f"- {above}:" not in beside:
                beside.append(f"- {above}:")
            told = f"  {told}"
        beside.append(told)
    return "\n".join([*lines, "", "Beside them, without a bar:", "", *beside]) + "\n"


def _row(goal: Goal) -> str:
    verdict = "**missed**" if goal.verdict == "MISSED" else goal.verdict
    least = "\N{GREATER-THAN OR EQUAL TO}" if goal.unit in UNITS else "\N{LESS-THAN OR EQUAL TO}"
    bar, measured = f"{least} {goal.bar:,g}", f"{goal.measured:,.{goal.digits}f}"
    unit = _sign(goal.unit)
    return f"| {goal.name} | {bar} {unit} | {goal.was or '-'} | {measured} {unit} | {verdict} |"


def _sign(unit: str) -> str:
    return "\N{MULTIPLICATION SIGN}" if unit == "x" else unit
