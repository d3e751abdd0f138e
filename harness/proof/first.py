"""What a long campaign does before its search: the fixtures of its dialect, in some hundred chunkings each.

They are texts that parsers are known to fail on, so what is wrong with one shows soon. It is done in one
process and before any case, so the number of jobs changes nothing, and a seed stands for the same cases.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

from harness.events import Proved
from harness.proof.prover import ORACLES, Prover, prove
from harness.proof.scope import Chunkings
from harness.search.bench import Bench

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from harness.model import Fault
    from harness.proof.prover import Failure
    from harness.search.plan import Plan

MOST = 300
"""Chunkings of one text for each target, at most: single cuts first, then the sample, then pairs."""

SHARE = 0.1
"""Of the time of a campaign: no text is begun later than that."""


class First:
    """The texts of a plan, proved one after another as far as their budget goes."""

    def __init__(self, plan: Plan, fault: Callable[[Fault], None]) -> None:
        """``fault`` hears of what adapters did wrong."""
        self._plan = plan
        self._fault = fault
        self._oracles = tuple(name for name in ORACLES if name in plan.oracles)
        self.done = Proved()

    def failures(self) -> Generator[Failure, None, None]:
        """Give what breaks, as soon as it is found. Raises what opening the targets raises."""
        plan = self._plan
        if not plan.proved or not self._oracles:
            return
        ends = None if plan.seconds is None else time.monotonic() + SHARE * plan.seconds
        texts = chunkings = broken = 0
        with ExitStack() as stack:
            benches = {name: stack.enter_context(self._bench(name)) for name in plan.targets}
            provers = [Prover(name, bench) for name, bench in benches.items()]
            for case in plan.proved:
                if ends is not None and time.monotonic() > ends:
                    break
                proofs = prove(provers, case, Chunkings(case.text, case.dialect, MOST))
                texts += 1
                chunkings += sum(proof.fed for proof in proofs)
                failures = [proof.failure for proof in proofs if proof.failure is not None]
                broken += bool(failures)
                self.done = Proved(texts, chunkings, broken)
                yield from failures
            for bench in benches.values():
                for fault in bench.crew.faults:
                    self._fault(fault)

    def _bench(self, name: str) -> Bench:
        return Bench.of(self._plan, (name,), oracles=self._oracles)
