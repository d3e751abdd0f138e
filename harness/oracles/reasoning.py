"""``reasoning``: where the model's reasoning goes (policy ``reasoning``, SEMANTICS Q10).

Whatever a parser declares, no byte of the input comes out in two channels, nothing comes out of the channel
of reasoning that is not in the input, and batch and stream send the same there. Under *ignore* that channel
stays empty. Under *route* it holds the reasoning that was written, where the answer is known; white space
around it counts only where white space beside calls does.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import UNSET

from harness.oracles.difference import Difference, is_subsequence
from harness.oracles.oracle import Oracle, Outcomes, Stances, baseline, in_both_modes, violation

if TYPE_CHECKING:
    from harness.model import Case, Outcome, Policies, Reading, Violation

ROUTED = "ignored reasoning is routed"
TWICE = "in two channels"
MADE_UP = "reasoning is not in the input"
OUT_OF_PLACE = "reasoning is out of place"
DIFFERS = "reasoning differs"
MODES_DIFFER = "batch and stream route otherwise"
"""The kinds of difference."""

_SHOWN = 60  # code points of a text that a message shows


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Judge batch and baseline stream of each target, then what they say of each other."""
    due = {name: _due(case, stances[name]) for name in outcomes} if case.answers else {}
    suspects = {
        name: outcome
        for name, outcome in outcomes.items()
        if due.get(name) or _routes(outcome.batch) or _routes(baseline(case, outcome))
    }
    if not suspects:
        return None
    found = in_both_modes(
        "reasoning",
        case,
        suspects,
        lambda name, reading: _complaint(case, reading, stances[name], due.get(name)),
    )
    return found or _between_modes(case, suspects)


def _routes(reading: Reading | None) -> bool:
    return reading is not None and bool(reading.reasoning)


def _due(case: Case, stance: Policies) -> str | None:
    """Give the reasoning that was written, where a target routes it and the answer is known."""
    if stance.get("reasoning") != "route":
        return None
    answer = case.answer_for(stance)
    if answer is None:
        return None
    return "".join([event.reasoning for event in answer.events if event.reasoning is not UNSET])


def _complaint(case: Case, reading: Reading, stance: Policies, due: str | None) -> Difference | None:
    given = reading.reasoning
    if given is None:
        if reading.events is None:
            return None  # it does not say
        given = ""
    if given and stance.get("reasoning") == "ignore":
        return Difference(ROUTED, f"{given[:_SHOWN]!r} comes out as reasoning, which is declared as ignored")
    found = _misplaced(case, reading, given) if given else None
    if found is not None or due is None or given == due:
        return found
    if stance.get("space_around_calls") != "exact" and given.split() == due.split():
        return None
    return Difference(DIFFERS, f"{given[:_SHOWN]!r}, not {due[:_SHOWN]!r}")


def _misplaced(case: Case, reading: Reading, given: str) -> Difference | None:
    """Hold the reasoning against the input; a visible text that is wrong by itself is another oracle's."""
    if not is_subsequence(given, case.text):
        return Difference(MADE_UP, f"{given[:_SHOWN]!r}, which does not stand there in this order")
    if not reading.text or not is_subsequence(reading.text, case.text):
        return None
    return _twice(case, reading, given, reading.text)


def _twice(case: Case, reading: Reading, reasoning: str, text: str) -> Difference | None:
    """Look for what stands once in the input and comes out in both channels.

    Where an order of events is given, all of it must stand in the input in that order. Else it can only be
    counted.
    """
    if reading.events is None:
        pieces = [reasoning]
    else:
        pieces = [event.reasoning for event in reading.events if event.reasoning is not UNSET]
        given = [event.text or event.reasoning or "" for event in reading.events]
        if is_subsequence("".join(given), case.text):
            return None
    for piece in pieces:
        core = piece.strip()
        least = 1 if reading.events else case.text.count(core) - reasoning.count(core) + 1
        if core and text.count(core) >= least:
            return Difference(TWICE, f"{core[:_SHOWN]!r} is in the visible text and in the reasoning")
    extra = Counter(text + reasoning) - Counter(case.text)
    if extra:
        often = "".join(sorted(extra))[:_SHOWN]
        return Difference(
            TWICE, f"there is more of {often!r} in text and reasoning together than in the input"
        )
    if reading.events is None:
        return None
    return Difference(OUT_OF_PLACE, "text and reasoning do not come in the order of the input")


def _between_modes(case: Case, suspects: dict[str, Outcome]) -> Violation | None:
    """Hold the reasoning of the stream against that of the batch, where both say what it is."""
    complaints: dict[str, tuple[str, str]] = {}
    for name, outcome in suspects.items():
        batch, whole = outcome.batch, baseline(case, outcome)
        if batch is None or whole is None or batch.error is not None or whole.error is not None:
            continue
        one, other = batch.reasoning, whole.reasoning
        if one is not None and other is not None and one != other:
            told = f"the batch has {one[:_SHOWN]!r}, the stream {other[:_SHOWN]!r}"
            complaints[name] = (MODES_DIFFER, told)
    return violation("reasoning", complaints)


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    """Speak of texts with a tag of reasoning in them, and of any reasoning that came out."""
    if "think" in case.text:
        return any("reasoning" in stances[name] for name in outcomes)
    return any(_routes(outcome.batch) or _routes(baseline(case, outcome)) for outcome in outcomes.values())


ORACLE = Oracle(
    id="reasoning",
    claim="Reasoning goes where the parser declares, alike in batch and stream; nothing goes to two places.",
    judge=judge,
    applies=_applies,
)
