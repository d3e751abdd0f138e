"""From suspicions to distinct failures: made small within their classes, and confirmed on fresh processes.

A case may get milder while it is made small, never harder: what fails when a stream is cut at a token's
border must not end as a cut inside a special token, nor a fault on valid text as one on damaged text. So
well-written texts are made small by drawing them again. Only where that leaves a text longer than ``SHORT``
it is edited, and the failure says so.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Self

from msgspec import structs

from harness.dialects import by_name
from harness.fairness import guilty_class, hardness, text_class
from harness.fairness.cuts import cut_class
from harness.fairness.texts import MALFORMED, TEXTS
from harness.generate import record, replay
from harness.leaderboard.benches import Benches
from harness.leaderboard.board import Failure
from harness.model import CONFIRMATIONS
from harness.oracles import finish
from harness.search.command import command_for
from harness.search.investigate import HOLD_AGAINST_THE_ANSWER, shown
from harness.shrink import ENDS, Budget, Choices, shrink

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from harness.leaderboard.trial import Key, Suspicion, Tried
    from harness.model import Answer, Case, Violation
    from harness.search.bench import Bench
    from harness.search.investigate import Save
    from harness.search.plan import Plan

SHORT = 250
"""Code points that a smallest case may have, if it can be made that small."""

CASE_PREFIX = "L-"
"""What the names of saved cases begin with, so that those of an earlier leaderboard can be told."""

_TRIES = 3  # suspicions of one key that may be looked into
_RANK = {name: place for place, name in enumerate(TEXTS)}
_WITHOUT_STANCE = frozenset({"crash", "final", "split", "parity"})


class Failures:
    """The distinct failures of one parser, and what was left out. A context manager: it keeps children."""

    def __init__(self, plan: Plan, save: Save, policy_file: Path) -> None:
        """``save`` writes a case into the folder of the leaderboard."""
        self._plan = plan
        self._save = save
        self._policy_file = policy_file
        self._benches = Benches(plan)
        self._found: dict[Key, Failure] = {}
        self._cases: Counter[Key] = Counter()
        self.flaky = 0

    def __enter__(self) -> Self:
        """Start nothing yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """End all children."""
        self._benches.close()

    def look(self, tried: Tried, tell: Callable[[str], None]) -> tuple[Failure, ...]:
        """Look into every key, the plainest classes first.

        What is known to fail on text no worse, with cuts no harder, is not distinct: the same was seen of it.
        """
        (name,) = self._plan.targets
        keys = sorted(tried.suspicions, key=lambda key: key.place)
        for number, key in enumerate(keys, 1):
            tell(f"{name}: {number} of {len(keys)} kinds of failures, now {', '.join(key)}")
            known = next((other for other in self._found if other.covers(key)), None)
            settled = known or self._settle(key, tried.suspicions[key])
            if settled is None:
                self.flaky += 1
            else:
                self._cases[settled] += len(tried.suspicions[key])
        ordered = sorted(self._found, key=lambda key: key.place)
        return tuple(
            structs.replace(self._found[key], id=f"{name}-{place}", cases=max(1, self._cases[key]))
            for place, key in enumerate(ordered, 1)
        )

    def _settle(self, key: Key, suspicions: Sequence[Suspicion]) -> Key | None:
        """Look into the shortest suspicions of a key, until one ends in a failure; give its key.

        One that does not get short has a second chance with another case.
        """
        settled: Key | None = None
        for suspicion in suspicions[:_TRIES]:
            work = _Work(self._plan, self._benches, key, suspicion)
            small = work.small()
            if small is None:
                continue
            final = work.key(*small)
            known = self._found.get(final)
            if known is None or known.characters > len(small[0].text):
                made = self._failure(work, final, *small)
                if made is None:
                    continue
                self._found[final] = known = made
            if settled is not None or known.characters <= SHORT:
                return settled or final
            settled = final
        return settled

    def _failure(self, work: _Work, key: Key, case: Case, violation: Violation) -> Failure | None:
        """Confirm a small case on fresh processes, the last time by the command; None if it does not show."""
        plan = self._plan
        bench = self._benches.of(violation, every=True)
        confirmed = 0
        for _ in range(CONFIRMATIONS - 1):
            bench.fresh()
            (verdict,) = bench.examine([case])
            confirmed += any(one.signature == violation.signature for one in verdict.violations)
        (name,) = plan.targets
        target = bench.crew.targets.get(name)
        if confirmed < CONFIRMATIONS - 1 or target is None:
            return None
        held = violation.oracle in HOLD_AGAINST_THE_ANSWER or violation.kind == finish.HELD_BACK
        answer = case.answer_for(bench.stances[name]) if held else None
        answers: tuple[Answer, ...] = (answer,) if answer else ()
        command = command_for(
            structs.replace(case, answers=case.answers if violation.oracle == "policy" else answers),
            violation,
            plan.targets,
            {},
            self._save(_name(plan, key), case),
            policy_file=None if violation.oracle in _WITHOUT_STANCE else str(self._policy_file),
            tokenizer=plan.tokenizer if target.hello.cuts == "token" else None,
        )
        if not shows(command, violation):
            return None
        return Failure(
            id="",
            oracle=violation.oracle,
            kind=violation.kind,
            message=violation.message,
            text_class=key.text_class,
            cut_class=key.cut_class,
            cases=0,
            raw=work.raw.id,
            case=case,
            characters=len(case.text),
            edited=work.edited,
            shrink=work.ended,
            confirmed=CONFIRMATIONS,
            shown=shown(case, verdict.outcomes, violation.chunkings),
            expected=answer.events if answer else None,
            command=command,
        )


