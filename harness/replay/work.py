"""The work of a replay: which items are run on which targets, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from msgspec import structs

from harness.errors import TargetUnavailable
from harness.fixtures.replay import hold, judge
from harness.replay.item import Item, Settings, of_case, of_fixture, of_report
from harness.replay.state import Compared, Replayed, compared, replayed
from harness.replay.trial import Trial, tried
from harness.targets import Crew

if TYPE_CHECKING:
    from harness.fixtures.collection import Collection
    from harness.fixtures.replay import Tally
    from harness.search.bench import Verdict

Progress = Callable[[int], AbstractContextManager[Callable[[int], object]]]
"""Begins work of a length, and gives what is told how much more of it is done."""


class Work:
    """Runs of findings, fixtures and saved cases, with what adapters did wrong meanwhile."""

    def __init__(self, settings: Settings, times: int, progress: Progress) -> None:
        """Run each item ``times`` times; ``progress`` goes over things and says how far it is."""
        self._settings = settings
        self._times = times
        self._progress = progress
        self.faults: list[str] = []
        # Of what failed at first but not in all rounds, by id and target: "1 of 3".
        self.rates: dict[tuple[str, str], str] = {}

    def again(self, found: Collection, targets: tuple[str, ...]) -> list[Replayed]:
        """Run each finding on its own targets, or on these."""
        items = self._findings(found)
        told = []
        with self._progress(len(items)) as advance:
            for item in items:
                names = targets or item.beside or item.targets
                for group in [names] if item.beside else [(name,) for name in names]:
                    trials = [trial for trial in self._tried(item, group) if _is_asked(item, trial, targets)]
                    told += [replayed(item, trial) for trial in trials]
                advance(1)
        return told

    def _findings(self, found: Collection) -> list[Item]:
        """Make the items of all reports. Where there are several, an id begins with its report's folder."""
        several = len(found.reports) > 1
        return [
            structs.replace(item, id=f"{path.parent.name}/{item.id}") if several else item
            for path, report in found.reports
            for item in of_report(report, self._settings)
        ]

    def compare(self, found: Collection, pair: tuple[str, ...]) -> list[Compared]:
        """Run each item on both targets."""
        items = self._findings(found)
        items += [of_case(path, case, self._settings) for path, case in found.cases]
        items += [of_fixture(fixture, self._settings) for _, fixture in found.fixtures]
        told = []
        with self._progress(len(items)) as advance:
            for item in items:
                others = tuple(name for name in item.beside if name not in (*item.targets, *pair))
                both = [self._tried(item, (name, *others)) for name in pair]
                if all(both):
                    told.append(compared(item, *(trials[0] for trials in both)))
                advance(1)
        return told

    def hold(self, found: Collection, names: tuple[str, ...]) -> tuple[list[Tally], list[Verdict]]:
        """Hold targets against fixtures and let the oracles judge saved cases."""
        settings = self._settings
        fixtures = {fixture.id: fixture for _, fixture in found.fixtures}
        tallies: list[Tally] = []
        if fixtures:
            with Crew(names, limits=settings.limits, configured=settings.configured) as crew:
                length = len(crew.targets) * sum(len(fixture.expected) for fixture in fixtures.values())
                with self._progress(length) as advance:
                    tallies = hold(crew, list(fixtures.values()), settings.policies, advance)
                self.faults += [f"{fault.target}: {fault.message}" for fault in crew.faults]
        cases = [case for _, case in found.cases]
        verdicts: list[Verdict] = []
        if cases:
            verdicts, more = judge(
                cases, names, settings.policies, settings.limits, configured=settings.configured
            )
            self.faults += more
        for tally in tallies:
            for name in dict.fromkeys(mismatch.fixture for mismatch in tally.mismatches):
                self._rate(of_fixture(fixtures[name], settings), (tally.target,))
        for (path, case), verdict in zip(found.cases, verdicts, strict=True):
            if verdict.violations:
                self._rate(of_case(path, case, settings), tuple(verdict.outcomes))
        return tallies, verdicts

    def _rate(self, item: Item, names: tuple[str, ...]) -> None:
        """Run what failed again, to learn whether it always does."""
        for trial in self._tried(item, names):
            again = sum(map(bool, trial.rounds))
            if len(set(map(bool, trial.rounds))) > 1:
                self.rates[item.id, trial.target] = f"{again} of {len(trial.rounds)}"

    def _tried(self, item: Item, names: tuple[str, ...]) -> list[Trial]:
        try:
            trials, faults = tried(item, names, self._times)
        except TargetUnavailable as error:
            trials, faults = [], [f"{error.target}: {error.message}"]
        self.faults += [fault for fault in faults if fault not in self.faults]
        return trials


def _is_asked(item: Item, trial: Trial, targets: tuple[str, ...]) -> bool:
    """Leave out who only ran beside the guilty ones of a finding."""
    return trial.target in (targets or item.targets)
