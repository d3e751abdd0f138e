"""One trial: a campaign as ``run`` makes it, watched for what it finds and what that costs."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from harness.errors import HarnessError
from harness.events import Reported, Suspected
from harness.fairness.promise import Cuts
from harness.oracles import ORACLES
from harness.search.campaign import STATUS_FAULT, STATUS_INTERRUPTED, Campaign
from harness.search.plan import Plan
from harness.selftest import parses
from harness.selftest.score import Complaint, Spent, Trial
from harness.shrink import ENDS
from harness.targets import Limits
from harness.targets.batch import Shape

if TYPE_CHECKING:
    from harness.events import CampaignEvent, Report, TargetFacts
    from harness.model import Case, Finding
    from harness.selftest.task import Task

_COMPLAINTS = 10  # findings on clean parsers after which their campaign ends: it has failed anyway


class Meter:
    """A listener that splits the CPU time of a campaign into search, and looking into what it found.

    Until a campaign ends, its worker is no ended child; so what grows meanwhile is its own time, and that of
    the parsers which were started and ended to confirm, shrink and show.
    """

    def __init__(self) -> None:
        """Begin where this process began."""
        self._since: float | None = None
        self._investigated = 0.0

    def __call__(self, event: CampaignEvent) -> None:
        """Note when a suspect is taken up, and when it is done with."""
        if isinstance(event, Suspected) and self._since is None:
            self._since = _cpu_seconds()
        elif isinstance(event, Reported) and self._since is not None:
            self._investigated += _cpu_seconds() - self._since
            self._since = None

    def spent(self) -> Spent:
        """Give what was spent until now, at the end of a campaign."""
        return Spent(round(_cpu_seconds() - self._investigated, 3), round(self._investigated, 3))


def run(task: Task) -> Trial:
    """Do one trial, in a process that did nothing else before: its CPU time is counted.

    Raises ``HarnessError`` where the campaign could not do what it should: that is no miss.
    """
    meter = Meter()
    report = Campaign(plan(task), [meter], _unsaved).run()
    spent = meter.spent()
    if report.status == STATUS_INTERRUPTED:
        raise KeyboardInterrupt
    if report.status == STATUS_FAULT and not report.bugs:
        told = "; ".join(f"{fault.target}: {fault.message}" for fault in report.faults)
        raise HarnessError(f"{task.name}: its campaign could not do its part: {told or report.state}")
    return judged(task, report, spent)


def plan(task: Task) -> Plan:
    """Give the options of its campaign."""
    given = task.settings
    return Plan(
        targets=task.targets,
        dialect=task.dialect,
        oracles=tuple(ORACLES),
        asked=(),
        seed=task.seed,
        out=Path("selftest"),
        cases=task.cases,
        limits=Limits(
            run=given.time_limit,
            alone=min(Limits().alone, given.time_limit),
            memory=given.memory_limit,
        ),
        max_findings=1 if task.planted else _COMPLAINTS,
        shrink_calls=given.shrink_calls,
        shrink_seconds=given.shrink_seconds,
    )


def judged(task: Task, report: Report, spent: Spent) -> Trial:
    """Say what a campaign that is over found."""
    finding = next((one for one in report.findings if task.planted in one.targets), None)
    done = report.cases if finding is None else _number(finding) + 1
    complaints = tuple(map(_complaint, [one for one in report.findings if one is not finding or one.flaky]))
    trial = Trial(
        name=task.name,
        repeat=task.repeat,
        seed=task.seed,
        digest=task.digest,
        state="false" if complaints else "missed",
        cases=done,
        parses=_fed(task, report, done, finding),
        complaints=complaints,
        timing=spent,
    )
    if finding is None:
        return trial
    if finding.flaky:
        return structs.replace(trial, state="flaky")
    return structs.replace(
        trial,
        state="found" if trial.parses <= task.settings.parses else "late",
        oracle=finding.oracle,
        kind=finding.kind,
        also=finding.also,
        fingerprint=report.cards[0].fingerprint,
        characters=len(finding.case.text),
        cuts=max(map(len, finding.case.chunkings), default=0),
        shrink=finding.shrink,
    )


def _fed(task: Task, report: Report, cases: int, finding: Finding | None) -> int:
    """Count the parses: of the planted target, or of all where none is."""
    ended = finding is not None and finding.oracle == "crash" and finding.kind in ENDS
    return sum(
        parses.of_cases(task.seed, cases, task.dialect, _shape(facts), ended=ended)
        for facts in report.targets
        if task.planted in ("", facts.name)
    )


def _shape(facts: TargetFacts) -> Shape:
    return Shape("batch" in facts.modes, "stream" in facts.modes, msgspec.convert(facts.cuts, Cuts))


def _number(finding: Finding) -> int:
    return int(finding.raw.id.partition(":")[2])


def _complaint(finding: Finding) -> Complaint:
    return Complaint(
        finding.oracle, finding.targets, finding.kind, finding.raw.id, finding.confirmed, finding.command
    )


def _unsaved(name: str, _case: Case) -> Path:
    """Keep no case: each is made again from seed and number."""
    return Path("cases") / f"{name}.json"


def _cpu_seconds() -> float:
    """Add up what this process took, and its children that have ended, and theirs."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)
