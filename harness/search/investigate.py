"""From a suspect to a finding: save it, confirm it, make it small, and show what each target gave."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from harness.dialects import by_name
from harness.errors import TargetUnavailable
from harness.events import CampaignEvent, Suspected
from harness.fairness import finding_class, guilty_class
from harness.generate import record, replay
from harness.model import (
    CONFIRMATIONS,
    Answer,
    Case,
    CutMap,
    Fault,
    Finding,
    Outcome,
    Policies,
    Reading,
    Shown,
    Violation,
)
from harness.oracles import finish, that_may_say
from harness.oracles.oracle import baseline
from harness.search.bench import Bench, Verdict
from harness.search.command import command_for
from harness.shrink import ENDS, Budget, Choices, shrink
from harness.shrink.cutmap import Seen, cut_map

if TYPE_CHECKING:
    from harness.oracles.oracle import Stances
    from harness.search.plan import Plan

HOLD_AGAINST_THE_ANSWER = frozenset(
    {"policy", "reasoning", "leak", "text", "fabrication", "typing", "truth"}
    | {"truncation", "locality", "atomicity", "drift"}
)
"""Oracles that judge by the right answer, where it is known."""

MAP_SECONDS = 10.0
"""How long the cut map of a finding may take: a slow parser must not hold up a campaign."""

Save = Callable[[str, Case], Path]
"""Write a case into the campaign's folder under a name; gives its path."""


