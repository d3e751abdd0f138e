"""Judging with the harness's own oracles: what is complained of in a case of a baseline, and does it count.

The right answer of a text is what the clean parser gives. That is generous: no test suite has it for a text
that nobody thought of. An oracle that knows no more than this may be wrong on odd texts, so a complaint that
the clean parser gives cause for as well is a false alarm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from harness.errors import TargetUnavailable
from harness.model import Answer, Case
from harness.oracles import ORACLES
from harness.search.bench import Bench
from harness.selftest.baselines.record import LIMITS
from harness.selftest.parses import of_case
from harness.targets.batch import Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import TracebackType
    from typing import Self

    from harness.model import Chunking, Outcome, Policies, Tool, Violation

CLEAN = "python"

PLAIN = tuple(name for name, oracle in ORACLES.items() if oracle.asks is None)
"""The oracles that ask for no runs of their own."""

SHAPE = Shape(batch=True, stream=True)
"""What the Python reference can be asked, planted or not."""

Key = tuple[str, str]
"""Of a complaint: oracle and kind."""


def keys(violations: Iterable[Violation]) -> set[Key]:
    """Give what tells complaints about one target apart."""
    return {(violation.oracle, violation.kind) for violation in violations}


def judged(
    case: Case, outcome: Outcome, stance: Policies, names: Iterable[str] = PLAIN
) -> tuple[Violation, ...]:
    """Judge a plain run: what the bench does with the oracles ``names``, without their asks."""
    found = [
        ORACLES[name].judge(case, {CLEAN: outcome}, {CLEAN: stance})
        for name in names
        if ORACLES[name].asks is None
    ]
    return tuple([violation for violation in found if violation is not None])


def first_parse(case: Case, outcome: Outcome, stance: Policies, ignored: set[Key]) -> int | None:
    """Count the parses of a plain run until one of its plain oracles has a complaint: batch, then chunkings.

    None where not even all of them give one.
    """
    if outcome.kind != "result":
        return SHAPE.parses(case)
    for number in range(len(case.chunkings) + 1):
        part = structs.replace(case, chunkings=case.chunkings[:number] or ((),))
        seen = structs.replace(outcome, streams=outcome.streams[:number])
        if keys(judged(part, seen, stance)) - ignored:
            return number + 1
    return None


class Found(Exception):
    """A complaint of the planted parser alone, which a fresh child repeated."""

    def __init__(self, case: Case, violation: Violation, parses: int) -> None:
        """Keep the case, what was complained of, and the parses until then, this case's among them."""
        super().__init__(violation.message)
        self.case = case
        self.violation = violation
        self.parses = parses


class Judge:
    """The planted parser and the clean one, each in a child. Use as a context manager."""

    def __init__(self, target: str, dialect: str, tools: tuple[Tool, ...]) -> None:
        """Name the planted parser, its dialect and the declared tools."""
        self.dialect = dialect
        self.tools = tools
        self.false_alarms = 0
        self.flaky = 0
        self._target = target
        self._planted = Bench([target], dialect, limits=LIMITS)
        self._clean = Bench([CLEAN], dialect)

    def __enter__(self) -> Self:
        """Start both. Raises ``TargetUnavailable``."""
        self._clean.__enter__()
        try:
            self._planted.__enter__()
        except BaseException:
            self._clean.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End both."""
        self._planted.__exit__(kind, error, trace)
        self._clean.__exit__(kind, error, trace)

    @property
    def stance(self) -> Policies:
        """Give what the planted parser declares."""
        return self._planted.stances[self._target]

    def case(self, name: str, text: str, chunkings: Iterable[Chunking]) -> Case:
        """Make the case of a text, with the answer that the clean parser gives."""
        bare = Case(name, self.dialect, text, tools=self.tools)
        answered = self._clean.crew.run([bare])
        outcome = _of(self._clean, CLEAN, {name: outcomes[0] for name, outcomes in answered.items()})
        whole = outcome.streams[0] if outcome.streams else None
        if whole is None or whole.events is None:
            raise RuntimeError(f"the clean parser has no answer to {text!r}: {outcome.detail}")
        return structs.replace(
            bare,
            chunkings=tuple(dict.fromkeys(chunkings)),
            knowledge="known",
            answers=(Answer(whole.events),),
        )

    def look(self, case: Case) -> int:
        """Run a case on the planted parser and give the number of parses.

        Raises ``Found``, and ``TargetUnavailable``.
        """
        outcome, violations = self.complaints(case)
        spent = of_case(case, SHAPE, ended=outcome.kind != "result")
        if violations:
            excused = self.excuses(case)
            found = self.confirmed(case, violations, excused)
            if found is not None:
                exact = first_parse(case, outcome, self.stance, excused)
                raise Found(case, found, spent if exact is None else exact)
        return spent

    def complaints(self, case: Case) -> tuple[Outcome, tuple[Violation, ...]]:
        """Run a case and give what came of the plain run, and all that is complained of."""
        verdict = self._planted.examine([case])[0]
        return _of(self._planted, self._target, verdict.outcomes), verdict.violations

    def excuses(self, case: Case) -> set[Key]:
        """Give what the clean parser is complained of on a case."""
        return keys(self._clean.examine([case])[0].violations)

    def confirmed(self, case: Case, violations: Sequence[Violation], excused: set[Key]) -> Violation | None:
        """Give the first complaint that is no false alarm and shows again on a fresh child."""
        real = [violation for violation in violations if keys([violation]) - excused]
        if not real:
            self.false_alarms += 1
            return None
        self._planted.fresh()
        again = keys(self._planted.examine([case])[0].violations)
        for violation in real:
            if keys([violation]) <= again:
                return violation
        self.flaky += 1
        return None


def _of(bench: Bench, target: str, outcomes: Mapping[str, Outcome]) -> Outcome:
    """Pick the outcome of a target. Raises ``TargetUnavailable`` where it is gone for good."""
    if target not in outcomes:
        raise TargetUnavailable(target, "; ".join(fault.message for fault in bench.crew.faults))
    return outcomes[target]
