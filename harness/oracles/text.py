"""``text``: visible text is the input without the accepted blocks, exact and in order (SEMANTICS C3).

Where the answer is known, the text and its place among the calls are compared with it. Where it is
not, conservation alone is checked: the pieces of text must stand in the input, in order, the first
at its start and the last at its end; and without any call the text is the input.
"""

from __future__ import annotations

from msgspec import UNSET

from harness.model import Case, Policies, Reading, Violation
from harness.oracles.difference import Difference, difference, is_subsequence, loosened, reading_of
from harness.oracles.oracle import Oracle, Outcomes, Stances, baseline, violation


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Judge the batch's and the baseline stream's text of each target."""
    complaints: dict[str, tuple[str, str]] = {}
    for name, outcome in outcomes.items():
        for how, reading in (("batch", outcome.batch), ("stream", baseline(case, outcome))):
            if reading is None or reading.error is not None:
                continue
            found = _complaint(case, reading, stances[name])
            if found is not None:
                complaints[name] = (found.kind, f"{how}: {found.detail}")
                break
    return violation("text", complaints)


def _complaint(case: Case, reading: Reading, stance: Policies) -> Difference | None:
    answer = case.answer_for(stance)
    if answer is not None:
        want = reading_of(answer.events)
        if stance.get("space_around_calls") != "exact":
            want, reading = loosened(want), loosened(reading)
        bare = Reading(calls=want.calls, text=reading.text, events=reading.events)
        return difference(want, bare) if len(want.calls) == len(reading.calls) else None
    if _exact(stance):
        return _conservation(case.text, reading)
    return None


def _exact(stance: Policies) -> bool:
    return (
        stance.get("space_around_calls") == "exact"
        and stance.get("text_after_call") == "keep"
        and stance.get("reasoning") == "ignore"
    )


def _conservation(text: str, reading: Reading) -> Difference | None:
    if not reading.calls:
        return difference(Reading(text=text), Reading(text=reading.text))
    if reading.events is None:
        return None
    events = reading.events
    at = 0
    for i, event in enumerate(events):
        if event.text is UNSET:
            continue
        piece = event.text
        if i == 0:
            found = 0 if text.startswith(piece) else -1
        elif i == len(events) - 1:
            found = len(text) - len(piece) if text.endswith(piece) else -1
        else:
            found = text.find(piece, at)
        if found < at:
            # Named like the same fault in a text with a known answer, so that one fault is one finding.
            kind = "text lost" if is_subsequence(piece, text[at:]) else "text not conserved"
            return Difference(kind, f"the piece {piece[:60]!r} does not stand where it should")
        at = found + len(piece)
    return None


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    return any(case.answer_for(stances[name]) is not None or _exact(stances[name]) for name in outcomes)


ORACLE = Oracle(
    id="text",
    claim="The visible text is the input without the accepted blocks: nothing lost, added, moved or trimmed.",
    judge=judge,
    applies=_applies,
)