class Investigation:
    """What it takes to turn suspects of one campaign into findings."""

    def __init__(
        self,
        plan: Plan,
        emit: Callable[[CampaignEvent], None],
        save: Save,
        fault: Callable[[Fault], None],
        *,
        smaller: Callable[[Case], None] = lambda _: None,
    ) -> None:
        """``save`` writes a case to disk at once; ``fault`` hears of faults while confirming.

        ``smaller`` hears of each smaller case that shows the same, while it is shrunk.
        """
        self._plan = plan
        self._emit = emit
        self._save = save
        self._fault = fault
        self._smaller = smaller

    def finding(self, identity: str, index: int, violations: tuple[Violation, ...]) -> Finding:
        """Investigate the first violation of a generated case; the others are listed in the finding."""
        plan = self._plan
        case, choices = record(plan.seed, index, plan.dialect, deep=plan.deep, tokenizer=plan.tokenizer)
        return self.given(identity, case, violations, choices)

    def given(
        self, identity: str, case: Case, violations: tuple[Violation, ...], choices: Choices | None = None
    ) -> Finding:
        """Investigate the first violation of any case; ``choices`` are there for a generated one.

        The raw case is on disk before anything else happens. What is interrupted stays a finding, with the
        smallest case so far: the caller gets as far as it came through ``Interrupted``.
        """
        violation = violations[0]
        path = self._save(f"{identity}.raw", case)
        self._emit(Suspected(violation, case, str(path), "confirming"))
        progress = _Progress(identity, case, violation, tuple(v.oracle for v in violations[1:]))
        progress.generated = choices is not None
        try:
            self._confirm(progress)
            if progress.confirmed == CONFIRMATIONS:
                self._emit(Suspected(violation, case, str(path), "shrinking"))
                self._shrink(progress, choices)
                self._map(progress)
            verdict = self._show(progress)
        except KeyboardInterrupt as interrupt:
            progress.shrink = "interrupted"
            raise Interrupted(self._finding(progress, ())) from interrupt
        return self._finding(progress, verdict)

    def _bench(self, names: Sequence[str], kind: str, oracles: tuple[str, ...] = ()) -> Bench:
        """Make a bench for one finding: an end has to show under the limit under which it was found."""
        plan = self._plan
        limits = structs.replace(plan.limits, run=plan.limits.alone) if kind in ENDS else plan.limits
        return Bench(
            names,
            plan.dialect,
            oracles=oracles or plan.oracles,
            policies=plan.policies,
            limits=limits,
            configured=plan.configured,
            tokenizer=plan.tokenizer,
        )

    def _involved(self, violation: Violation) -> tuple[str, ...]:
        """Name the targets to run: all for an agreement, its own for every other property."""
        return self._plan.targets if violation.oracle == "agreement" else violation.targets

    def _confirm(self, progress: _Progress) -> None:
        violation = progress.violation
        oracles = that_may_say(violation.oracle, self._plan.oracles)
        with self._bench(self._involved(violation), violation.kind, oracles) as bench:
            for round_ in range(CONFIRMATIONS):
                if round_:
                    bench.fresh()
                found = _same(bench.examine([progress.case])[0], violation)
                progress.confirmed += found is not None
            if any(target.hello.cuts == "token" for target in bench.crew.targets.values()):
                progress.tokenizer = self._plan.tokenizer
            for fault in bench.crew.faults:
                self._fault(fault)  # else a run that ended in a fault would look like one that found nothing

    def _shrink(self, progress: _Progress, choices: Choices | None) -> None:
        plan, violation = self._plan, progress.violation

        def same(cases: Sequence[Case]) -> list[Violation | None]:
            found = [_same(verdict, violation) for verdict in bench.examine(cases)]
            if progress.take(cases, found):
                self._smaller(progress.case)
            return found

        oracles = that_may_say(violation.oracle, plan.oracles)
        with self._bench(self._involved(violation), violation.kind, oracles) as bench:
            budget = Budget(
                same,
                calls=plan.shrink_calls,
                seconds=plan.shrink_seconds,
                at_once=1 if violation.kind in ENDS else 32,
            )
            progress.case, progress.violation = shrink(
                progress.case,
                violation,
                choices=choices,
                rebuild=lambda candidate: replay(
                    candidate, plan.dialect, progress.raw.id, deep=plan.deep, tokenizer=plan.tokenizer
                ),
                policies=tuple(by_name(plan.dialect).policies),
                budget=budget,
            )
            progress.shrink = budget.verdict()

    def _map(self, progress: _Progress) -> None:
        """Try the ways to cut the small case. An end has no map: every way that fails costs a child."""
        violation = progress.violation
        if violation.kind in ENDS:
            return
        target = violation.targets[0]
        ends = time.monotonic() + MAP_SECONDS

        def look(cases: Sequence[Case]) -> list[Seen]:
            verdicts = bench.examine(cases)
            return [Seen(_same(one, violation) is not None, one.outcomes.get(target)) for one in verdicts]

        try:
            with self._bench(self._involved(violation), violation.kind, (violation.oracle,)) as bench:
                progress.cut_map = cut_map(
                    progress.case, violation, look, exhausted=lambda: time.monotonic() > ends
                )
        except TargetUnavailable:
            return

    def _show(self, progress: _Progress) -> tuple[Shown, ...]:
        """Run the small case once more on every target, for people to compare."""
        try:
            with self._bench(self._plan.targets, progress.violation.kind) as bench:
                progress.stances = bench.stances
                verdict = bench.examine([progress.case])[0]
        except TargetUnavailable:
            return ()
        return shown(progress.case, verdict.outcomes)

    def _finding(self, progress: _Progress, what: tuple[Shown, ...]) -> Finding:
        case, violation = progress.case, progress.violation
        # Where consistency alone is judged, a right answer would be held against what a parser leaves open.
        answer = None
        if violation.oracle in HOLD_AGAINST_THE_ANSWER or violation.kind == finish.HELD_BACK:
            answer = _answer(case, [progress.stances.get(name, {}) for name in violation.targets])
        answers: tuple[Answer, ...] = (answer,) if answer else ()
        if violation.oracle == "policy":
            answers = case.answers  # a declaration is not kept where another answer is given
        involved = self._involved(violation)
        saved = self._save(progress.identity, case)
        return Finding(
            id=progress.identity,
            oracle=violation.oracle,
            targets=violation.targets,
            kind=violation.kind,
            message=violation.message,
            also=progress.also,
            raw=progress.raw,
            case=case,
            shown=what,
            expected=answer.events if answer else None,
            confirmed=progress.confirmed,
            shrink=progress.shrink,
            cut_map=progress.cut_map,
            text_class=finding_class(progress.raw, case) if progress.generated else "",
            cut_class=guilty_class(case, violation, self._plan.tokenizer),
            command=command_for(
                structs.replace(case, answers=answers),
                violation,
                involved,
                self._plan.policies,
                saved,
                policy_file=self._plan.policy_file
                if any(name in self._plan.configured for name in involved)
                else None,
                tokenizer=progress.tokenizer,
            ),
        )


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came during an investigation; the finding is complete as far as it came."""

    def __init__(self, finding: Finding) -> None:
        """Keep the unfinished finding, so that nothing is lost."""
        super().__init__()
        self.finding = finding


class _Progress:
    def __init__(self, identity: str, raw: Case, violation: Violation, also: tuple[str, ...]) -> None:
        self.identity = identity
        self.raw = raw
        self.case = raw
        self.violation = violation
        self.also = also
        self.confirmed = 0
        self.shrink = "not shrunk"
        self.cut_map: CutMap | None = None
        self.stances: Stances = {}
        self.generated = False
        self.tokenizer: str | None = None  # where a target reads no other cuts

    def take(self, cases: Sequence[Case], found: Sequence[Violation | None]) -> bool:
        """Go on from the first case that shows the same, as a shrink does, if it is no larger."""
        for case, violation in zip(cases, found, strict=True):
            if violation is not None:
                if _size(case) > _size(self.case):
                    return False
                self.case, self.violation = case, violation
                return True
        return False


def shown(case: Case, outcomes: dict[str, Outcome], guilty: Sequence[int] = ()) -> tuple[Shown, ...]:
    """List what each target gave: the batch, the whole text streamed, and each chunking that differs.

    Of chunkings that gave the same, a ``guilty`` one is named (an index of the case's chunkings).
    """
    rows: list[Shown] = []
    for name, outcome in outcomes.items():
        if outcome.kind != "result":
            rows.append(Shown(name, outcome.kind, None, outcome.detail))
            continue
        if outcome.batch is not None:
            rows.append(Shown(name, "batch", outcome.batch))
        whole = baseline(case, outcome)
        readings: list[Reading] = []
        ways = dict(enumerate(zip(case.chunkings, outcome.streams, strict=False)))
        for i in sorted(ways, key=lambda i: (bool(case.chunkings[i]), i not in guilty, i)):
            chunking, reading = ways[i]
            if reading is None or (reading is whole and chunking):
                continue
            how = "whole" if not chunking else f"{len(chunking) + 1} chunks"
            if reading not in readings:
                readings.append(reading)
                rows.append(Shown(name, how, reading))
    return tuple(rows)


def _size(case: Case) -> tuple[int, int]:
    return len(case.text), max(map(len, case.chunkings), default=0)


def _answer(case: Case, stances: Sequence[Policies]) -> Answer | None:
    """Pick the answer that is due from all of these; None where it is not known, or not the same for all."""
    due = [case.answer_for(stance) for stance in stances]
    return due[0] if due and all(answer is due[0] for answer in due) else None


def _same(verdict: Verdict, violation: Violation) -> Violation | None:
    return next((v for v in verdict.violations if v.signature == violation.signature), None)


__all__ = ["Interrupted", "Investigation", "shown"]
