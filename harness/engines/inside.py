"""A parser in this process, where its coverage can be seen: run and judged by the bench as from outside.

The kit that serves it over the protocol runs here, too. A request may take so many seconds of CPU time, so
that a busy machine makes no hang. What ends the process, or never comes back to Python, is for whoever
watches it from outside.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from msgspec import UNSET

from harness.errors import TargetUnavailable
from harness.model import Outcome
from harness.search.bench import Bench
from harness.targets import Crew, Limits, Target, wire
from harness.targets.batch import Batch, Shape
from harness.targets.folding import outcomes

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from types import FrameType

    from harness.engines.loading import Answer
    from harness.model import Ask, Case, Policies
    from harness.search.plan import Plan
    from harness.targets.names import Spec

BOTH = Shape(batch=True, stream=True)
"""What the Python reference can be asked, planted or not."""


class _TooLong(BaseException):
    """A request took too long. The kit takes it for something that the parser raised."""


class Inside:
    """A parser in this process, behind its kit."""

    def __init__(self, answer: Answer, limits: Limits, *, shape: Shape = BOTH) -> None:
        """Take what answers a request; ``limits`` say how many seconds of CPU time that may take."""
        self.shape = shape
        self._answer = answer
        self._limits = limits
        self._late = False
        self._hung = False
        self._seq = 0
        signal.signal(signal.SIGVTALRM, self._stop)

    def hello(self) -> wire.Hello:
        """Ask it who it is. What it can be asked is known from then on. Raises ``Malformed``."""
        self._seq += 1
        hello = wire.read_hello(self._answer(wire.write_hello(self._seq)).encode("ascii"))
        self.shape = Shape.of(hello)
        return hello

    def run(
        self,
        asks: Sequence[Ask],
        policies: Policies | None = None,
        *,
        finish_twice: bool = False,
        tokenizer: str | None = None,
    ) -> list[Outcome]:
        """Do what is asked for, each in a request of its own. What raises is an outcome, and so is a hang.

        Raises ``TargetUnavailable`` where the parser says that it can't be asked.
        """
        batches = [Batch([ask], finish_twice=finish_twice, tokenizer=tokenizer) for ask in asks]
        return [self._run(batch, policies or {}) for batch in batches]

    def _run(self, batch: Batch, policies: Policies) -> Outcome:
        self._seq += 1
        self._late = False
        shape, limits = self.shape, self._limits
        head, end = wire.write_run(self._seq, batch.dialect, policies)
        # One that was late before is not waited for as long again: it is with each case alone.
        seconds = limits.alone if self._hung else limits.run
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds + limits.per_code_point * batch.fed(shape))
        try:
            said = self._answer(head + batch.written(shape) + end)
        except _TooLong:
            said = ""
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if self._late:
            self._hung = True
            return Outcome("hang", detail=f"no answer within {seconds:.1f} s")
        answer = wire.read_run(said.encode("ascii"), full=batch.full)
        if answer.results is UNSET:
            raise TargetUnavailable("the parser", f"the kit refused a request: {said}")
        return outcomes(batch.asks, shape, answer.results, batch.tokenizer)[0]

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._late = True
        raise _TooLong


class InsideTarget(Target):
    """A target whose parser is in this process: there is no child to start, to lose or to replace."""

    def __init__(
        self, spec: Spec, inside: Inside, limits: Limits, configured: Mapping[str, Policies] | None = None
    ) -> None:
        """Take the loaded parser, and ask who it is."""
        super().__init__(spec, limits, configured=configured)
        self._inside = inside
        self._hello = inside.hello()
        self._asked: tuple[Batch, Policies] | None = None

    def begin(self) -> None:
        """Start nothing."""

    def ready(self) -> None:
        """Wait for nothing."""

    def submit(self, cases: Sequence[Case] | Batch, policies: Policies | None = None) -> None:
        """Keep the cases until they are collected."""
        self._asked = (cases if isinstance(cases, Batch) else Batch(cases), policies or {})

    def collect(self) -> list[Outcome]:
        """Run them."""
        if self._asked is None:
            raise RuntimeError(f"{self.name} was given no cases")
        (batch, policies), self._asked = self._asked, None
        return self._inside.run(
            batch.asks, policies, finish_twice=batch.finish_twice, tokenizer=batch.tokenizer
        )


class InsideCrew(Crew):
    """A crew of the one target that is in this process."""

    def __init__(self, target: InsideTarget) -> None:
        """Take it."""
        super().__init__([target.name], limits=target.limits)
        self._all = [target]
        self.targets = {target.name: target}
        self._own = target

    def collect(self) -> dict[str, list[Outcome]]:
        """Run what was submitted."""
        return {self._own.name: self._own.collect()}

    def close(self) -> None:
        """End nothing."""

    def submit(
        self,
        cases: Sequence[Case] | Batch,
        policies: Mapping[str, Policies] | None = None,
        *,
        only: Collection[str] | None = None,
    ) -> None:
        """Keep the cases until they are collected: all of them are for the one target."""
        del only
        self._own.submit(cases, (policies or {}).get(self._own.name))


class InsideBench(Bench):
    """The bench of a campaign, with the parser in this process."""

    def __init__(self, plan: Plan, spec: Spec, inside: Inside) -> None:
        """Take the options of the campaign, and its loaded parser."""
        super().__init__(
            [spec.name],
            plan.dialect,
            oracles=plan.oracles,
            policies=plan.policies,
            limits=plan.limits,
            configured=plan.configured,
            tokenizer=plan.tokenizer,
        )
        self._crew = InsideCrew(InsideTarget(spec, inside, plan.limits, plan.configured.get(spec.name)))
