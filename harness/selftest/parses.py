"""How often a target parses in the first cases of a campaign: counted, not estimated.

A parse is one text fed in one way: the batch is one, each chunking is one, and so is a stream that is dropped
half way. Plain runs count, and the runs that oracles ask for on these cases. What does not count: confirming
and shrinking, cases behind the one that showed the fault that were on their way with it, and runs again under
equal policies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate import case_at
from harness.oracles import ORACLES

if TYPE_CHECKING:
    from harness.model import Ask, Case
    from harness.targets.batch import Shape


def of_cases(seed: int, cases: int, dialect: str, shape: Shape, *, ended: bool = False) -> int:
    """Count the parses of the first ``cases`` of a campaign with all oracles.

    ``ended``: the target hung or died on the last of them, so nothing more was asked about it.
    """
    return sum(
        [
            of_case(case_at(seed, number, dialect), shape, ended=ended and number == cases - 1)
            for number in range(cases)
        ]
    )


def of_case(case: Case, shape: Shape, *, ended: bool = False) -> int:
    """Count the parses of one case: the plain run, and where it has an answer what is asked for."""
    plain = shape.parses(case)
    return plain if ended else plain + sum([_of_ask(ask, shape) for ask in _asks(case)])


def _of_ask(ask: Ask, shape: Shape) -> int:
    dropped = shape.stream and ask.abandon_after is not None
    return len(shape.asked(ask.case)) + shape.wants_batch(ask) + dropped


def _asks(case: Case) -> list[Ask]:
    """List what is asked for: oracles that ask the same share one run."""
    asks: list[Ask] = []
    for oracle in ORACLES.values():
        if oracle.asks is not None and oracle.wants(case):
            for ask in oracle.asks(case):
                if ask not in asks:
                    asks.append(ask)
    return asks
