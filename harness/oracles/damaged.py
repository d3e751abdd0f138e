"""An oracle of damage: one block of a text is damaged, and who read the text rightly before is asked.

``locality`` and ``atomicity`` are such: each says what it damages and what it complains of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.model import Ask, Call, Case, Outcome, Policies, Reading, Violation
from harness.oracles.altered import reads_rightly, with_text
from harness.oracles.difference import Difference, calls_difference
from harness.oracles.oracle import Asked, Oracle, Outcomes, Stances, both_modes, nothing, violation

if TYPE_CHECKING:
    from harness.oracles.groups import Group

_MOST = 6  # damages of one case


class Damaged(Struct, frozen=True):
    """A text with damage in one group of calls, the only block there."""

    text: str
    group: int  # its number
    what: str


Damages = Callable[[Case], tuple[Damaged, ...]]

Complain = Callable[[Case, Damaged, Reading, Policies], Difference | None]
"""Gets an answer to a damaged text that is no error, and the policies of who gave it."""


def in_turn(of_groups: Sequence[Sequence[Damaged]]) -> tuple[Damaged, ...]:
    """Order the damages of several groups: the first of each, then the second; only so many in all."""
    longest = max(map(len, of_groups), default=0)
    return tuple([each[at] for at in range(longest) for each in of_groups if at < len(each)][:_MOST])


def inside(groups: tuple[Group, ...], number: int, calls: tuple[Call, ...]) -> tuple[Call, ...] | None:
    """Give the calls that a damaged group gave; None where those around it are not what they were."""
    group = groups[number]
    before = [call for each in groups[:number] for call in each.calls]
    behind = [call for each in groups[number + 1 :] for call in each.calls]
    end = len(calls) - len(behind)
    if end < group.first:
        return None
    if calls_difference(tuple(before), calls[: group.first]) or calls_difference(tuple(behind), calls[end:]):
        return None
    return calls[group.first : end]


class _Asking(Struct, frozen=True):
    oracle: str
    damages: Damages
    complain: Complain

    def asks(self, case: Case) -> tuple[Ask, ...]:
        """Ask for the damaged texts, whole."""
        return tuple([Ask(_altered(case, damaged)) for damaged in self.damages(case)])

    def judge(self, case: Case, asked: Asked, outcomes: Outcomes, stances: Stances) -> Violation | None:
        """Pass on the first complaint of each target that reads the text rightly without the damage."""
        complaints: dict[str, tuple[str, str]] = {}
        for name, answers in asked.items():
            if reads_rightly(case, outcomes[name], stances[name]):
                found = self._first(case, answers, stances[name])
                if found is not None:
                    complaints[name] = (found.kind, found.detail)
        return violation(self.oracle, complaints)

    def _first(self, case: Case, answers: Sequence[Outcome], stance: Policies) -> Difference | None:
        for damaged, outcome in zip(self.damages(case), answers, strict=True):
            if outcome.kind != "result":
                continue
            for how, reading in both_modes(_altered(case, damaged), outcome):
                found = self.complain(case, damaged, reading, stance)
                if found is not None:
                    return Difference(found.kind, f"{how}, {found.detail}")
        return None

    def applies(self, case: Case, outcomes: Outcomes, stances: Stances) -> bool:
        """Tell whether a known answer is some target's, and there is something to damage."""
        return any(case.answer_for(stances[name]) is not None for name in outcomes) and bool(
            self.damages(case)
        )


def _altered(case: Case, damaged: Damaged) -> Case:
    return with_text(case, damaged.text, damaged.what)


def oracle_of_damage(oracle: str, claim: str, damages: Damages, complain: Complain) -> Oracle:
    """Make the oracle that damages texts and complains so."""
    asking = _Asking(oracle, damages, complain)
    return Oracle(oracle, claim, nothing, asking.applies, asks=asking.asks, judge_asked=asking.judge, every=8)
