"""A campaign: cases go out to workers, suspects come back and become findings, events tell of it."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import structs

from harness import __version__
from harness.cards.grouping import cards
from harness.cards.shape import Sight
from harness.coverage.cells import coverage
from harness.coverage.count import EVERY
from harness.errors import HarnessError, TargetUnavailable
from harness.events import (
    CampaignEvent,
    Ended,
    Faulted,
    Listener,
    Opening,
    Progress,
    Proved,
    Report,
    Reported,
    Started,
    State,
    TargetFacts,
    Timing,
)
from harness.fairness.count import counted
from harness.generate import case_at
from harness.model import Fault, Finding
from harness.oracles import CLAIMS
from harness.proof.first import First
from harness.search.bench import Bench
from harness.search.investigate import Interrupted, Save
from harness.search.journal import Ahead, Broke, Journal, Notable
from harness.search.known import IN_ALL, Known
from harness.search.orders import Orders
from harness.search.remembered import Remembered
from harness.search.rounds import Rounds
from harness.search.workers import Hands, Workers
from harness.targets.bundled import must_be_built

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harness.cards import Traits
    from harness.model import Signature, Violation
    from harness.search.plan import Plan
    from harness.search.worker import Suspect

STATUS_CLEAN = 0
STATUS_FINDINGS = 1
STATUS_FAULT = 2
STATUS_INTERRUPTED = 130

_FLAKY_TRIES = 3  # further cases of a signature that may still be confirmed after a flaky one


class Campaign:
    """One campaign. ``run`` it once."""

    def __init__(
        self, plan: Plan, listeners: Sequence[Listener], save: Save, journal: Journal | None = None
    ) -> None:
        """``save`` writes a case into the campaign's folder at once.

        ``journal`` is what it goes on from, and where it notes what it did.
        """
        self._plan = plan
        self._listeners = listeners
        self._journal = journal or Journal()
        self._investigation = Remembered(plan, self._emit, save, self._fault, self._journal)
        self._proved = Proved()
        self._rounds: Rounds | None = None  # None: the search has not begun
        self._findings: dict[str, Finding] = {}  # by id
        self._known: dict[Signature, Known] = {}
        self._looks = 0  # cases that were looked at again
        self._faults: list[Fault] = []
        self._facts: tuple[TargetFacts, ...] = ()

    def run(self) -> Report:
        """Run to the end of the budget, to the first signal, or to what stops it.

        Raises ``HarnessError`` for targets that can't be used before the first case ran: then there
        is nothing to report. Later faults end up in the report.
        """
        plan = self._plan
        started, clock = datetime.now(UTC), time.monotonic()
        before = self._journal.sums.seconds
        state: State = "finished"
        try:
            self._facts = self._introduce()
            started, clock = datetime.now(UTC), time.monotonic()
            self._emit(
                Started(
                    dialect=plan.dialect,
                    seed=plan.seed,
                    targets=self._facts,
                    oracles=plan.oracles,
                    cases=plan.cases,
                    seconds=plan.seconds,
                    jobs=plan.jobs,
                    out=str(plan.out),
                    claims=CLAIMS,
                    resumed=self._journal.sums.stats.cases,
                )
            )
            state = self._search(clock - before)
        except KeyboardInterrupt:
            state = "interrupted"
        except TargetUnavailable as error:
            if not self._facts:
                raise
            self._fault(Fault("adapter", error.target, error.message, error.hint, error.stderr))
            state = "failed"
        except HarnessError as error:
            if not self._facts:
                raise
            self._fault(Fault("harness", "", error.message, error.hint))
            state = "failed"
        if state == "finished":
            self._miss_the_silent()
        seconds = before + time.monotonic() - clock
        self._journal.end(state, seconds)
        report = self._report(state, started, seconds)
        self._emit(Ended(report, str(plan.out)))
        return report

    def _introduce(self) -> tuple[TargetFacts, ...]:
        plan = self._plan
        if self._journal.complete:
            return self._journal.facts
        self._emit(Opening(plan.targets, tuple(name for name in plan.targets if must_be_built(name))))
        with Bench.of(plan) as bench:
            facts = tuple(target.facts(plan.dialect) for target in bench.crew.targets.values())
        self._journal.introduce(facts)
        return facts

    def _search(self, clock: float) -> State:
        """Search from where the journal ends; ``clock`` is when it began, less the time between runs."""
        plan, journal = self._plan, self._journal
        deadline = None if plan.seconds is None else clock + plan.seconds
        if self._prove_first():
            return "stopped"
        self._rounds = rounds = Rounds(plan, journal)
        if any(map(self._tell, journal.notable())):
            return "stopped"
        if journal.complete:
            return "stopped" if journal.sums.ended == "stopped" else "finished"
        orders = Orders(plan, rounds, start=journal.sums.next, deadline=deadline)
        with _hands(plan) as workers:
            for done in workers.results(orders):
                sums = journal.sums.plus(done, done.first + plan.stride)
                notable = Notable(done.first, done.suspects, done.faults, done.lost, done.keys)
                journal.take(structs.replace(sums, seconds=time.monotonic() - clock), notable)
                if self._tell(notable):
                    return "stopped"
                if all(facts.state == "unavailable" for facts in self._facts):
                    return "failed"
                self._emit(Progress(journal.sums.stats, time.monotonic() - clock, len(self._findings)))
        return "finished"

    def _prove_first(self) -> bool:
        """Prove the known texts as far as they may take; tell whether there are findings enough by that."""
        ahead = self._journal.ahead
        if ahead is not None:
            self._proved = ahead.done
            for fault in ahead.faults:
                self._fault(fault)
            return any(map(self._broke, ahead.failures))
        faults: list[Fault] = []
        first = First(self._plan, faults.append)
        broken: list[Broke] = []
        with closing(first.failures()) as failures:
            for failure in failures:
                broken.append(Broke(failure.case, failure.violation))
                self._proved = first.done
                if self._broke(broken[-1]):
                    return True
        self._proved = first.done
        self._journal.went_ahead(Ahead(first.done, tuple(broken), tuple(faults)))
        for fault in faults:
            self._fault(fault)
        return False

    def _broke(self, broke: Broke) -> bool:
        """Pursue a known text that a target fails on; tell whether that is findings enough."""
        violations = (broke.violation,)
        self._pursue(violations, partial(self._investigation.given, case=broke.case, violations=violations))
        return self._enough()

    def _miss_the_silent(self) -> None:
        """Report each oracle that was asked for by name and judged nothing: that is no pass."""
        for oracle in self._plan.asked:
            if not self._journal.sums.stats.judged.get(oracle):
                message = f"the oracle {oracle} was asked for and had nothing to judge"
                self._fault(Fault("harness", "", message, "do the targets have the modes it needs?"))

    def _enough(self) -> bool:
        most = self._plan.max_findings
        return most is not None and len(self._findings) >= most

    def _tell(self, notable: Notable) -> bool:
        """Take in what is to be told of a batch; tell whether there are findings enough by that."""
        if self._rounds is not None:
            self._rounds.take(notable.first, notable.keys)
        for fault in notable.faults:
            self._fault(fault)
        for name in notable.lost:
            self._facts = tuple(
                structs.replace(facts, state="unavailable") if facts.name == name else facts
                for facts in self._facts
            )
        for suspect in chain.from_iterable(map(self._complaints, notable.suspects)):
            self._suspect(suspect)
            if self._enough():
                return True
        return False

    def _complaints(self, suspect: Suspect) -> Iterator[Suspect]:
        """Give a suspect for its first violation, or once for each, with that one in front."""
        told = suspect.violations
        for found in told if self._plan.every else told[:1]:
            others = [other for other in told if other is not found]
            seen = suspect.seen if found is told[0] else Sight(found.kind)
            yield structs.replace(suspect, violations=(found, *others), seen=seen)

    def _suspect(self, suspect: Suspect) -> None:
        violations = suspect.violations
        known = self._known.get(violations[0].signature)
        if known is not None and not self._findings[known.findings[0]].flaky:
            self._look_again(suspect, known)
            return
        find = partial(self._investigation.finding, suspect=suspect)
        self._pursue(violations, find)

    def _pursue(self, violations: tuple[Violation, ...], investigate: Callable[[str], Finding]) -> None:
        """Investigate the first case of a signature; count the others.

        A flaky first case does not close the matter: a few more cases get their chance.
        """
        signature = violations[0].signature
        known = self._known.get(signature)
        if known is None:
            identity = self._next()
            finding = self._interruptible(investigate, identity)
            self._known[signature] = Known(identity)
            self._keep(finding)
            return
        first = self._count(known.findings[0])
        if not first.flaky or known.tries > _FLAKY_TRIES:
            return
        known.tries += 1
        finding = self._interruptible(investigate, first.id)
        if not finding.flaky:
            self._keep(structs.replace(finding, count=first.count))

    def _look_again(self, suspect: Suspect, known: Known) -> None:
        """Count a case of a known signature, and investigate it where it may be another fault."""
        violations, traits = suspect.violations, self._investigation.traits
        over = self._plan.every or self._looks >= IN_ALL
        if (over or not known.open) and len(known.findings) == 1:
            self._count(known.findings[0])
            return
        plan, violation = self._plan, violations[0]
        case = (
            suspect.kept.case
            if suspect.kept is not None
            else case_at(plan.seed, suspect.index, plan.dialect, deep=plan.deep, tokenizer=plan.tokenizer)
        )
        whose = known.whose(case, violation, suspect.seen, traits)
        why = "" if over else known.why(case, violation, suspect.seen, traits)
        if not why:
            self._count(whose)
            return
        told = [(traits[name], self._findings[name].case) for name in known.findings]
        identity = self._next()
        self._looks += 1
        try:
            finding, found = self._investigation.another(identity, suspect, told, why=why)
        except Interrupted as interrupted:
            if why == "apart":
                self._keep(interrupted.finding)
            else:
                self._count(whose)  # most likely it is known, and nothing shows that it is not
            raise
        if finding is not None:
            known.findings.append(identity)
            self._keep(finding)
            return
        alike = [name for name in known.findings if _alike(traits[name], found)]
        same = next((name for name in alike if traits[name].direct == found.direct), None)
        self._count(same or next(iter(alike), whose))
        if same is not None and found.covers(traits[same]):
            traits[same] = found  # it takes less than was thought

    def _next(self) -> str:
        return f"F{len(self._findings) + 1}"

    def _count(self, name: str) -> Finding:
        """Count one more case for a finding."""
        known = self._findings[name]
        self._findings[name] = known = structs.replace(known, count=known.count + 1)
        return known

    def _interruptible(self, investigate: Callable[[str], Finding], identity: str) -> Finding:
        """Investigate; what was interrupted is kept before the interruption goes on."""
        try:
            return investigate(identity)
        except Interrupted as interrupted:
            known = self._findings.get(identity)
            count = known.count if known is not None else 1
            self._keep(structs.replace(interrupted.finding, count=count))
            raise

    def _keep(self, finding: Finding) -> None:
        self._findings[finding.id] = finding
        self._emit(Reported(finding))

    def _fault(self, fault: Fault) -> None:
        self._faults.append(fault)
        self._emit(Faulted(fault))

    def _emit(self, event: CampaignEvent) -> None:
        for listener in self._listeners:
            listener(event)

    def _report(self, state: State, started: datetime, seconds: float) -> Report:
        plan, sums = self._plan, self._journal.sums
        stats = sums.stats
        findings = sorted(self._findings.values(), key=lambda finding: int(finding.id[1:]))
        parses = sum(stats.parses.values())
        of = max(stats.cases, 1)
        return Report(
            schema=1,
            harness=__version__,
            dialect=plan.dialect,
            seed=plan.seed,
            state=state,
            status=self._status(state),
            cases=stats.cases,
            parses=parses,
            mean_length=round(stats.characters / of, 1),
            shares={
                "known": round(stats.known / of, 6),
                "unspecified": round(stats.unspecified / of, 6),
                "underived": round(stats.underived / of, 6),
                "damaged": round(stats.damaged / of, 6),
                "two_blocks": round(stats.two_blocks / of, 6),
            },
            options=plan.shown(),
            oracles=plan.oracles,
            targets=tuple(structs.replace(f, parses=stats.parses.get(f.name, 0)) for f in self._facts),
            stats=stats,
            findings=tuple(findings),
            cards=tuple(cards(findings, self._investigation.traits, self._investigation.shows)),
            faults=tuple(self._faults),
            timing=Timing(
                started=started.isoformat(timespec="seconds"),
                seconds=round(seconds, 3),
                parses_per_second=round(parses / seconds, 1) if seconds else 0.0,
                generate_seconds=round(sums.generate_seconds, 3),
                judge_seconds=round(sums.judge_seconds, 3),
            ),
            claims=CLAIMS,
            classes=counted([finding for finding in findings if not finding.flaky]),
            proved=self._proved,
            curve=() if self._rounds is None else self._rounds.curve,
            coverage=coverage(plan.dialect, -(-stats.cases // EVERY), Counter(sums.cells)),
        )

    def _status(self, state: State) -> int:
        """Five outcomes, never mixed: what could not be done outweighs what was found (DESIGN, rules)."""
        if state == "interrupted":
            return STATUS_INTERRUPTED
        lost = any(facts.state == "unavailable" for facts in self._facts)
        if (
            state == "failed"
            or lost
            or self._faults
            or not (self._journal.sums.stats.cases or self._proved.texts)
        ):
            return STATUS_FAULT
        return STATUS_FINDINGS if self._findings else STATUS_CLEAN


def _hands(plan: Plan) -> Hands:
    """Give what runs the cases. Another engine is loaded only where it is due."""
    if plan.cluster is not None:
        cluster: Hands = import_module("harness.search.cluster").Cluster(plan, plan.cluster)
        return cluster
    if plan.engine == "seeded":
        return Workers(plan)
    hands: Hands = import_module("harness.engines.fuzzers").Fuzzers(plan)
    return hands


def _alike(one: Traits, other: Traits) -> bool:
    return one.covers(other) or other.covers(one)
