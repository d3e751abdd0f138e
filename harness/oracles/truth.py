"""``truth``: the calls are the calls that were written: number, order, names, values.

The answer comes from the generator, which drew it before it wrote the text; no parser is asked.
A target is judged where it declares the policies that the answer assumes; what a target leaves
open is not expected of it (PROTOCOL, ``hello``).

An error that a parser declares is its answer to malformed text, and nothing is complained of there. To a text
that is well written it is no answer: the calls are missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects import by_name
from harness.fairness.texts import DELIMITER, VALID, text_class
from harness.oracles.difference import DECLARED, Difference, calls_difference, reading_of
from harness.oracles.oracle import Oracle, Outcomes, Stances, baseline, in_both_modes, violation

if TYPE_CHECKING:
    from harness.model import Case, Policies, Reading, Violation


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Hold batch and baseline stream of each target against the answer for its policies."""
    return _refusals(case, outcomes, stances) or in_both_modes(
        "truth", case, outcomes, lambda name, reading: _complaint(case, reading, stances[name])
    )


def _refusals(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Look for declared errors where the text is well written and its answer known."""
    complaints: dict[str, tuple[str, str]] = {}
    for name, outcome in outcomes.items():
        for how, reading in (("batch", outcome.batch), ("stream", baseline(case, outcome))):
            error = reading.error if reading is not None else None
            if error is None or error.kind != DECLARED or case.answer_for(stances[name]) is None:
                continue
            if text_class(case) in (VALID, DELIMITER):
                complaints[name] = ("well-written text refused", f"{how}: {error.message}")
                break
    return violation("truth", complaints)


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
