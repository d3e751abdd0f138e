"""The nodes that pytest collects: a class or a target, and beneath it an item an oracle and a fixture.

A parser that is wrong raises ``Violated``, what could not be done raises ``Undone``. Only the first can be a
known failure: an adapter that is down is none, whatever was expected of the parser.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from harness.errors import HarnessError, UsageError
from harness.oracles import ORACLES, agreement
from harness.pytest_plugin import told
from harness.pytest_plugin.known import judged
from harness.pytest_plugin.runs import Undone, runs
from harness.pytest_plugin.settings import of_class
from harness.search.campaign import STATUS_FAULT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from harness.fixtures.fixture import Fixture
    from harness.pytest_plugin.settings import Accepted, Asked, Settings
    from harness.suite import ToolCallParserSuite

MISTAKES = pytest.StashKey[list[HarnessError]]()
"""What is wrong with classes: a collector may not raise it, see ``collecting.check``."""

_GROUP = "toolcall-"

_Made = TypeVar("_Made", bound="TargetItem")


class Violated(Exception):
    """A target did not do what is due."""


class TargetNode(pytest.Collector):
    """A target, or the node above all of them. Its children are given to it, not searched for."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        """Nobody asks: the items are made by ``collecting``."""
        return []


class SuiteClass(pytest.Class):
    """A class that derives from ours: its own tests, then an item an oracle and a fixture."""

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """Collect both. A mistake is kept for the end of the collection."""
        yield from super().collect()
        suite: type[ToolCallParserSuite] = self.obj
        try:
            asked = of_class(self.config, suite, self.path.parent)
            made = list(items_of(self, asked, suite.target))
            misnamed(asked, {item.name for item in made}, ())
        except HarnessError as error:
            told_of = HarnessError(f"{self.nodeid}: {error.message}", hint=error.hint)
            self.config.stash.setdefault(MISTAKES, []).append(told_of)
        else:
            yield from made


class TargetItem(pytest.Item):
    """What the items have in common: a target, settings, and a failure without a stack trace."""

    settings: Settings
    target: str

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Give what was found, and nothing else. A fault of ours keeps its stack trace."""
        if isinstance(excinfo.value, Violated | Undone):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Say where it is: in the module of its class, or nowhere."""
        return self.path, None, self.name


class OracleItem(TargetItem):
    """One oracle: fails with each of its own findings, also where another oracle complained first."""

    accepted: Accepted | None

    def runtest(self) -> None:
        """Look into the campaign, which runs now if it has not."""
        name, settings = self.name, self.settings
        if name == agreement.ORACLE.id and len(settings.targets) == 1:
            pytest.skip("it compares parsers, and there is one target")
        report = runs(self.config).report(settings, self.target, name)
        own = [finding for finding in report.findings if self._is_own(finding.oracle, finding.targets)]
        found = judged(report, own, (self.target, name), self.accepted)
        if report.status == STATUS_FAULT:
            raise Undone("\n".join([*told.findings(own, report, settings, found.rows), *told.faults(report)]))
        if found.wrong or found.gone:
            lines = told.findings(found.wrong, report, settings, found.rows)
            raise Violated("\n".join([*lines, *told.gone(found.gone)]))
        if found.flaky:
            shown = told.findings(found.flaky, report, settings, {})
            self.add_report_section("call", "flaky, which decides nothing", "\n".join(shown))
        if found.known:
            lines = told.findings(found.known, report, settings, found.rows)
            pytest.xfail(found.reason)
            raise Violated("\n".join(lines))  # --runxfail: nothing is a known failure
        if not report.stats.judged.get(name):
            why = told.unjudged(report, self.target)
            if settings.unjudged == "fail":
                raise Undone(f"{name}: {why}")
            pytest.skip(why)

    def _is_own(self, oracle: str, targets: tuple[str, ...]) -> bool:
        # Whatever is found while parsers are compared under equal policies belongs to the comparison.
        return self.target in targets and (self.name in {oracle, agreement.ORACLE.id})


class FixtureItem(TargetItem):
    """One fixture: the answer that is due, in every way of feeding."""

    file: Path
    fixture: Fixture

    def runtest(self) -> None:
        """Replay it on a child that is kept for the next one."""
        tally = runs(self.config).replayed(self.settings, self.target, self.fixture)
        if tally.mismatches:
            lines = told.mismatches(tally.mismatches, self.fixture, self.file, self.settings)
            raise Violated("\n".join(lines))
        if not tally.held:
            pytest.skip(f"unsupported by {self.target}: it needs {', '.join(sorted(tally.unsupported))}")


def items_of(parent: pytest.Collector, asked: Asked, target: str) -> Iterator[TargetItem]:
    """Make the items of a target, in an order that every process makes."""
    for oracle in ORACLES:
        judge = _item(OracleItem, parent, oracle, asked, target)
        judge.accepted = asked.accepted
        yield judge
    for file, fixture in asked.fixtures:
        item = _item(FixtureItem, parent, f"fixture:{fixture.id}", asked, target)
        item.file, item.fixture = file, fixture
        yield item


def misnamed(asked: Asked, names: set[str], targets: tuple[str, ...]) -> None:
    """Raise ``UsageError`` for a known failure that no item is called after: it would excuse nothing."""
    known = names | {f"{target}::{name}" for target in targets for name in names}
    stray = next((name for name in asked.xfails if name not in known), None)
    if stray is not None:
        raise UsageError(
            f"there is no item {stray!r} that could be a known failure",
            hint=f"there are {', '.join(ORACLES)}, and fixture:ID for each fixture",
        )


def _item(kind: type[_Made], parent: pytest.Collector, name: str, asked: Asked, target: str) -> _Made:
    words = {}
    if kind is OracleItem and parent.config.getoption("loadgroup", default=False):
        # As pytest-xdist does for its mark, which some versions of pytest do not let it do: one worker gets
        # all items of one id behind the @, and so runs the campaign for them.
        words["nodeid"] = f"{parent.nodeid}::{name}@{group(asked.settings, target, name)}"
    item: _Made = kind.from_parent(parent, name=name, **words)
    item.settings, item.target = asked.settings, target
    reason = asked.xfails.get(f"{target}::{name}") or asked.xfails.get(name)
    if reason is not None:
        item.add_marker(pytest.mark.xfail(reason=reason, raises=Violated, strict=True))
    return item


def group(settings: Settings, target: str, oracle: str) -> str:
    """Name what runs in one campaign."""
    campaign = repr((settings, "" if oracle == agreement.ORACLE.id else target))
    return _GROUP + hashlib.sha256(campaign.encode()).hexdigest()[:8]


def without_group(nodeid: str) -> str:
    """Take away what ``_item`` puts behind an id."""
    return nodeid.rpartition(f"@{_GROUP}")[0] or nodeid
