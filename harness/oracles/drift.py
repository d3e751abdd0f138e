"""``drift``: equal ways of writing calls give equal calls; a drift gives the same calls, or all text.

The calls of the known answer are written anew, alone: in ways that mean the same (style, case, blanks,
quotes, order of attributes, CDATA or entities, JSON), and as models were seen to drift in all tags of a
kind (bugs README, malformed outputs; ``harness.oracles.spellings``). A drift may be tolerated, which gives
the calls, or not, which gives no call and the whole text. Half of either is neither.

An equal way has a known answer, and without its wrapper a drift holds no call at all. So what is wrong
there is told in the names of ``truth`` and ``fabrication``: with these it is one finding, in whatever way
the calls were drawn.

Values hang on policies. Where a target has other answers to those about values than the dialect's own, or
leaves them open, nothing is expected of it.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from harness.dialects import by_name
from harness.model import Ask, Reading
from harness.oracles.altered import reads_rightly, with_text
from harness.oracles.conservation import conserves
from harness.oracles.difference import Difference, calls_difference, difference
from harness.oracles.groups import known_answer, sections
from harness.oracles.oracle import Oracle, both_modes, nothing, violation
from harness.oracles.spellings import BARE, Spelling, spellings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Call, Case, Outcome, Policies, Violation
    from harness.oracles.oracle import Asked, Outcomes, Stances

HALF = "drift read in part"

_OF_VALUES = ("entities", "scalars", "structure", "duplicates", "unknown_tools", "fences")
_EQUAL, _DRIFTED = 2, 4  # spellings of one case
_CALLS = 4  # calls from which on a case is passed over


def _calls(case: Case) -> tuple[Call, ...]:
    answer = known_answer(case)
    return tuple([call for group in sections(answer.events)[1] for call in group]) if answer else ()


def chosen(case: Case) -> tuple[Spelling, ...]:
    """Choose some spellings of a case's calls: which ones hangs on its text, so that each gets its turn."""
    calls = _calls(case)
    if not calls or len(calls) > _CALLS:
        return ()
    found = spellings(case.dialect, calls)
    turn = zlib.crc32(case.text.encode("utf-8", "surrogatepass"))
    equal, drifted = ([each for each in found if each.equal is equal] for equal in (True, False))
    return (*_some(equal, turn, _EQUAL), *_some(drifted, turn, _DRIFTED))


def _some(found: Sequence[Spelling], turn: int, most: int) -> list[Spelling]:
    """Take so many of them, far from each other."""
    many = len(found)
    return (
        [found[(turn + number * many // most) % many] for number in range(most)] if many > most else [*found]
    )


def asks(case: Case) -> tuple[Ask, ...]:
    """Ask for the spellings, whole, with the tools of the case."""
    return tuple([Ask(_spelt(case, spelling)) for spelling in chosen(case)])


def _spelt(case: Case, spelling: Spelling) -> Case:
    return with_text(case, spelling.text, spelling.what)


def judge_asked(case: Case, asked: Asked, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Hold each spelling against the calls, where a target reads them rightly as they were drawn."""
    own = by_name(case.dialect).policies
    complaints: dict[str, dict[str, tuple[str, str]]] = {}
    for name, answers in asked.items():
        stance = stances[name]
        if any(stance.get(policy) != own[policy] for policy in _OF_VALUES):
            continue
        if reads_rightly(case, outcomes[name], stance):
            found = _complaint(case, answers, stance)
            if found is not None:
                oracle, complaint = found
                complaints.setdefault(oracle, {})[name] = (complaint.kind, complaint.detail)
    oracle = next((each for each in ("truth", "fabrication", "text", "drift") if each in complaints), "drift")
    return violation(oracle, complaints.get(oracle, {}))


def _complaint(case: Case, answers: tuple[Outcome, ...], stance: Policies) -> tuple[str, Difference] | None:
    calls = _calls(case)
    for spelling, outcome in zip(chosen(case), answers, strict=True):
        if outcome.kind != "result":
            continue
        for how, reading in both_modes(_spelt(case, spelling), outcome):
            found = _of_reading(calls, spelling, reading, stance)
            if found is not None:
                detail = f"{how}, spelt in another way ({spelling.what}): {found[1].detail}"
                return found[0], Difference(found[1].kind, detail)
    return None


def _of_reading(
    calls: tuple[Call, ...], spelling: Spelling, reading: Reading, stance: Policies
) -> tuple[str, Difference] | None:
    """Name the oracle that has a complaint, and what it is."""
    found = calls_difference(calls, reading.calls)
    if found is None:
        return None
    if spelling.equal:
        return "truth", found
    if reading.calls and spelling.what in BARE:
        made_up = calls_difference((), reading.calls)
        return ("fabrication", made_up) if made_up is not None else None
    if reading.calls:
        return "drift", Difference(HALF, found.detail)
    changed = (
        difference(Reading(text=spelling.text), Reading(text=reading.text)) if conserves(stance) else None
    )
    return ("text", changed) if changed is not None else None


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    return any(case.answer_for(stances[name]) is not None for name in outcomes) and bool(chosen(case))


ORACLE = Oracle(
    id="drift",
    claim="Equal ways of writing calls give equal calls; a drift gives them, or none and all of the text.",
    judge=nothing,
    applies=_applies,
    asks=asks,
    judge_asked=judge_asked,
    also_as=("truth", "fabrication", "text"),
    every=8,
)
