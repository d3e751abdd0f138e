"""What a failing item prints: the smallest case, what came and what is due, and the command that shows it."""

from __future__ import annotations

import shlex
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from harness.fixtures.lines import mismatch_block, mismatch_line
from harness.pytest_plugin.settings import nearest
from harness.report.block import finding_block, seen, title
from harness.report.cards import card_of, facts
from harness.report.glyphs import printable
from harness.report.summary import fault_lines
from harness.report.verdict import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from harness.events import GateRow, Report
    from harness.fixtures.fixture import Fixture
    from harness.fixtures.replay import Mismatch
    from harness.model import Card, Finding
    from harness.pytest_plugin.settings import Settings

_LABEL = 12  # columns for what stands in front

MOST = 3
"""Findings of an item that are shown whole, the smallest ones; of more, only what and how often."""


def findings(
    found: Sequence[Finding], report: Report, settings: Settings, rows: Mapping[str, GateRow]
) -> Iterator[str]:
    """Show the findings of an item, the smallest case first and one of each card; ``rows`` are a ledger's."""
    whole: list[Finding] = []
    named: list[Finding] = []
    for finding in sorted(found, key=_size):
        card = card_of(report, finding)
        alike = card is not None and any(card_of(report, other) is card for other in whole)
        (named if alike or len(whole) == MOST else whole).append(finding)
    lead = setting(settings.targets)
    for place, finding in enumerate(whole):
        if place:
            yield ""
        shown = structs.replace(finding, command=f"{lead}{finding.command}")
        first, *others = map(str, finding_block(shown, report.claims.get(finding.oracle, "")))
        yield first
        yield from _card(card_of(report, finding), rows)
        yield from others
    for finding in named:
        yield f"{title(finding)} ({seen(finding)})"


def _card(card: Card | None, rows: Mapping[str, GateRow]) -> Iterator[str]:
    """Say which fault a finding is, and what the ledger says of it."""
    if card is None:
        return
    yield printable(f"  {'card':<{_LABEL}}{card.title}")
    yield from (printable(f"  {label:<{_LABEL}}{text}") for label, text in facts(card))
    row = rows.get(card.fingerprint)
    if row is not None:
        yield printable(f"  {'ledger':<{_LABEL}}{row.state}: {row.told}")


def gone(rows: Sequence[GateRow]) -> Iterator[str]:
    """Show the entries of a ledger that fail though nothing was found."""
    for row in rows:
        yield printable(f"{row.state}: {row.entry} {row.title}".rstrip())
        yield printable(f"  {row.told}")


def _size(finding: Finding) -> tuple[int, int]:
    return len(finding.case.text), max(len(chunking) for chunking in finding.case.chunkings)


def faults(report: Report) -> Iterator[str]:
    """Say why a campaign is no pass, whatever it found."""
    told = "the campaign could not do what was asked; this is neither a pass nor a failure of the parser"
    yield told if report.cases else f"{told}: no case ran"
    for fault in report.faults:
        yield from fault_lines(fault)


def unjudged(report: Report, target: str) -> str:
    """Say that an oracle had nothing to judge, and what the target offers: the reason is in one of them."""
    facts = next(facts for facts in report.targets if facts.name == target)
    modes = " and ".join(facts.modes) or "no mode"
    policies = f"{len(facts.policies)} answers to policies" if facts.policies else "no answer to a policy"
    return printable(
        f"nothing to judge in {counted(report.cases, 'case')}: {target} has {modes}, and declares {policies}"
    )


def mismatches(found: Sequence[Mismatch], fixture: Fixture, file: Path, settings: Settings) -> Iterator[str]:
    """Show a fixture that fails, once for each answer that is due under some policies."""
    rules = f" ({', '.join(fixture.rules)})" if fixture.rules else ""
    for mismatch in found:
        yield mismatch_line(mismatch)
        yield printable(f"  due       {fixture.title}{rules}")
        yield from map(str, mismatch_block(mismatch, fixture))
    words = ["toolcall-harness", "replay", nearest(file), "-t", found[0].target, "--show"]
    if settings.policies is not None:
        words += ["--policies", settings.policies]
    yield "  see it again with"
    yield f"  {setting([found[0].target])}{printable(shlex.join(words))}"


def setting(targets: Sequence[str]) -> str:
    """Give what a command needs in front of it to find the modules of targets as this process does."""
    folders = []
    for target in targets:
        prefix, _, rest = target.partition(":")
        if prefix != "py":
            continue
        top = rest.partition(":")[0].partition(".")[0]
        folder = Path(next((entry for entry in sys.path if PathFinder.find_spec(top, [entry])), "")).resolve()
        if folder != Path.cwd() and not folder.is_relative_to(sys.prefix) and folder not in folders:
            folders.append(folder)
    named = ":".join(nearest(folder) for folder in folders)
    return f"PYTHONPATH={shlex.quote(named)} " if named else ""
