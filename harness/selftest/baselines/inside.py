"""The planted parser in this process, where its coverage can be seen: judged as from outside.

The kit that serves it over the protocol runs here, too; only the pipe is missing. A request may take two
seconds of CPU time, so that a busy machine makes no hang.
"""

from __future__ import annotations

import importlib
import signal
import sys
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from harness.model import Ask, Outcome
from harness.selftest.baselines.judging import SHAPE, Judge, judged, judged_asks
from harness.selftest.baselines.record import LIMITS
from harness.targets import wire
from harness.targets.batch import Batch
from harness.targets.folding import outcomes
from harness.zoo.planting import planted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from types import FrameType

    from harness.model import Case, Tool, Violation
    from harness.zoo.bug import Bug

PACKAGE = "toolcall_reference"
"""The package that the bug is planted in."""


class _TooLong(BaseException):
    """A request took too long. The kit takes it for something that the parser raised."""


def load(bug: Bug, watched: AbstractContextManager[object]) -> Inside:
    """Load the planted parser, for good; its package is imported while it is ``watched``.

    Raises ``TargetUnavailable``.
    """
    sys.path.insert(0, str(planted(bug)))
    with watched:
        importlib.import_module(PACKAGE)
    adapter = importlib.import_module("adapter")
    kit: Any = vars(importlib.import_module("toolcall_kit"))["_Adapter"](adapter.Adapter)
    return Inside(kit.answer)


class Inside:
    """A parser in this process, behind its kit."""

    def __init__(self, answer: Callable[[bytes], str], seconds: float = LIMITS.run) -> None:
        """Take what answers a request; it may take so many seconds of CPU time, and some for long texts."""
        self._answer = answer
        self._seconds = seconds
        self._late = False
        self._seq = 0
        signal.signal(signal.SIGVTALRM, self._stop)

    def run(self, asks: Sequence[Ask], *, finish_twice: bool = False) -> list[Outcome]:
        """Do what is asked for, each in a request of its own. What raises is an outcome, and so is a hang."""
        return [self._run(Batch([ask], finish_twice=finish_twice)) for ask in asks]

    def _run(self, batch: Batch) -> Outcome:
        self._seq += 1
        self._late = False
        head, end = wire.write_run(self._seq, batch.dialect, {})
        signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds + LIMITS.per_code_point * batch.fed(SHAPE))
        try:
            said = self._answer(head + batch.written(SHAPE) + end)
        except _TooLong:
            said = ""
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if self._late:
            return Outcome("hang", detail=f"no answer within {self._seconds:.1f} s")
        answer = wire.read_run(said.encode("ascii"), full=batch.full)
        if answer.results is UNSET:
            raise RuntimeError(f"the kit refused a request: {said}")
        return outcomes(batch.asks, SHAPE, answer.results)[0]

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._late = True
        raise _TooLong


class InsideJudge(Judge):
    """Looks at what the parser in this process does; a child of the same is there to confirm."""

    def __init__(self, bug: Bug, tools: tuple[Tool, ...], inside: Inside) -> None:
        """Take the loaded parser."""
        super().__init__(bug.target, bug.head.dialect, tools)
        self._inside = inside

    def complaints(self, case: Case) -> tuple[Outcome, tuple[Violation, ...]]:
        """Run a case here and give what came of the plain run, and all that is complained of."""
        (outcome,) = self._inside.run([Ask(case)], finish_twice=True)
        found = judged(case, outcome, self.stance)
        if outcome.kind == "result":
            found = (*found, *judged_asks(case, outcome, self.stance, self._inside.run))
        return outcome, found
