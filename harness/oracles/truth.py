"""``truth``: the calls are the calls that were written: number, order, names, values.

The answer comes from the generator, which drew it before it wrote the text; no parser is asked.
A target is judged where it declares the policies that the answer assumes; what a target leaves
open is not expected of it (PROTOCOL, ``hello``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects import by_name
from harness.oracles.difference import Difference, calls_difference, reading_of
from harness.oracles.oracle import Oracle, Outcomes, Stances, in_both_modes

if TYPE_CHECKING:
    from harness.model import Case, Policies, Reading, Violation


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Hold batch and baseline stream of each target against the answer for its policies."""
    return in_both_modes(
        "truth", case, outcomes, lambda name, reading: _complaint(case, reading, stances[name])
    )


def _complaint(case: Case, reading: Reading, stance: Policies) -> Difference | None:
    answer = case.answer_for(stance)
    if answer is None:
        return None
    want = reading_of(answer.events)
    found = calls_difference(want.calls, reading.calls)
    if found is None and reading.saw is not None:
        saw = by_name(case.dialect).saw_tool_syntax(case.text, want.calls)
        if reading.saw != saw:
            return Difference("saw flag differs", f"saw_tool_syntax should be {saw}".lower())
    return found


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    return any(case.answer_for(stances[name]) is not None for name in outcomes)


ORACLE = Oracle(
    id="truth",
    claim="The calls are exactly those that were written into the text: number, order, names and values.",
    judge=judge,
    applies=_applies,
)
