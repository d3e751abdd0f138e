"""The bench: targets side by side, with the oracles that judge them.

Everything that runs cases goes through here: workers, confirmation, shrinking, ``check``. So a
finding is judged by the same code each time, the run under equal policies included.
"""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Self

from msgspec import Struct, structs

from harness.errors import UsageError
from harness.model import Ask, Case, Outcome, Violation
from harness.oracles import ORACLES, Oracle, agreement, crash, finish
from harness.oracles.unanimous import unanimous
from harness.targets import Crew, Limits
from harness.targets.batch import Batch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType

    from harness.model import Policies
    from harness.oracles.oracle import Asked
    from harness.search.plan import Plan


_ORDER = {name: place for place, name in enumerate(ORACLES)}


def _place(asks: list[Ask], first: int, ask: Ask) -> int:
    """Give the place of an ask, where an equal one of the same case (from ``first`` on) serves, too."""
    for at in range(first, len(asks)):
        if asks[at] == ask:
            return at
    asks.append(ask)
    return len(asks) - 1


class Verdict(Struct, frozen=True, gc=False):
    """What became of one case."""

    case: Case
    outcomes: dict[str, Outcome]  # by target name
    violations: tuple[Violation, ...]  # in judging order; the first is the case's finding
    judged: tuple[str, ...]  # ids of the oracles that had something to say
    explained: tuple[str, ...]  # policies that a difference between targets vanished with


