"""Atheris with our generator behind it: ``python -m tests.engines.generated BUG SEED CAP``.

The process of the baseline ``atheris-bytes`` in all but what an input means and how it is mutated. Those are
the engine's.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import atheris

from harness.engines.byte_source import drawn
from harness.engines.fuzzing import mutated, too_long
from harness.oracles import ORACLES
from harness.search.plan import Plan
from harness.selftest.baselines import fuzzing
from harness.selftest.baselines.record import LIMITS
from harness.zoo.bug import zoo

if TYPE_CHECKING:
    from harness.model import Case


class Generated(fuzzing.Fuzzing):
    """What Atheris calls with each input."""

    def __init__(self, name: str, cap: int, plan: Plan) -> None:
        """Take the options of a campaign."""
        super().__init__(name, cap)
        self.plan = plan

    def __call__(self, data: bytes) -> None:
        """Leave out what the engine leaves out."""
        case, _ = drawn(data, self.plan, "")
        if not too_long(case):
            super().__call__(data)

    def case(self, name: str, data: bytes) -> Case:
        """Make the case of an input, with the answer that the generator knows."""
        return drawn(data, self.plan, name)[0]


def main() -> None:
    """Fuzz until it is over."""
    name, seed, cap = sys.argv[1:]
    bug = zoo()[name]
    plan = Plan(
        (bug.target,), bug.head.dialect, tuple(ORACLES), asked=(), seed=int(seed), out=Path(), limits=LIMITS
    )
    options = [*fuzzing.OPTIONS, "-max_len=4096", "-len_control=0", "-reload=0", f"-seed={seed}"]
    atheris.Setup([sys.argv[0], *options], Generated(name, int(cap), plan), custom_mutator=mutated(plan))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
