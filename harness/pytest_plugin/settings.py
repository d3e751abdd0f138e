"""What was asked for: options, attributes of a class and lines of the ini file, read into one record."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import Struct, structs

from harness.dialects import by_name
from harness.errors import UsageError
from harness.fixtures.collection import collect, shipped
from harness.ledger.ledger import read
from harness.probe.policyfile import chosen
from harness.search.plan import Plan
from harness.targets import Limits, resolve

if TYPE_CHECKING:
    import pytest

    from harness.fixtures.fixture import Fixture
    from harness.ledger.ledger import Ledger
    from harness.suite import ToolCallParserSuite

OWN, NONE = "own", "none"
"""Words that stand for fixtures: those of the harness; none at all."""

_SEEDS = 2**32


class Settings(Struct, frozen=True):
    """One campaign as it was asked for, but for the oracles. Equal ones share what was run."""

    targets: tuple[str, ...]
    dialect: str = "dsml"
    cases: int = 1_000
    seed: int = 1
    policies: str | None = None  # the file of answers, as a command would name it here
    jobs: int = 1  # not the number of cores: under pytest-xdist others use them
    time_limit: float = 10.0  # seconds
    shrink_time: float = 20.0  # seconds a finding: in a suite somebody waits
    unjudged: Literal["skip", "fail"] = "skip"

    @property
    def configured(self) -> dict[str, dict[str, dict[str, str]]]:
        """Read the answers to policies. Raises ``UsageError``."""
        return {} if self.policies is None else chosen(Path(self.policies), self.targets)

    @property
    def limits(self) -> Limits:
        """Give the limits of targets; no case alone may take longer than a batch."""
        usual = Limits()
        return structs.replace(usual, run=self.time_limit, alone=min(usual.alone, self.time_limit))

    def plan(self, oracles: tuple[str, ...], out: Path) -> Plan:
        """Make the plan of the campaign. Every violated oracle of a case counts: each has its own item."""
        return Plan(
            targets=self.targets,
            dialect=self.dialect,
            oracles=oracles,
            asked=(),
            seed=self.seed,
            out=out,
            cases=self.cases,
            jobs=self.jobs,
            configured=self.configured,
            policy_file=self.policies,
            limits=self.limits,
            every=True,
            shrink_seconds=self.shrink_time,
        )


class Accepted(NamedTuple):
    """A ledger, and the day on which it is asked."""

    ledger: Ledger
    today: dt.date


class Asked(NamedTuple):
    """Settings with the fixtures and the known failures that go with them."""

    settings: Settings
    fixtures: tuple[tuple[Path, Fixture], ...]
    xfails: dict[str, str]  # item to reason; it may have a target and :: in front
    accepted: Accepted | None = None


def of_options(config: pytest.Config) -> Asked:
    """Read what the command line and the ini file ask for. Raises ``HarnessError``."""
    targets = tuple(config.getoption("toolcall_target") or config.getini("toolcall_target"))
    twice = next((name for name in targets if targets.count(name) > 1), None)
    if twice is not None:
        raise UsageError(f"the target {twice} is given twice", hint="a target is tested once")
    xfails = {}
    for line in config.getini("toolcall_xfail"):
        item, colon, reason = line.partition(": ")
        if not colon or not reason.strip():
            raise UsageError(f"toolcall_xfail: {line!r} is not ITEM: reason", hint="split: issue 12")
        xfails[item.strip()] = reason.strip()
    return _asked(_Source(config), targets, xfails)


def of_class(config: pytest.Config, suite: type[ToolCallParserSuite], folder: Path) -> Asked:
    """Read what a class asks for; the command line stands above it. Raises ``HarnessError``."""
    if not isinstance(suite.target, str) or not suite.target:
        raise UsageError(
            f"the class {suite.__name__} names no target",
            hint='target = "py:my.module:Parser"; a base of several classes has a name without Test',
        )
    if not isinstance(suite.xfails, Mapping):
        raise UsageError(
            f"the class {suite.__name__}: xfails is {suite.xfails!r}, no dict", hint='{"split": "issue 12"}'
        )
    return _asked(_Source(config, suite, folder), (suite.target,), dict(suite.xfails))


class _Source:
    """Where a setting is looked for: command line, class, ini file, in this order."""

    def __init__(
        self, config: pytest.Config, suite: type[ToolCallParserSuite] | None = None, folder: Path = Path()
    ) -> None:
        self._config = config
        self._suite = suite
        self._folder = folder

    def find(self, name: str) -> tuple[Any, Path]:
        """Give a value and the folder where its paths start; None where nobody says anything."""
        config = self._config
        option = config.getoption(f"toolcall_{name}")
        if option is not None:
            return option, config.invocation_params.dir
        own = getattr(self._suite, name, None)
        if own is not None:
            return own, self._folder
        home = config.rootpath if config.inipath is None else config.inipath.parent
        return config.getini(f"toolcall_{name}") or None, home

    def number(self, name: str, least: int, most: int) -> dict[str, int]:
        """Read a whole number; nothing where nobody says one."""
        value, _ = self.find(name)
        if value is None:
            return {}
        try:
            number = int(value)
        except (TypeError, ValueError):
            number = least - 1
        if isinstance(value, float) or not least <= number <= most:
            raise UsageError(f"{_called(name)}: {value!r} is no number from {least:,} to {most:,}")
        return {name: number}

    def seconds(self, name: str) -> dict[str, float]:
        """Read a time; nothing where nobody says one."""
        value, _ = self.find(name)
        if value is None:
            return {}
        try:
            seconds = float(str(value).removesuffix("s"))
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < math.inf:
            raise UsageError(f"{_called(name)}: {value!r} is no number of seconds above 0")
        return {name: seconds}


def _called(name: str) -> str:
    return f"toolcall-{name.replace('_', '-')}"


def _asked(source: _Source, targets: tuple[str, ...], xfails: dict[str, str]) -> Asked:
    for target in targets:
        resolve(target)
    words: dict[str, Any] = {}
    dialect, _ = source.find("dialect")
    if dialect is not None:
        words["dialect"] = by_name(str(dialect)).name
    unjudged, _ = source.find("unjudged")
    if unjudged is not None:
        if unjudged not in {"skip", "fail"}:
            raise UsageError(f"toolcall-unjudged: {unjudged!r} is neither skip nor fail")
        words["unjudged"] = unjudged
    file, home = source.find("policies")
    if file is not None:
        words["policies"] = nearest(home / _path("policies", file))
    words |= source.number("cases", 1, 10**9) | source.number("seed", 0, _SEEDS - 1)
    words |= source.number("jobs", 1, 64)
    words |= source.seconds("time_limit") | source.seconds("shrink_time")
    settings = Settings(targets, **words)
    _ = settings.configured  # what is wrong with the file is told now
    places, home = source.find("fixtures")
    return Asked(settings, _fixtures(places, home, settings.dialect), xfails, _accepted(source))


def _accepted(source: _Source) -> Accepted | None:
    """Read the ledger, if there is one. It is no part of a campaign, so it is none of its settings."""
    day, _ = source.find("today")
    try:
        today = dt.date.fromisoformat(str(day)) if day else dt.datetime.now(dt.UTC).date()
    except ValueError:
        raise UsageError(f"toolcall-today: {day!r} is no day", hint="2027-03-01") from None
    file, home = source.find("ledger")
    return None if file is None else Accepted(read(Path(home / _path("ledger", file))), today)


def _fixtures(places: Any, home: Path, dialect: str) -> tuple[tuple[Path, Fixture], ...]:
    """Read fixtures of the dialect. A place that is named must have some; the default need not."""
    asked = places is not None
    if places is None:
        places = (OWN,)
    elif isinstance(places, str | Path):
        places = (places,)
    elif not isinstance(places, Iterable):
        raise UsageError(f"toolcall-fixtures: {places!r} is no list of paths", hint='("own", "fixtures")')
    words = [_path("fixtures", place) for place in places]
    if words in ([], [NONE]):
        return ()
    if NONE in words:
        raise UsageError("toolcall-fixtures: none stands alone", hint=f"./{NONE} is a folder of that name")
    found = collect([shipped() if word == OWN else home / word for word in words])
    for path, _ in found.cases:
        raise UsageError(
            f"{path}: a saved case is no fixture: nobody says which answer is due",
            hint="toolcall-harness promote makes a fixture of it",
        )
    fixtures = tuple((path, fixture) for path, fixture in found.fixtures if fixture.dialect == dialect)
    if asked and not fixtures:
        raise UsageError(f"there is no fixture of the dialect {dialect} in {', '.join(map(str, words))}")
    return fixtures


def _path(name: str, written: Any) -> str | Path:
    """Take a path that a class may have written as anything. Raises ``UsageError``."""
    if not isinstance(written, str | Path) or "\0" in str(written):
        raise UsageError(f"{_called(name)}: {written!r} is no path", hint="a path is a str or a pathlib.Path")
    return written


def nearest(path: Path) -> str:
    """Name a file as a command in the current folder would: beneath it relative, elsewhere whole."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path.resolve())
