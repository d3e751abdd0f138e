"""One thing to run again: a finding of a report, a saved case or a fixture, with how it is to be run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, structs

from harness.fixtures.fixture import Fixture
from harness.model import Case
from harness.oracles import ORACLES
from harness.targets import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from harness.events import Report
    from harness.model import Card, Finding


class Settings(Struct, frozen=True):
    """How cases are run and judged."""

    policies: dict[str, str] = {}  # set on every target that can set them
    limits: Limits = Limits()
    oracles: tuple[str, ...] = tuple(ORACLES)
    configured: dict[str, dict[str, dict[str, str]]] = {}  # answers by target and dialect, from a file
    tokenizer: str | None = None


class Item(Struct, frozen=True):
    """What is run again."""

    id: str  # "F1", or the id of a fixture, or the name of a saved case's file
    title: str  # what it is about, in one line
    case: Case
    settings: Settings
    fixture: Fixture | None = None  # then its answers are what the case is held against
    # Of a finding: the trouble that it was ("split: call missing"), its targets, all that ran beside them
    # where it takes others to see it, and the fingerprint of its card.
    was: str = ""
    targets: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    fingerprint: str = ""

    @property
    def oracle(self) -> str:
        """Name the oracle that had the complaint; empty of what is no finding."""
        return self.was.partition(":")[0]

    @property
    def kind(self) -> str:
        """Name the kind of what it was."""
        return self.was.partition(": ")[2]


def of_report(report: Report, settings: Settings) -> list[Item]:
    """Make an item of each finding, flaky ones, too. It is run as its campaign was.

    Policies of ``settings`` are set besides, and their answers of targets are the ones that count.
    """
    by_finding = {finding: card for card in report.cards for finding in card.findings}
    options = report.options
    limit = options.get("time_limit", settings.limits.run)
    limits = structs.replace(
        settings.limits,
        run=limit,
        alone=min(Limits().alone, limit),
        memory=options.get("memory_limit", settings.limits.memory),
    )
    ran = structs.replace(
        settings,
        limits=limits,
        policies={**options.get("policies", {}), **settings.policies},
        oracles=tuple(name for name in report.oracles if name in ORACLES),  # others are of other versions
        tokenizer=options.get("tokenizer"),
    )
    return [_item(finding, report, ran, by_finding) for finding in report.findings]


def _item(finding: Finding, report: Report, settings: Settings, cards: Mapping[str, Card]) -> Item:
    card = cards.get(finding.id)
    return Item(
        id=finding.id,
        title=card.title if card else finding.message,
        case=finding.case,
        settings=settings,
        was=f"{finding.oracle}: {finding.kind}",
        targets=finding.targets,
        beside=tuple(facts.name for facts in report.targets) if finding.oracle == "agreement" else (),
        fingerprint=card.fingerprint if card else "",
    )


def of_case(path: Path, case: Case, settings: Settings) -> Item:
    """Make an item of a saved case."""
    return Item(path.stem, f"saved case {case.id}", case, settings)


def of_fixture(fixture: Fixture, settings: Settings) -> Item:
    """Make an item of a fixture."""
    return Item(fixture.id, fixture.title, fixture.case(), settings, fixture=fixture)
