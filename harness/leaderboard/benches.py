"""The children of one parser that stay up while its failures are looked into: some take seconds to start."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from msgspec import structs

from harness.oracles import that_may_say
from harness.search.bench import Bench
from harness.shrink import ENDS

if TYPE_CHECKING:
    from harness.model import Violation
    from harness.search.plan import Plan


class Benches:
    """A bench for each oracle, and one for all of them, opened when first asked for."""

    def __init__(self, plan: Plan) -> None:
        """Start nothing yet."""
        self._plan = plan
        self._open = ExitStack()
        self._known: dict[tuple[str, bool], Bench] = {}

    def of(self, violation: Violation, *, every: bool = False) -> Bench:
        """Give the bench that judges by a violation's oracle alone, or by ``every`` one, as ``check`` does.

        An end has to show under the limit under which it was found.
        """
        plan, ends = self._plan, violation.kind in ENDS
        which = ("" if every else violation.oracle, ends)
        known = self._known.get(which)
        if known is None or not known.crew.targets:  # a target that was lost is started anew
            bench = Bench(
                plan.targets,
                plan.dialect,
                oracles=plan.oracles if every else that_may_say(violation.oracle, plan.oracles),
                limits=structs.replace(plan.limits, run=plan.limits.alone) if ends else plan.limits,
                configured=plan.configured,
                tokenizer=plan.tokenizer,
            )
            self._known[which] = self._open.enter_context(bench)
        return self._known[which]

    def close(self) -> None:
        """End all children."""
        self._known.clear()
        self._open.close()
