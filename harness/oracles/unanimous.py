"""Cases of which the oracles that compare answers need not be asked: those with one answer in all.

Nearly every case is one. Four oracles would each walk over the same targets and streams to see it.
What is an answer and what is alike are the oracles' own: nothing is judged here in another way. A test
holds this against the oracles, on outcomes of every sort.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.oracles.crash import wrong
from harness.oracles.difference import difference

if TYPE_CHECKING:
    from harness.model import Outcome
    from harness.oracles.oracle import Outcomes


def unanimous(outcomes: Outcomes) -> bool:
    """Tell that all targets gave the same answer, and each the same in all ways of feeding.

    The same is the same object here, which is how equal bytes arrive. False says nothing.
    """
    shared: Outcome | None = None
    for outcome in outcomes.values():
        if outcome is shared:
            continue
        if shared is not None or not _at_one(outcome):
            return False
        shared = outcome
    return True


def _at_one(outcome: Outcome) -> bool:
    """Tell that all streams are one reading which is an answer, and that the batch says the same."""
    if outcome.kind != "result" or not outcome.streams:
        return False
    whole = outcome.streams[0]
    for reading in outcome.streams:
        if reading is not whole:
            return False
    if whole is None or whole.final is not None or wrong(whole) is not None:
        return False  # what a stream says of itself at its end is compared, too
    batch = outcome.batch
    return batch is None or (wrong(batch, whole.text) is None and difference(batch, whole) is None)
