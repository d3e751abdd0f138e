"""``agreement``: targets that take the same stance give the same answer.

Two targets are compared where they give equal answers to every policy that the case relies on. A
policy that one of them leaves open, or answers otherwise, makes the pair incomparable: what is left
is worth reading. But a difference may not simply be blamed on a policy. Where a differing policy can
be set per request, ``equalising`` says how, the case is run again under equal policies, and only a
difference that vanishes then counts as explained.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations

from harness.model import Case, Outcome, Policies, Reading, Violation
from harness.oracles.difference import Difference, difference, loosened
from harness.oracles.oracle import Oracle, Outcomes, Stances, best_reading

Settable = Mapping[str, Collection[str]]
"""By target name: the policies that a request may set."""

SPACE = "space_around_calls"
"""The one policy that no comparison hangs on: such white space is left out of it, see ``loosened``."""


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Group the comparable targets by what they gave; the smaller groups are the odd ones out."""
    names = [name for name, outcome in outcomes.items() if outcome.kind == "result"]
    groups: list[list[str]] = []
    found: Difference | None = None
    for name in names:
        # One comparable member that agrees is enough to join a group; one that differs is a complaint.
        home: list[str] | None = None
        for group in groups:
            partner = next((other for other in group if comparable(case, stances, other, name)), None)
            if partner is None:
                continue
            different = _compare(case, outcomes[partner], outcomes[name], stances[partner], stances[name])
            if different is None:
                home = group
                break
            found = found or different
        if home is None:
            groups.append([name])
        else:
            home.append(name)
    if found is None:
        return None
    largest = max(len(group) for group in groups)
    found = _from_the_larger_side(case, outcomes, stances, groups) or found
    odd = [group for group in groups if len(group) < largest]
    guilty = [name for group in (odd if len(odd) == len(groups) - 1 else groups) for name in group]
    sides = " | ".join(", ".join(group) for group in sorted(groups, key=len))
    named = tuple(name for name in names if name in guilty)
    return Violation("agreement", named, found.kind, f"{sides}: {found.kind}: {found.detail}")


def _from_the_larger_side(
    case: Case, outcomes: Outcomes, stances: Stances, groups: list[list[str]]
) -> Difference | None:
    """Tell the difference as the larger group sees it, whatever the order of the targets is."""
    ordered = sorted(groups, key=len, reverse=True)  # stable: of equal groups the first is held against
    for one in ordered[0]:
        for two in (name for group in ordered[1:] for name in group):
            if comparable(case, stances, one, two):
                found = _compare(case, outcomes[one], outcomes[two], stances[one], stances[two])
                if found is not None:
                    return found
    return None


def comparable(case: Case, stances: Stances, a: str, b: str) -> bool:
    """Do two targets declare the same answer to every policy that the case relies on."""
    one, two = stances[a], stances[b]
    if (one is two or one == two) and all(map(one.__contains__, case.relies_on)):
        return True
    for question in case.relies_on:
        if question != SPACE and (question not in one or one[question] != two.get(question)):
            return False
    return True


def equalising(
    case: Case, outcomes: Outcomes, stances: Stances, settable: Settable
) -> dict[str, dict[str, str]] | None:
    """Say which policies to set on which targets, so that a difference can be judged after all.

    None where all comparable targets agree and no incomparable pair differs, or nothing can be set.
    The value that the most targets have wins, so that as few as possible have to run again.
    """
    names = [name for name, outcome in outcomes.items() if outcome.kind == "result"]
    for position, b in enumerate(names):
        for a in names[:position]:
            if comparable(case, stances, a, b):
                continue
            questions = _open_questions(case, stances[a], stances[b])
            if _compare(case, outcomes[a], outcomes[b], stances[a], stances[b]) is None:
                continue
            wishes = _wishes(questions, names, stances, settable)
            if wishes is not None:
                return wishes
    return None


def _wishes(
    questions: tuple[str, ...], names: list[str], stances: Stances, settable: Settable
) -> dict[str, dict[str, str]] | None:
    wishes: dict[str, dict[str, str]] = {}
    for question in questions:
        fixed = [
            stances[n][question] for n in names if question in stances[n] and question not in settable[n]
        ]
        free = [stances[n][question] for n in names if question in stances[n]]
        choices = fixed or free
        if not choices:
            return None
        value = max(choices, key=choices.count)  # of equally many the first
        for name in names:
            if question in settable[name] and stances[name].get(question) != value:
                wishes.setdefault(name, {})[question] = value
    return wishes or None


def _open_questions(case: Case, a: Policies, b: Policies) -> tuple[str, ...]:
    return tuple(
        question
        for question in case.relies_on
        if question != SPACE and (question not in a or question not in b or a[question] != b[question])
    )


def _compare(case: Case, one: Outcome, two: Outcome, a: Policies, b: Policies) -> Difference | None:
    if one is two:
        return None
    left, right = _common(case, one, two)
    if left is None or right is None:
        return None
    if not a.get(SPACE) == b.get(SPACE) == "exact":
        left, right = loosened(left), loosened(right)
    return difference(left, right)


def _common(case: Case, one: Outcome, two: Outcome) -> tuple[Reading | None, Reading | None]:
    """Take the way of feeding that both of them have; streams say more than batches."""
    if one.streams and two.streams:
        return best_reading(case, one), best_reading(case, two)
    if one.batch is not None and two.batch is not None:
        return one.batch, two.batch
    return best_reading(case, one), best_reading(case, two)


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    pairs = [(a, b) for a, b in combinations(outcomes, 2) if comparable(case, stances, a, b)]
    return bool(pairs)


ORACLE = Oracle(
    id="agreement",
    claim="Parsers that declare the same policies give the same answer to the same text.",
    judge=judge,
    applies=_applies,
    compares=True,
)
