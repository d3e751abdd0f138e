"""``policy``: a declared answer that is not the dialect's default is given, in both modes.

A case that hangs on a policy has an answer for each of its values. A reading that is not the answer
for the declared value but that for another one is a declaration that is not kept. Where the declared
value is the default, the same fault is one of the calls or of the text, and belongs to the oracles of
those, so that it gives one finding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, structs

from harness.dialects import by_name
from harness.oracles.difference import Difference, difference, loosened, reading_of
from harness.oracles.oracle import Oracle, Outcomes, Stances, in_both_modes

if TYPE_CHECKING:
    from harness.model import Answer, Case, Policies, Reading, Violation


class Broken(Struct, frozen=True):
    """A declaration, and what was done instead."""

    policy: str
    declared: str
    done: str


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Hold batch and baseline stream against the answers for the other values."""
    if case.knowledge != "unspecified":
        return None

    def complaint(name: str, reading: Reading) -> Difference | None:
        found = broken(case, reading, stances[name])
        if found is None:
            return None
        told = f"{found.policy} is declared as {found.declared}, done is {found.done}"
        return Difference("declared answer not kept", told)

    return in_both_modes("policy", case, outcomes, complaint)


def broken(case: Case, reading: Reading, stance: Policies) -> Broken | None:
    """Find the value of the policy that a reading keeps to instead of the declared one."""
    question = hanging_on(case)
    declared = stance.get(question) if question else None
    if question is None or declared is None or declared == by_name(case.dialect).policies.get(question):
        return None
    due = case.answer_for(stance)
    if due is None or _keeps(reading, due, stance):
        return None
    for answer in case.answers:
        other = answer.assumes.get(question)
        if other is None or other == declared or answer is not case.answer_for({**stance, question: other}):
            continue
        if _keeps(reading, answer, stance):
            return Broken(question, declared, other)
    return None


def hanging_on(case: Case) -> str | None:
    """Name the policy whose values the answers of an unspecified case are for."""
    if len(case.answers) < 2:
        return None
    first, *others = [answer.assumes for answer in case.answers]
    return next((name for name in first if any(first[name] != other.get(name) for other in others)), None)


def _keeps(reading: Reading, answer: Answer, stance: Policies) -> bool:
    """Is a reading this answer, the saw flag aside."""
    want, have = reading_of(answer.events), structs.replace(reading, saw=None)
    if have.reasoning and not want.reasoning:
        return False  # whoever routes no reasoning has none
    if stance.get("space_around_calls") != "exact":
        want, have = loosened(want), loosened(have)
    return difference(want, have) is None


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    question = hanging_on(case) if case.knowledge == "unspecified" else None
    if question is None:
        return False
    default = by_name(case.dialect).policies.get(question)
    return any(
        stances[name].get(question) not in (None, default) and case.answer_for(stances[name]) is not None
        for name in outcomes
    )


ORACLE = Oracle(
    id="policy",
    claim="Where parsers may answer a question as they like, a parser gives the answer that it declares.",
    judge=judge,
    applies=_applies,
)
