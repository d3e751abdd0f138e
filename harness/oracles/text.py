"""``text``: visible text is the input without the accepted blocks, exact and in order (SEMANTICS C3).

Where the answer is known, the text and its place among the calls are compared with it. Where it is
not, ``conservation`` alone is checked, where the parser declares that it holds.
"""

from __future__ import annotations

from harness.model import Case, Policies, Reading, Violation
from harness.oracles.conservation import conservation, conserves
from harness.oracles.difference import Difference, difference, loosened, reading_of
from harness.oracles.oracle import Oracle, Outcomes, Stances, in_both_modes


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Judge the batch's and the baseline stream's text of each target."""
    return in_both_modes(
        "text", case, outcomes, lambda name, reading: _complaint(case, reading, stances[name])
    )


def _complaint(case: Case, reading: Reading, stance: Policies) -> Difference | None:
    answer = case.answer_for(stance)
    if answer is not None:
        want = reading_of(answer.events)
        if stance.get("space_around_calls") != "exact":
            want, reading = loosened(want), loosened(reading)
        bare = Reading(calls=want.calls, text=reading.text, events=reading.events)
        return difference(want, bare) if len(want.calls) == len(reading.calls) else None
    return conservation(case.text, reading) if conserves(stance) else None


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    return any(case.answer_for(stances[name]) is not None or conserves(stances[name]) for name in outcomes)


ORACLE = Oracle(
    id="text",
    claim="The visible text is the input without the accepted blocks: nothing lost, added, moved or trimmed.",
    judge=judge,
    applies=_applies,
)