class Bench:
    """Targets of one dialect, running and judged. Use as a context manager."""

    def __init__(
        self,
        names: Sequence[str],
        dialect: str,
        *,
        oracles: Sequence[str] = tuple(ORACLES),
        policies: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        configured: Mapping[str, Mapping[str, Policies]] | None = None,
        tokenizer: str | None = None,
    ) -> None:
        """Name the targets and oracles; ``policies`` are set on every target that can set them.

        ``configured`` are answers by target and dialect, above those that adapters declare. ``tokenizer`` is
        the vocabulary at whose borders targets are fed that promise to read those only.
        """
        self._crew = Crew(names, limits=limits or Limits(), configured=configured)
        self._dialect = dialect
        self._tokenizer = tokenizer
        self._oracles: tuple[Oracle, ...] = tuple(ORACLES[name] for name in oracles)
        self._not_comparing = tuple(oracle for oracle in self._oracles if not oracle.compares)
        self._asking = tuple(oracle for oracle in self._oracles if oracle.asks is not None)
        self._asked = dict(policies or {})
        self._set: dict[str, dict[str, str]] = {}
        self._submitted: Sequence[Case] = ()
        self.stances: dict[str, dict[str, str]] = {}
        self.settable: dict[str, tuple[str, ...]] = {}
        self._unanimous = False  # all targets take the same stance: nothing can be equalised
        self.judge_seconds = 0.0  # CPU time spent on judging

    @staticmethod
    def of(
        plan: Plan,
        names: Sequence[str] | None = None,
        *,
        oracles: Sequence[str] | None = None,
        limits: Limits | None = None,
    ) -> Bench:
        """Make the one of a plan; of its targets, oracles and limits others may be named."""
        return Bench(
            plan.targets if names is None else names,
            plan.dialect,
            oracles=plan.oracles if oracles is None else oracles,
            policies=plan.policies,
            limits=limits or plan.limits,
            configured=plan.configured,
            tokenizer=plan.tokenizer,
        )

    def __enter__(self) -> Self:
        """Start the children; raises ``TargetUnavailable`` for the first that can't be used."""
        try:
            self._crew.open()
            self._take_stances()
        except BaseException:
            self._crew.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the children."""
        self._crew.close()

    @property
    def crew(self) -> Crew:
        """The running targets."""
        return self._crew

    def examine(self, cases: Sequence[Case]) -> list[Verdict]:
        """Run cases on all targets and judge what comes back."""
        self.submit(cases)
        return self.collect()

    def submit(self, cases: Sequence[Case]) -> None:
        """Hand cases to the children and return at once, so that the next ones can be made."""
        self._submitted = cases
        # The oracle finish judges what a second finish gives; nobody else asks for one.
        twice = finish.ORACLE in self._oracles
        self._crew.submit(Batch(cases, finish_twice=twice, tokenizer=self._tokenizer), self._set)

    def collect(self) -> list[Verdict]:
        """Wait for the answers to what was submitted, and judge them."""
        answers = self._crew.collect()
        started = time.process_time()
        cases, self._submitted = self._submitted, ()
        rows = zip(*answers.values(), strict=True) if answers else ((),) * len(cases)
        verdicts = [
            self._judge(case, dict(zip(answers, row, strict=True)))
            for case, row in zip(cases, rows, strict=True)
        ]
        self.judge_seconds += time.process_time() - started
        return self._with_asks(self._equalised(verdicts))

    def fresh(self) -> None:
        """Let the next cases run on children that have seen nothing."""
        self._crew.fresh()

    def _judge(self, case: Case, outcomes: dict[str, Outcome]) -> Verdict:
        stances = self.stances
        asked, answered = self._not_comparing, outcomes
        if not unanimous(outcomes):
            asked = self._oracles
            answered = {name: outcome for name, outcome in outcomes.items() if outcome.kind == "result"}
        return Verdict(
            case,
            outcomes,
            tuple([found for oracle in asked if (found := oracle.judge(case, outcomes, stances))]),
            # Of a parser that hung or died, all that was judged is that it did.
            tuple(
                [
                    oracle.id
                    for oracle in self._oracles
                    if oracle.asks is None
                    and oracle.applies(case, outcomes if oracle is crash.ORACLE else answered, stances)
                ]
            ),
            (),
        )

    def _with_asks(self, verdicts: list[Verdict]) -> list[Verdict]:
        """Run what oracles ask for on these cases, all in one request a target, and judge that.

        Nothing is asked about a case on which a target hung or died: that is its finding.
        """
        asks: list[Ask] = []
        wanted: list[tuple[int, Oracle, tuple[int, ...]]] = []
        for i, verdict in enumerate(verdicts):
            if any(outcome.kind != "result" for outcome in verdict.outcomes.values()):
                continue
            first = len(asks)
            for oracle in self._asking:
                if oracle.asks is None or not oracle.wants(verdict.case):
                    continue
                at = tuple([_place(asks, first, ask) for ask in oracle.asks(verdict.case)])
                if at:
                    wanted.append((i, oracle, at))
        if not asks:
            return verdicts
        answers = self._run_asks(asks)
        started = time.process_time()
        for i, oracle, places in wanted:
            asked = {name: tuple([rows[at] for at in places]) for name, rows in answers.items()}
            verdicts[i] = self._judge_asked(verdicts[i], oracle, asked)
        self.judge_seconds += time.process_time() - started
        return [self._in_order(verdict) for verdict in verdicts]

    def _run_asks(self, asks: list[Ask]) -> dict[str, list[Outcome]]:
        streaming = not any(ask.batch for ask in asks)
        targets = self._crew.targets
        only = [name for name in targets if not streaming or "stream" in targets[name].modes]
        if not only:
            return {}
        self._crew.submit(Batch(asks, tokenizer=self._tokenizer), self._set, only=only)
        return self._crew.collect()

    def _judge_asked(self, verdict: Verdict, oracle: Oracle, asked: Asked) -> Verdict:
        if oracle.judge_asked is None or not asked:
            return verdict
        outcomes = {name: outcome for name, outcome in verdict.outcomes.items() if name in asked}
        found = oracle.judge_asked(verdict.case, asked, outcomes, self.stances)
        if found is not None:
            verdict = structs.replace(verdict, violations=(*verdict.violations, found))
        if oracle.applies(verdict.case, outcomes, self.stances):
            verdict = structs.replace(verdict, judged=(*verdict.judged, oracle.id))
        return verdict

    def _in_order(self, verdict: Verdict) -> Verdict:
        """Put the violations into judging order."""
        if len(verdict.violations) < 2:
            return verdict
        found = sorted(verdict.violations, key=lambda violation: _ORDER[violation.oracle])
        return structs.replace(verdict, violations=tuple(found))

    def _equalised(self, verdicts: list[Verdict]) -> list[Verdict]:
        """Run again, under equal policies, the cases whose difference may be one of policy.

        "May be" is not enough: a difference counts as explained only where it vanishes.
        """
        if agreement.ORACLE not in self._oracles or self._unanimous:
            return verdicts
        groups: dict[tuple[tuple[str, tuple[tuple[str, str], ...]], ...], list[int]] = defaultdict(list)
        for i, verdict in enumerate(verdicts):
            if any(violation.oracle in {"crash", "agreement"} for violation in verdict.violations):
                continue
            wishes = agreement.equalising(verdict.case, verdict.outcomes, self.stances, self.settable)
            if wishes:
                groups[tuple((name, tuple(sorted(wish.items()))) for name, wish in wishes.items())].append(i)
        for key, places in groups.items():
            self._run_equal({name: dict(wish) for name, wish in key}, places, verdicts)
        return verdicts

    def _run_equal(
        self, wishes: dict[str, dict[str, str]], places: list[int], verdicts: list[Verdict]
    ) -> None:
        cases = [structs.replace(verdicts[i].case, chunkings=((),)) for i in places]
        stances = {name: {**stance, **wishes.get(name, {})} for name, stance in self.stances.items()}
        policies = {name: {**self._set.get(name, {}), **wishes[name]} for name in wishes}
        self._crew.submit(cases, policies, only=tuple(wishes))
        answers = self._crew.collect()
        for row, i in enumerate(places):
            verdict = verdicts[i]
            again = {name: outcomes[row] for name, outcomes in answers.items()}
            outcomes = {name: again.get(name, outcome) for name, outcome in verdict.outcomes.items()}
            found = crash.judge(cases[row], again, stances) or agreement.judge(
                verdict.case, outcomes, stances
            )
            if found is None:
                policy = sorted({name for wish in wishes.values() for name in wish})
                verdicts[i] = structs.replace(verdict, explained=tuple(policy))
            else:
                settings = " ".join(sorted({f"{k}={v}" for wish in wishes.values() for k, v in wish.items()}))
                found = structs.replace(found, message=f"{found.message} (under {settings})")
                verdicts[i] = structs.replace(verdict, violations=(*verdict.violations, found))

    def _take_stances(self) -> None:
        for name, target in self._crew.targets.items():
            if self._dialect not in target.hello.dialects:
                spoken = ", ".join(target.hello.dialects) or "none"
                raise UsageError(
                    f"{name} does not read the dialect {self._dialect}",
                    hint=f"it reads: {spoken}; -d chooses (--toolcall-dialect in pytest)",
                )
            declared = dict(target.declared(self._dialect))
            self.settable[name] = tuple(target.settable)
            self._set[name] = {k: v for k, v in self._asked.items() if k in target.settable}
            stance = {**declared, **self._set[name]}
            fixed = [k for k, v in self._asked.items() if stance.get(k) != v]
            if fixed:
                raise UsageError(
                    f"{name} can't be run with {fixed[0]}={self._asked[fixed[0]]}",
                    hint=f"it lets a request set: {', '.join(target.settable) or 'nothing'}",
                )
            # Equal stances are one object: that they are equal is asked for every case.
            self.stances[name] = next((other for other in self.stances.values() if other == stance), stance)
        first, *others = self.stances.values()
        self._unanimous = all(stance is first for stance in others)
