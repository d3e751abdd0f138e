"""Whether a night passes: each part by the ledger, and held to what the last night looked at.

Nothing is green that looked at less. A part without a report, a job that did not succeed, and all that
``harness.ledger.scope`` calls lost make the status 2, whatever was found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from harness.events import Report
from harness.ledger import gate
from harness.ledger.keeping import next_scope
from harness.ledger.ledger import Ledger
from harness.ledger.scope import day, lost
from harness.nightly.record import Record
from harness.report import jsontext

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping

    from harness.ledger.ledger import Scope
    from harness.model import Card

_WORST = (2, 130, 1, 0)
_NEW = frozenset({"new", "changed", "expired"})


class Part(Struct, frozen=True):
    """One report of a night, as the ledger judges it."""

    name: str
    report: Report  # its gate holds what the last night had, too

    @property
    def fresh(self) -> list[Card]:
        """The cards that make the night fail, those seen most often first."""
        rows = self.report.gate.rows if self.report.gate else ()
        fails = {row.fingerprint for row in rows if row.state in _NEW and row.fails}
        return [card for card in self.report.cards if card.fingerprint in fails]


class Judged(Struct, frozen=True):
    """A night and its status."""

    status: int
    parts: tuple[Part, ...]
    lost: tuple[str, ...]  # all of it, each with the part that it is of


class Terms(Struct, frozen=True):
    """What makes a night whole, beside what the last one looked at."""

    jobs: dict[str, str] = {}  # how the jobs before ended
    expected: tuple[str, ...] = ()  # parts that must be there
    begun: bool = True  # is there what the last night left
    fewer: bool = False  # accept a night that looks at less than the last one, not one that is not whole


USUAL = Terms()


def judged(
    reports: Mapping[str, Report], ledger: Ledger, last: Record, today: dt.date, terms: Terms = USUAL
) -> Judged:
    """Judge a night of some reports, by part."""
    fewer = terms.fewer
    parts = tuple(
        Part(name, _held(report, ledger, None if fewer else last.parts.get(name), today))
        for name, report in reports.items()
    )
    wanted = dict.fromkeys((*terms.expected, *(() if fewer else last.parts)))
    missing = [] if terms.begun else ["what the last night left: its record, and the corpus"]
    missing += [f"job {name}: {result}" for name, result in terms.jobs.items() if result != "success"]
    missing += [f"{name}: the whole report" for name in wanted if name not in reports]
    missing += [
        f"{part.name}: its run ended with status {part.report.gate.before}"
        for part in parts
        if part.report.gate and part.report.gate.before not in {gate.STATUS_CLEAN, gate.STATUS_FAILS, 130}
    ]
    missing += [] if reports else ["there is no report at all"]
    missing += [f"{part.name}: {one}" for part in parts if part.report.gate for one in part.report.gate.lost]
    statuses = {part.report.status for part in parts} | ({gate.STATUS_LESS} if missing else set())
    status = next((one for one in _WORST if one in statuses), gate.STATUS_LESS)
    return Judged(status, parts, tuple(missing))


def _held(report: Report, ledger: Ledger, last: Scope | None, today: dt.date) -> Report:
    """Judge a report by the ledger, and by what its part looked at in the last night."""
    found = gate.gate(report, ledger, today)
    if last is not None and report.state not in {"interrupted", "failed"}:
        found = structs.replace(found, lost=tuple(dict.fromkeys((*found.lost, *lost(report, last)))))
    return structs.replace(report, gate=found, status=gate.status(found))


def next_record(night: Judged, last: Record, today: dt.date, *, fewer: bool = False) -> Record | None:
    """Say what the next night is held to. None for a night that was not whole: the last one stays."""
    if night.status not in {gate.STATUS_CLEAN, gate.STATUS_FAILS}:
        return None
    return Record(parts={part.name: _scope(part, last, today, fewer=fewer) for part in night.parts})


def _scope(part: Part, last: Record, today: dt.date, *, fewer: bool) -> Scope:
    """Say what a part is held to from now on; what a later night than this one said stays."""
    before = last.parts.get(part.name)
    if before is not None and before.date > (day(part.report) or today):
        return before
    scopes = {} if before is None else {part.report.dialect: before}
    return next_scope(part.report, Ledger(scope=scopes), today, fewer=fewer)


def shown(night: Judged) -> dict[str, Any]:
    """Give a night for machines."""
    parts = {
        part.name: {"status": part.report.status, **jsontext.builtins(part.report.gate)}
        for part in night.parts
    }
    return {"schema": 1, "status": night.status, "lost": list(night.lost), "parts": parts}
