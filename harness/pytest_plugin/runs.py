"""What this process has run: each campaign once, and a child for fixtures that is kept to the end."""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from harness.errors import HarnessError
from harness.fixtures.replay import hold
from harness.oracles import ORACLES, agreement
from harness.report.casefile import save_case
from harness.search.bench import Bench
from harness.search.campaign import STATUS_INTERRUPTED, Campaign
from harness.targets import Crew
from harness.targets.host import PATH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.events import Report
    from harness.fixtures.fixture import Fixture
    from harness.fixtures.replay import Tally
    from harness.pytest_plugin.settings import Settings

ALONE = tuple(oracle for oracle in ORACLES if oracle != agreement.ORACLE.id)
"""Oracles that judge a target by itself. Each target has a campaign of its own for them: of several targets
in one, a complaint names only those that fail in the same way."""


class Undone(Exception):
    """What was asked for could not be done: neither a pass nor a failure of the parser."""


class Runs:
    """Campaigns and children of one process."""

    def __init__(self, config: pytest.Config) -> None:
        """Run nothing yet."""
        self._config = config
        self._ended = ExitStack()
        self._reports: dict[tuple[Settings, tuple[str, ...]], Report | Undone] = {}
        self._crews: dict[Settings, Crew | Undone] = {}
        config.add_cleanup(self._ended.close)

    def try_out(self, settings: Settings) -> None:
        """Start the targets and let them go. Raises ``HarnessError`` for one that can't be used."""
        with (
            _findable(),
            Bench(
                settings.targets,
                settings.dialect,
                oracles=(),
                limits=settings.limits,
                configured=settings.configured,
            ),
        ):
            pass

    def report(self, settings: Settings, target: str, oracle: str) -> Report:
        """Give the campaign in which an oracle judges a target; run it if nobody asked before.

        Raises ``Undone`` where it could not be run, now and at every later use.
        """
        compares = oracle == agreement.ORACLE.id
        oracles = (oracle,) if compares else ALONE
        if not compares:
            settings = structs.replace(settings, targets=(target,))
        key = (settings, oracles)
        if key not in self._reports:
            # Where the run is ended from outside (a timeout of the item), no later item runs it again.
            self._reports[key] = Undone("the campaign was broken off in an item before this one")
            self._reports[key] = self._run(settings, oracles)
        report = self._reports[key]
        if isinstance(report, Undone):
            raise Undone(*report.args)
        return report

    def _run(self, settings: Settings, oracles: tuple[str, ...]) -> Report | Undone:
        name = hashlib.sha256(repr((settings, oracles)).encode()).hexdigest()[:12]
        try:
            folder = self._folder() / name
            plan = settings.plan(oracles, folder)
            with _findable():
                report = Campaign(plan, (), lambda name, case: save_case(folder, name, case)).run()
        except HarnessError as error:
            return _undone(error)
        if report.status == STATUS_INTERRUPTED:
            raise KeyboardInterrupt  # the campaign took it for its own, and pytest has to know
        return report

    def _folder(self) -> Path:
        """Give a folder for the cases that are found: in pytest's cache, for a command may name one."""
        cache = getattr(self._config, "cache", None)
        if cache is not None:
            try:
                return Path(cache.mkdir("toolcall"))
            except OSError:
                pass  # a checkout that can't be written to
        return Path(self._ended.enter_context(tempfile.TemporaryDirectory(prefix="toolcall-")))

    def replayed(self, settings: Settings, target: str, fixture: Fixture) -> Tally:
        """Hold a target against a fixture. Raises ``Undone`` where its adapter did not do its part."""
        settings = structs.replace(settings, targets=(target,))
        crew = self._crew(settings)
        faults = len(crew.faults)
        try:
            with _findable():
                tallies = hold(crew, [fixture], {}, lambda done: done)
        except HarnessError as error:
            raise _undone(error) from error
        if not tallies or len(crew.faults) > faults:
            fault = crew.faults[-1]
            raise Undone(f"fault of the {fault.whose}, {fault.target}: {fault.message}")
        return tallies[0]

    def _crew(self, settings: Settings) -> Crew:
        if settings not in self._crews:
            crew = Crew(settings.targets, limits=settings.limits, configured=settings.configured)
            try:
                with _findable():
                    self._ended.enter_context(crew)
                self._crews[settings] = crew
            except HarnessError as error:
                self._crews[settings] = _undone(error)
        crew_or_not = self._crews[settings]
        if isinstance(crew_or_not, Undone):
            raise Undone(*crew_or_not.args)
        return crew_or_not


_RUNS = pytest.StashKey[Runs]()


def runs(config: pytest.Config) -> Runs:
    """Give what this process has run."""
    if _RUNS not in config.stash:
        config.stash[_RUNS] = Runs(config)
    return config.stash[_RUNS]


def _undone(error: HarnessError) -> Undone:
    lines = [error.message, *([f"hint: {error.hint}"] if error.hint else [])]
    return Undone("\n".join(lines))


@contextmanager
def _findable() -> Iterator[None]:
    """Let children look for modules where this pytest does: beside a test module, in ``pythonpath``."""
    before = os.environ.get(PATH)
    os.environ[PATH] = os.pathsep.join(str(Path(entry).resolve()) for entry in sys.path)
    try:
        yield
    finally:
        if before is None:
            del os.environ[PATH]
        else:
            os.environ[PATH] = before