def shows(command: str, violation: Violation) -> bool:
    """Run the command of a failure in a process of its own, and look whether it tells of it."""
    words = [sys.executable, "-P", "-m", "harness.cli", *shlex.split(command)[1:]]
    done = subprocess.run(
        words, stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8", check=False
    )
    told = f"\n{violation.oracle}: " in done.stdout and violation.kind in done.stdout
    return done.returncode == 1 and told


def _name(plan: Plan, key: Key) -> str:
    return f"{CASE_PREFIX}{'-'.join((*plan.targets, *key)).replace(' ', '-')}"


class _Work:
    """One suspicion on its way to a small case of the same signature and of classes no harder."""

    def __init__(self, plan: Plan, benches: Benches, key: Key, suspicion: Suspicion) -> None:
        self._plan = plan
        self._benches = benches
        self._key = key
        self._violation = suspicion.violation
        raw, self._choices = record(
            plan.seed, suspicion.number, plan.dialect, deep=plan.deep, tokenizer=plan.tokenizer
        )
        self.raw = self._mild(raw)
        self.edited = False
        self.ended = ""
        # What came of choices; all else was edited, and has the features of another text.
        self._drawn = {(self.raw.text, self.raw.features)}

    def small(self) -> tuple[Case, Violation] | None:
        """Make it small; None if the raw case does not show it again."""
        bench = self._benches.of(self._violation)
        (again,) = self._asked(bench, [self.raw], edits=False)
        if again is None:
            return None
        edits = self._key.text_class == MALFORMED
        case, violation = self._shrunk(bench, self.raw, again, self._choices, edits=edits)
        if len(case.text) > SHORT and not edits:
            before = case.text
            case, violation = self._shrunk(bench, case, violation, None, edits=True)
            self.edited = case.text != before
        return case, violation

    def key(self, case: Case, violation: Violation) -> Key:
        """Say in which classes the small case is."""
        text = self._key.text_class if self.edited or not self._is_drawn(case) else text_class(case)
        cuts = guilty_class(case, violation, self._plan.tokenizer)
        return self._key._replace(text_class=text, cut_class=cuts)

    def _shrunk(
        self, bench: Bench, case: Case, violation: Violation, choices: Choices | None, *, edits: bool
    ) -> tuple[Case, Violation]:
        plan = self._plan
        budget = Budget(
            lambda cases: self._asked(bench, cases, edits=edits),
            calls=plan.shrink_calls,
            seconds=plan.shrink_seconds,
            at_once=1 if violation.kind in ENDS else 32,
        )
        small = shrink(
            case,
            violation,
            choices=choices,
            rebuild=self._rebuilt,
            policies=tuple(by_name(plan.dialect).policies),
            budget=budget,
        )
        self.ended = budget.verdict()
        return small

    def _rebuilt(self, choices: Choices) -> tuple[Case, Choices]:
        plan = self._plan
        case, used = replay(choices, plan.dialect, self.raw.id, deep=plan.deep, tokenizer=plan.tokenizer)
        self._drawn.add((case.text, case.features))
        return self._mild(case), used

    def _is_drawn(self, case: Case) -> bool:
        return (case.text, case.features) in self._drawn

    def _mild(self, case: Case) -> Case:
        """Leave out the chunkings that are harder than the class: they cost most, and may not count."""
        hardest, known = hardness(self._key.cut_class), self._plan.tokenizer
        kept = [
            cuts
            for cuts in case.chunkings
            if hardness(cut_class(case.text, cuts, case.dialect, known)) <= hardest
        ]
        return structs.replace(case, chunkings=tuple(kept) or ((),))

    def _asked(self, bench: Bench, cases: Sequence[Case], *, edits: bool) -> list[Violation | None]:
        """Ask which of the cases show it in classes that are no harder."""
        run = [case for case in cases if self._may(case, edits=edits)]
        verdicts = iter(bench.examine(run) if run else ())
        allowed = {id(case) for case in run}
        return [
            self._same(next(verdicts).violations, case) if id(case) in allowed else None for case in cases
        ]

    def _may(self, case: Case, *, edits: bool) -> bool:
        if not self._is_drawn(case):
            return edits
        return _RANK[text_class(case)] <= _RANK[self._key.text_class]

    def _same(self, violations: Sequence[Violation], case: Case) -> Violation | None:
        hardest = hardness(self._key.cut_class)
        for found in violations:
            if found.signature != self._violation.signature:
                continue
            if hardness(guilty_class(case, found, self._plan.tokenizer)) > hardest:
                return None
            # Those that are harder than the class of this failure are another matter.
            mild = [
                i
                for i in found.chunkings
                if hardness(cut_class(case.text, case.chunkings[i], case.dialect, self._plan.tokenizer))
                <= hardest
            ]
            return structs.replace(found, chunkings=tuple(mild))
        return None
