"""A text made of another case's text, and who can be held to what follows from the known answer there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from harness.oracles.crash import wrong
from harness.oracles.difference import difference, loosened, reading_of
from harness.oracles.groups import known_answer
from harness.oracles.oracle import baseline

if TYPE_CHECKING:
    from harness.model import Case, Outcome, Policies


def with_text(case: Case, text: str, what: str) -> Case:
    """Make a case of another text, fed whole, of which no answer is known; ``what`` goes into its id."""
    return structs.replace(
        case,
        id=f"{case.id}[{what}]",
        text=text,
        chunkings=((),),
        knowledge="underived",
        answers=(),
        features=(),
    )


def reads_rightly(case: Case, outcome: Outcome, stance: Policies) -> bool:
    """Tell whether a target gives the known answer: then it can be held to what follows from that."""
    answer = known_answer(case)
    if answer is None or case.answer_for(stance) is not answer or outcome.kind != "result":
        return False
    want = reading_of(answer.events)
    if stance.get("space_around_calls") != "exact":
        want = loosened(want)
    for reading in (outcome.batch, baseline(case, outcome)):
        if reading is None:
            continue
        have = reading if stance.get("space_around_calls") == "exact" else loosened(reading)
        if wrong(reading) is not None or reading.error is not None or difference(want, have) is not None:
            return False
    return True
