"""Going through many conversations: losses are counted, the first of each kind is made small."""

from __future__ import annotations

import json
import shlex
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from msgspec import Struct

from harness import __version__
from harness.generate.source import Recording, Seeded
from harness.model import CONFIRMATIONS
from harness.roundtrip.conversation import Conversation
from harness.roundtrip.drawing import draw
from harness.roundtrip.renderer import Refused, Template
from harness.roundtrip.report import INTERRUPTED, SCHEMA, Finding, Lost, Refusals, Report
from harness.roundtrip.shrinking import Shrinking
from harness.search.investigate import shown
from harness.search.plan import BATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harness.roundtrip.trip import Back, Ready, Trip
    from harness.roundtrip.verdict import Loss
    from harness.shrink import Choices

_LONGEST = 6_000  # characters of a command line that a person can still paste
FOUND, FAULT, STOPPED = 1, 2, 130


class Plan(Struct, frozen=True):
    """What to do."""

    template: Template
    targets: tuple[str, ...]
    dialect: str
    cases: int = 0  # conversations to draw
    seed: int | None = None
    given: tuple[Conversation, ...] = ()  # conversations that were given instead
    words: tuple[str, ...] = ()  # further words of a command that shows a finding again


class Search:
    """One run of ``roundtrip``."""

    def __init__(self, plan: Plan, trip: Trip, advance: Callable[[int], None]) -> None:
        """``advance`` hears how many conversations were done."""
        self._plan = plan
        self._trip = trip
        self._advance = advance
        self._refused: Counter[tuple[str, int]] = Counter()
        self._undecidable: Counter[str] = Counter()
        self._lost: list[Lost] = []
        self._first: dict[tuple[str, str, str], tuple[Back, Loss, int]] = {}
        self._count: Counter[tuple[str, str, str]] = Counter()
        self._done = self._turns = self._unsure = self._parses = 0
        self._interrupted = False

    def run(self, faults: Callable[[], Sequence[str]]) -> Report:
        """Do it all. Raises ``UsageError`` where the template is broken; ``faults`` are asked at the end.

        ``KeyboardInterrupt`` ends it; what was found so far is reported, and nothing is run any more.
        """
        try:
            self._search()
        except KeyboardInterrupt:
            self._interrupted = True
        findings = tuple(
            self._finding(f"F{number}", *first) for number, first in enumerate(self._first.values(), 1)
        )
        return self._report(findings, tuple(faults()))

    def _search(self) -> None:
        batch: list[Ready] = []
        for conversation in self._conversations():
            ready = self._trip.there(conversation, str(self._done))
            self._done += 1
            if isinstance(ready, Refused):
                self._refused[ready.message, ready.line] += 1
            else:
                batch.append(ready)
            if len(batch) == BATCH:
                self._take(batch)
                batch = []
        self._take(batch)

    def _conversations(self) -> Iterator[Conversation]:
        yield from self._plan.given
        for index in range(self._plan.cases):
            yield draw(Seeded(self._plan.seed or 0, index))

    def _take(self, batch: list[Ready]) -> None:
        for back in self._trip.back(batch):
            self._turns += 1
            self._unsure += not back.ready.turn.sure
            self._parses += sum(
                len(outcome.streams) + (outcome.batch is not None) for outcome in back.outcomes.values()
            )
            self._count_losses(back)
        self._advance(len(batch))

    def _count_losses(self, back: Back) -> None:
        number = int(back.ready.case.id)
        self._undecidable.update({loss.why for loss in back.losses if loss.whose == "undecidable"})
        for signature in dict.fromkeys(loss.signature for loss in back.losses if loss.whose != "undecidable"):
            self._count[signature] += 1
        for loss in back.losses:
            if loss.whose == "undecidable":
                continue
            self._first.setdefault(loss.signature, (back, loss, number))
            self._lost.append(Lost(number, loss.whose, loss.kind, loss.path, loss.due, loss.got, loss.target))

    # ------------------------------------------------------------ one finding

    def _finding(self, identity: str, back: Back, loss: Loss, number: int) -> Finding:
        confirmed, last, how = 0, back, INTERRUPTED
        try:
            if not self._interrupted:
                confirmed = self._confirmed(back.ready, loss)
                last, how = self._small(back, loss, number, confirmed)
        except KeyboardInterrupt:
            self._interrupted = True
        same = next((one for one in last.losses if one.signature == loss.signature), loss)
        small = last.ready
        said = small.conversation.said()
        return Finding(
            id=identity,
            whose="template" if loss.whose == "template" else "parser",
            kind=loss.kind,
            target=same.target,
            path=same.path,
            due=same.due,
            got=same.got,
            how=same.how,
            why=same.why,
            count=self._count[loss.signature],
            confirmed=confirmed,
            shrink=how,
            conversation=said,
            turn=small.turn.text,
            shown=shown(small.case, last.outcomes),
            command=self._command(said),
        )

    def _small(self, back: Back, loss: Loss, number: int, confirmed: int) -> tuple[Back, str]:
        """Make small what is confirmed; give it as it comes back from fresh parsers, and how it ended."""
        small, how = back.ready, "not shrunk"
        if confirmed == CONFIRMATIONS:
            small, how = Shrinking(self._trip, back, loss).run(self._choices(number))
        self._trip.fresh()
        return self._trip.back([small])[0], how

    def _confirmed(self, ready: Ready, loss: Loss) -> int:
        """Count in how many of three runs on fresh parsers it shows again."""
        times = 0
        for _ in range(CONFIRMATIONS):
            self._trip.fresh()
            times += any(one.signature == loss.signature for one in self._trip.back([ready])[0].losses)
        return times

    def _choices(self, number: int) -> Choices | None:
        if self._plan.given:
            return None
        source = Recording(Seeded(self._plan.seed or 0, number))
        draw(source)
        return tuple(source.choices)

    def _command(self, said: object) -> str:
        plan = self._plan
        words = ["toolcall-harness", "roundtrip", "--template", plan.template.name, "-d", plan.dialect]
        for name in plan.targets:
            words += ["-t", name]
        command = shlex.join([*words, *plan.words, "--conversations", json.dumps([said])])
        # What is too long for a command line is in the report; --out keeps it.
        return command if len(command) <= _LONGEST else ""

    def _report(self, findings: tuple[Finding, ...], faults: tuple[str, ...]) -> Report:
        plan = self._plan
        losses: dict[str, dict[str, int]] = defaultdict(dict)
        for (whose, kind), count in sorted(Counter((one.whose, one.kind) for one in self._lost).items()):
            losses[whose][kind] = count
        if not self._turns and not faults and not self._interrupted:
            faults = ("no conversation was rendered: the template refused them all",)
        return Report(
            schema=SCHEMA,
            harness=__version__,
            template=plan.template.name,
            sha256=plan.template.sha256,
            dialect=plan.dialect,
            targets=plan.targets,
            seed=None if plan.given else plan.seed,
            state="interrupted" if self._interrupted else "finished",
            # Those that were rendered and not parsed any more are not done.
            conversations=self._turns + self._refused.total(),
            turns=self._turns,
            unsure=self._unsure,
            parses=self._parses,
            refused=tuple(Refusals(*key, count) for key, count in sorted(self._refused.items())),
            undecidable=dict(sorted(self._undecidable.items())),
            losses={whose: losses.get(whose, {}) for whose in ("template", "parser")},
            lost=tuple(self._lost),
            findings=findings,
            faults=faults,
            status=STOPPED if self._interrupted else FAULT if faults else FOUND if findings else 0,
        )
