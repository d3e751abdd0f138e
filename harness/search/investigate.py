"""From a suspect to a finding: save it, confirm it, make it small, and show what each target gave."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from harness.cards import needs
from harness.cards.place import Tried, guilty_cuts, place_of, single_cuts
from harness.cards.shape import Sight, sight
from harness.cards.traits import Traits, bare
from harness.dialects import by_name
from harness.errors import TargetUnavailable
from harness.events import CampaignEvent, Suspected
from harness.fairness import finding_class, guilty_class
from harness.generate import draw_case, record, replay
from harness.generate.source import Seeded
from harness.model import (
    CONFIRMATIONS,
    Answer,
    Case,
    Chunking,
    Fault,
    Finding,
    Outcome,
    Policies,
    Reading,
    Shown,
    Signature,
    Violation,
)
from harness.oracles import ORACLES, finish, that_may_say
from harness.oracles.oracle import baseline
from harness.search.bench import Bench, Verdict
from harness.search.command import command_for
from harness.search.explained import explains
from harness.search.inquiry import Inquiry, Log
from harness.shrink import ENDS, Budget, Choices, shrink
from harness.shrink.cutmap import Seen, cut_map, is_inverted

if TYPE_CHECKING:
    from harness.generate.source import Source
    from harness.search.known import Why
    from harness.search.plan import Plan
    from harness.search.worker import Suspect

HOLD_AGAINST_THE_ANSWER = frozenset(
    {"policy", "reasoning", "leak", "text", "fabrication", "typing", "truth"}
    | {"truncation", "locality", "atomicity", "drift"}
)
"""Oracles that judge by the right answer, where it is known."""

_FRESH = 1 << 31
"""The seed of the texts that tell what a finding needs: the same ones in every campaign."""

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
        # By id of a finding: what a fingerprint is made of, and all signatures that its small case shows.
        self.traits: dict[str, Traits] = {}
        self.shows: dict[str, frozenset[Signature]] = {}

    def finding(self, identity: str, suspect: Suspect) -> Finding:
        """Investigate the first violation of a case of the campaign; the others are listed in the finding."""
        case, choices = self._recorded(suspect)
        return self.given(identity, case, suspect.violations, choices)

    def _recorded(self, suspect: Suspect) -> tuple[Case, Choices | None]:
        if suspect.kept is not None:
            return suspect.kept.case, suspect.kept.choices
        plan, index = self._plan, suspect.index
        return record(plan.seed, index, plan.dialect, deep=plan.deep, tokenizer=plan.tokenizer)

    def given(
        self, identity: str, case: Case, violations: tuple[Violation, ...], choices: Choices | None = None
    ) -> Finding:
        """Investigate the first violation of any case; ``choices`` are there for a generated one.

        The raw case is on disk before anything else happens. What is interrupted stays a finding, with the
        smallest case so far: the caller gets as far as it came through ``Interrupted``.
        """
        inquiry = self._begin(identity, case, violations, choices)
        try:
            self._confirm(inquiry)
            if inquiry.confirmed == CONFIRMATIONS:
                self._reduce(inquiry, choices)
            rows = self._show(inquiry)
        except KeyboardInterrupt as interrupt:
            raise self._interrupted(inquiry) from interrupt
        self._describe(inquiry)
        return self._finding(inquiry, rows)

    def another(
        self,
        identity: str,
        suspect: Suspect,
        known: Sequence[tuple[Traits, Case]],
        *,
        why: Why,
    ) -> tuple[Finding | None, Traits]:
        """Investigate a later case of a signature of which there are findings: their traits and small cases.

        ``why`` is "apart" where none of them explains it: what it is made smaller to must not be explained
        either; and "direct" where it must show itself. None where it is one of them after all, or flaky: then
        nothing of it is kept. Its traits are told anyway.
        """
        case, choices = self._recorded(suspect)
        inquiry = self._begin(identity, case, suspect.violations, choices)
        inquiry.known = tuple(one for one, _ in known) if why == "apart" else ()
        inquiry.direct = why == "direct"
        try:
            self._reduce(inquiry, choices)
            self._describe(inquiry)
            traits = self.traits[identity]
            for one, small in known:
                if (small.text, small.chunkings) == (inquiry.case.text, inquiry.case.chunkings):
                    traits = one.met(traits) or traits
            # Only what is new is worth fresh parsers: also the first case that shows it itself.
            if not any(
                (one.direct or not traits.direct) and (one.covers(traits) or traits.covers(one))
                for one, _ in known
            ):
                self._confirm(inquiry)
            rows = self._show(inquiry) if inquiry.confirmed == CONFIRMATIONS else None
        except KeyboardInterrupt as interrupt:
            raise self._interrupted(inquiry) from interrupt
        if rows is None:
            inquiry.path.unlink(missing_ok=True)
            del self.traits[identity]
            return None, traits
        return self._finding(inquiry, rows), traits

    def _begin(
        self, identity: str, case: Case, violations: tuple[Violation, ...], choices: Choices | None
    ) -> Inquiry:
        violation = violations[0]
        path = self._save(f"{identity}.raw", case)
        inquiry = Inquiry(identity, case, violation, tuple(v.oracle for v in violations[1:]))
        inquiry.path = path
        inquiry.generated = choices is not None
        self._emit(Suspected(violation, case, str(path), "confirming"))
        return inquiry

    def _reduce(self, inquiry: Inquiry, choices: Choices | None) -> None:
        self._emit(Suspected(inquiry.violation, inquiry.raw, str(inquiry.path), "shrinking"))
        self._shrink(inquiry, choices)
        self._map(inquiry)

    def _interrupted(self, inquiry: Inquiry) -> Interrupted:
        inquiry.shrink = "interrupted"
        self._describe(inquiry)
        return Interrupted(self._finding(inquiry, ()))

    def _bench(self, names: Sequence[str], kind: str, oracles: tuple[str, ...] = ()) -> Bench:
        """Make a bench for one finding: an end has to show under the limit under which it was found."""
        plan = self._plan
        limits = structs.replace(plan.limits, run=plan.limits.alone) if kind in ENDS else plan.limits
        return Bench.of(plan, names, oracles=oracles or None, limits=limits)

    def _involved(self, violation: Violation) -> tuple[str, ...]:
        """Name the targets to run: all for an agreement, its own for every other property."""
        return self._plan.targets if violation.oracle == "agreement" else violation.targets

    def _confirm(self, inquiry: Inquiry) -> None:
        violation = inquiry.violation
        oracles = that_may_say(violation.oracle, self._plan.oracles)
        with self._bench(self._involved(violation), violation.kind, oracles) as bench:
            for round_ in range(CONFIRMATIONS):
                if round_:
                    bench.fresh()
                found = _same(bench.examine([inquiry.case])[0], violation)
                inquiry.confirmed += found is not None
            if any(target.hello.cuts == "token" for target in bench.crew.targets.values()):
                inquiry.tokenizer = self._plan.tokenizer
            for fault in bench.crew.faults:
                self._fault(fault)  # else a run that ended in a fault would look like one that found nothing

    def _shrink(self, inquiry: Inquiry, choices: Choices | None) -> None:
        """Make the case small, and learn of all that is tried meanwhile what the finding needs."""
        plan, violation = self._plan, inquiry.violation
        log = Log()
        if choices is not None:
            log.drew(inquiry.raw, choices)

        def same(cases: Sequence[Case]) -> list[Violation | None]:
            verdicts = bench.examine(cases)
            looked = [_look(verdict, inquiry, bench) for verdict in verdicts]
            found = [one and one[0] for one in looked]
            for case, one in zip(cases, looked, strict=True):
                if one is not None and case.text in log.built:
                    log.failed(case, one[1])
            if inquiry.take(cases, found):
                self._smaller(inquiry.case)
            return found

        def rebuild(candidate: Choices) -> tuple[Case, Choices]:
            case, used = replay(
                candidate, plan.dialect, inquiry.raw.id, deep=plan.deep, tokenizer=plan.tokenizer
            )
            log.drew(case, used)
            return case, used

        oracles = that_may_say(violation.oracle, plan.oracles)
        with self._bench(self._involved(violation), violation.kind, oracles) as bench:
            budget = Budget(
                same,
                calls=plan.shrink_calls,
                seconds=plan.shrink_seconds,
                at_once=1 if violation.kind in ENDS else 32,
            )
            inquiry.case, inquiry.violation = shrink(
                inquiry.case,
                violation,
                choices=choices,
                rebuild=rebuild,
                policies=tuple(by_name(plan.dialect).policies),
                budget=budget,
            )
            inquiry.shrink = budget.verdict()
            if violation.kind not in ENDS:
                self._learn(inquiry, log, bench)

    def _learn(self, inquiry: Inquiry, log: Log, bench: Bench) -> None:
        """Name the shape of the small case, and try which features the finding needs.

        An end is not asked: each try costs a child, a hang its whole time, too.
        """
        plan, violation = self._plan, inquiry.violation
        verdict = bench.examine([inquiry.case])[0]
        again = _same(verdict, violation)
        if again is not None:
            inquiry.seen = sight(inquiry.case, again, verdict.outcomes, bench.stances)
            inquiry.tried = _cut_otherwise(inquiry, verdict, bench)
        drawn, seen = log.like(inquiry.seen)
        borrowed = not seen.direct and ORACLES[violation.oracle].asks is None  # told in this one's name
        if not drawn or borrowed:
            return

        whole = not inquiry.violation.chunkings  # then nobody has to pay for chunks

        def draw(source: Source) -> Case:
            case = draw_case(source, plan.dialect, inquiry.raw.id, deep=plan.deep, tokenizer=plan.tokenizer)
            return structs.replace(case, chunkings=((),)) if whole else case

        def fails(cases: Sequence[Case]) -> list[bool]:
            looked = [_look(verdict, inquiry, bench) for verdict in bench.examine(cases)]
            return [one is not None and one[1] == seen for one in looked]

        fresh = (Seeded(_FRESH, number) for number in count())
        inquiry.needs = needs.necessary(drawn, draw, fails, fresh)

    def _map(self, inquiry: Inquiry) -> None:
        """Try the ways to cut the small case. An end has no map: every way that fails costs a child."""
        violation = inquiry.violation
        if violation.kind in ENDS:
            return
        target = violation.targets[0]
        ends = time.monotonic() + MAP_SECONDS

        def look(cases: Sequence[Case]) -> list[Seen]:
            verdicts = bench.examine(cases)
            return [Seen(_same(one, violation) is not None, one.outcomes.get(target)) for one in verdicts]

        try:
            with self._bench(self._involved(violation), violation.kind, (violation.oracle,)) as bench:
                inquiry.cut_map = cut_map(
                    inquiry.case, violation, look, exhausted=lambda: time.monotonic() > ends
                )
        except TargetUnavailable:
            return

    def _describe(self, inquiry: Inquiry) -> None:
        """Keep what a fingerprint is made of."""
        self.traits[inquiry.identity] = structs.replace(
            bare(inquiry.violation),
            shape=inquiry.seen.shape,
            # Of a text that was not generated nobody noted what is in it.
            direct=inquiry.seen.direct and inquiry.generated,
            place=place_of(inquiry.case, inquiry.violation, inquiry.tried),
            needs=inquiry.needs,
        )

    def _show(self, inquiry: Inquiry) -> tuple[Shown, ...]:
        """Run the small case once more on every target, for people to compare."""
        try:
            with self._bench(self._plan.targets, inquiry.violation.kind) as bench:
                inquiry.stances = bench.stances
                verdict = bench.examine([inquiry.case])[0]
        except TargetUnavailable:
            return ()
        self.shows[inquiry.identity] = frozenset(found.signature for found in verdict.violations)
        return shown(inquiry.case, verdict.outcomes)

    def _finding(self, inquiry: Inquiry, what: tuple[Shown, ...]) -> Finding:
        case, violation = inquiry.case, inquiry.violation
        # Where consistency alone is judged, a right answer would be held against what a parser leaves open.
        answer = None
        if violation.oracle in HOLD_AGAINST_THE_ANSWER or violation.kind == finish.HELD_BACK:
            answer = _answer(case, [inquiry.stances.get(name, {}) for name in violation.targets])
        answers: tuple[Answer, ...] = (answer,) if answer else ()
        if violation.oracle == "policy":
            answers = case.answers  # a declaration is not kept where another answer is given
        involved = self._involved(violation)
        saved = self._save(inquiry.identity, case)
        return Finding(
            id=inquiry.identity,
            oracle=violation.oracle,
            targets=violation.targets,
            kind=violation.kind,
            message=violation.message,
            also=inquiry.also,
            raw=inquiry.raw,
            case=case,
            shown=what,
            expected=answer.events if answer else None,
            confirmed=inquiry.confirmed,
            shrink=inquiry.shrink,
            cut_map=inquiry.cut_map,
            text_class=finding_class(inquiry.raw, case) if inquiry.generated else "",
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
                tokenizer=inquiry.tokenizer,
            ),
        )


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came during an investigation; the finding is complete as far as it came."""

    def __init__(self, finding: Finding) -> None:
        """Keep the unfinished finding, so that nothing is lost."""
        super().__init__()
        self.finding = finding


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


