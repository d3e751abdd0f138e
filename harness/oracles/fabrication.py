"""``fabrication``: no call, and the text unchanged, where the text holds no real call.

More calls than were written are made up wherever they stand: in a text without any, or beside real
ones. Where the right answer is not known, nothing may come of a text in which nothing opens a call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects import by_name
from harness.model import Reading
from harness.oracles.conservation import conserves
from harness.oracles.difference import Difference, calls_difference, difference, loosened, reading_of
from harness.oracles.oracle import Oracle, Outcomes, Stances, in_both_modes

if TYPE_CHECKING:
    from harness.model import Case, Policies, Violation


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Look at the batch and the baseline stream of each target."""
    return in_both_modes(
        "fabrication", case, outcomes, lambda name, reading: _complaint(case, reading, stances[name])
    )


def _complaint(case: Case, reading: Reading, stance: Policies) -> Difference | None:
    answer = case.answer_for(stance)
    if answer is not None:
        if reading.events == answer.events:
            return None
        want = reading_of(answer.events)
        if len(reading.calls) > len(want.calls):
            return calls_difference(want.calls, reading.calls)
        if not want.calls:
            have = Reading(text=reading.text)
            if stance.get("space_around_calls") != "exact":
                want, have = loosened(want), loosened(have)
            return difference(Reading(text=want.text), have)
    elif reading.calls:
        if not by_name(case.dialect).could_hold_calls(case.text):
            return calls_difference((), reading.calls)
    elif conserves(stance) and not by_name(case.dialect).could_hold_calls(case.text):
        return difference(Reading(text=case.text), Reading(text=reading.text))
    return None


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    if any(case.answer_for(stances[name]) is not None for name in outcomes):
        return True
    return not by_name(case.dialect).could_hold_calls(case.text)


ORACLE = Oracle(
    id="fabrication",
    claim="No call comes out that was not written, and a text without a call comes out unchanged.",
    judge=judge,
    applies=_applies,
)
