"""What is written into a ledger: entries made of cards, and what a run saw and looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from harness.errors import UsageError
from harness.ledger.document import Sighting
from harness.ledger.entry import FINGERPRINT, Entry
from harness.ledger.gate import entry_of
from harness.ledger.scope import day, lost, scope_of, silent

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from harness.events import Report
    from harness.ledger.ledger import Ledger, Scope
    from harness.model import Card


def chosen(report: Report, names: Sequence[str], ledger: Ledger) -> list[Card]:
    """Pick cards by fingerprint or by the id of a finding; without names, all that no entry accepts.

    Raises ``UsageError`` for a name that is none, and for a card that is in the ledger already.
    """
    if report.bugs and not report.cards:
        raise UsageError("the report has no cards", hint="it is of an older version: run the campaign again")
    unknown = [card for card in report.cards if entry_of(card, report, ledger) is None]
    if not names:
        return unknown
    cards = list(dict.fromkeys(_card(report, name) for name in names))
    for card in cards:
        entry = entry_of(card, report, ledger)
        if entry is not None:
            by = "" if entry.fingerprint else f", by {entry.name}"
            told = f"{card.fingerprint} is in the ledger already{by}"
            raise UsageError(told, hint="what is to be said of it anew is changed in the file")
    return cards


def _card(report: Report, name: str) -> Card:
    for card in report.cards:
        if name == card.fingerprint or name in card.findings:
            return card
    if any(finding.flaky and finding.id == name for finding in report.findings):
        raise UsageError(f"the finding {name} is flaky, and flaky ones decide nothing")
    what = "card" if FINGERPRINT.fullmatch(name) else "card or finding"
    there = ", ".join(card.fingerprint for card in report.cards) or "none"
    raise UsageError(f"the report has no {what} {name!r}", hint=f"its cards: {there}")


def accepted(card: Card, report: Report, said: Entry, today: dt.date) -> Entry:
    """Make the entry of a card. ``said`` is what people say of it; ``today`` is for reports without a day."""
    seen = day(report) or today
    return structs.replace(
        said,
        fingerprint=card.fingerprint,
        pattern=None,
        title=card.title,
        oracle=card.oracle,
        targets=card.targets,
        shape=card.shape,
        place=card.place,
        dialect=report.dialect,
        first_seen=seen,
        last_seen=seen,
        cases=report.cases,
        count=card.count,
    )


def sightings(report: Report, ledger: Ledger, today: dt.date) -> dict[int, Sighting]:
    """Say which entries a run saw, by their place in the ledger. A later sighting stays."""
    seen = day(report) or today
    found: dict[int, Sighting] = {}
    for card in report.cards:
        entry = entry_of(card, report, ledger)
        if entry is None or (entry.last_seen is not None and entry.last_seen > seen):
            continue
        place = ledger.known.index(entry)
        count = found[place].count if place in found else 0
        found[place] = Sighting(seen, report.cases, count + card.count)
    return found


def next_scope(report: Report, ledger: Ledger, today: dt.date, *, fewer: bool) -> Scope:
    """Say what a run looked at, as the next runs are held to. What was silent by chance stays in it.

    Raises ``UsageError`` for a run that was not whole, that is older than the one the ledger has, or that
    looked at less than it, unless ``fewer`` accepts that.
    """
    before = report.status if report.gate is None else report.gate.before
    if report.state not in {"finished", "stopped"} or before not in {0, 1}:
        raise UsageError(f"a run that {_ended(report)} is not accepted", hint="take a report of a whole run")
    scope, last = scope_of(report, today), ledger.scope.get(report.dialect)
    if last is not None and last.date > scope.date:
        raise UsageError(f"the run is of {scope.date}, and the ledger has one of {last.date}")
    less = () if last is None else lost(report, last)
    if less and not fewer:
        raise UsageError(
            f"the run looked at less than the last one: {'; '.join(less)}", hint="--fewer accepts that"
        )
    quiet = () if last is None else silent(report, last)
    return structs.replace(scope, oracles=(*scope.oracles, *quiet), seldom=(*scope.seldom, *quiet))


def _ended(report: Report) -> str:
    return f"was {report.state}" if report.state in {"interrupted", "failed"} else "had faults of its own"