def _answer(case: Case, stances: Sequence[Policies]) -> Answer | None:
    """Pick the answer that is due from all of these; None where it is not known, or not the same for all."""
    due = [case.answer_for(stance) for stance in stances]
    return due[0] if due and all(answer is due[0] for answer in due) else None


def _cut_otherwise(inquiry: Inquiry, verdict: Verdict, bench: Bench) -> Tried | None:
    """Cut a small case at single places. That is counted in runs: a cut map has a clock.

    ``verdict`` is that of the small case. None where cuts play no part.
    """
    case, violation = inquiry.case, inquiry.violation
    if not guilty_cuts(case, violation):
        return None
    ways: list[tuple[Chunking, ...]] = [((),), *(((), (cut,)) for cut in single_cuts(len(case.text)))]
    seen = bench.examine([structs.replace(case, chunkings=way) for way in ways])
    whole, *singles = [_same(one, violation) is not None for one in seen]
    outcome = verdict.outcomes.get(violation.targets[0])
    return Tried(whole, tuple(singles), violation.oracle == "split" and is_inverted(outcome))


def _look(verdict: Verdict, inquiry: Inquiry, bench: Bench) -> tuple[Violation, Sight] | None:
    """Find the violation that is investigated, and look at it; None where it is not what is looked for."""
    found = _same(verdict, inquiry.violation)
    if found is None:
        return None
    seen = sight(verdict.case, found, verdict.outcomes, bench.stances)
    if inquiry.direct and not seen.direct:
        return None
    if any(explains(one, verdict.case, found, direct=seen.direct) for one in inquiry.known):
        return None
    return found, seen


def _same(verdict: Verdict, violation: Violation) -> Violation | None:
    return next((v for v in verdict.violations if v.signature == violation.signature), None)


__all__ = ["Interrupted", "Investigation", "shown"]
