"""The planted parser in the process of Atheris, where its coverage can be seen: judged as from outside."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from harness.engines.inside import Inside, InsideBench
from harness.engines.loading import load, loadable, packages
from harness.oracles import ORACLES
from harness.search.plan import Plan
from harness.selftest.baselines.judging import Judge
from harness.selftest.baselines.record import LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from harness.model import Case, Outcome, Tool, Violation
    from harness.zoo.bug import Bug


class InsideJudge(Judge):
    """Looks at what the parser in this process does; a child of the same is there to confirm."""

    def __init__(
        self,
        bug: Bug,
        tools: tuple[Tool, ...],
        instrument: Callable[[list[str]], AbstractContextManager[object]],
    ) -> None:
        """Load the planted parser, for good; ``instrument`` says how its package is watched meanwhile.

        Raises ``TargetUnavailable``.
        """
        super().__init__(bug.target, bug.head.dialect, tools)
        spec = loadable(bug.target)
        plan = Plan(
            (bug.target,), bug.head.dialect, tuple(ORACLES), asked=(), seed=0, out=Path(), limits=LIMITS
        )
        inside = Inside(load(spec, instrument(list(packages(spec)))), LIMITS)
        self._bench = InsideBench(plan, spec, inside)
        self._bench.__enter__()
        self._name = bug.target

    def complaints(self, case: Case) -> tuple[Outcome, tuple[Violation, ...]]:
        """Run a case here and give what came of the plain run, and all that is complained of."""
        verdict = self._bench.examine([case])[0]
        return verdict.outcomes[self._name], verdict.violations
