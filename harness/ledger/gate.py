"""The gate: what a ledger makes of a report.

Cards decide, and cards are made of confirmed findings only, so nothing flaky does. A finding that is on no
card (of a report older than cards) counts as new. Entries of other dialects are not its business.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from msgspec import structs

from harness.events import Ended, Gate, GateRow
from harness.ledger.scope import lost, notes

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Sequence

    from harness.events import CampaignEvent, Listener, Report
    from harness.ledger.entry import Entry
    from harness.ledger.ledger import Ledger, Scope
    from harness.model import Card, Finding

STATUS_CLEAN, STATUS_FAILS, STATUS_LESS = 0, 1, 2

USUAL_CASES = 1_000
"""Cases in which a fault must show whose entry does not say how often it was seen."""

CERTAIN = math.log(100)
"""A fault that shows in one of n cases is missed in ``CERTAIN`` times n cases once in a hundred runs."""

State = Literal["new", "changed", "expired", "newly passing", "known", "not observed"]

ORDER: tuple[State, ...] = ("new", "changed", "expired", "newly passing", "known", "not observed")


def gated(report: Report, ledger: Ledger, today: dt.date) -> Report:
    """Give the report with what the ledger makes of it, and the status that follows."""
    found = gate(report, ledger, today)
    return structs.replace(report, gate=found, status=status(found))


def judging(listener: Listener, ledger: Ledger, today: dt.date) -> Listener:
    """Let a listener hear the end of a campaign as the ledger judges it."""

    def listen(event: CampaignEvent) -> None:
        if isinstance(event, Ended):
            event = structs.replace(event, report=gated(event.report, ledger, today))
        listener(event)

    return listen


def status(found: Gate) -> int:
    """Give the exit status. What could not be done, or was interrupted, stays that."""
    if found.before not in {STATUS_CLEAN, STATUS_FAILS}:
        return found.before
    if found.lost:
        return STATUS_LESS
    return STATUS_FAILS if any(row.fails for row in found.rows) else STATUS_CLEAN


def gate(report: Report, ledger: Ledger, today: dt.date) -> Gate:
    """Judge a report: each card, each entry of its dialect that no card fits, and what was looked at."""
    before = report.status if report.gate is None else report.gate.before
    rows = sorted(_rows(report, ledger, today), key=lambda row: ORDER.index(row.state))
    scope = ledger.scope.get(report.dialect)
    told = notes(report, scope) if scope is not None else ()
    flaky = [finding.id for finding in report.findings if finding.flaky]
    if flaky:
        told = (*told, f"flaky findings decide nothing: {', '.join(flaky)}")
    return Gate(before, tuple(rows), _lost(report, scope), told)


def _lost(report: Report, scope: Scope | None) -> tuple[str, ...]:
    # A run that ended early looked at less because it ended early, and its status says so.
    return () if scope is None or report.state in {"interrupted", "failed"} else lost(report, scope)


def _rows(report: Report, ledger: Ledger, today: dt.date) -> Iterator[GateRow]:
    own = [entry for entry in ledger.known if entry.of_dialect(report.dialect)]
    seen: list[Entry] = []
    unknown: list[Card] = []
    for card in report.cards:
        entry = entry_of(card, report, ledger)
        if entry is None:
            unknown.append(card)
        else:
            seen.append(entry)
            yield _known(card, entry, today)
    gone = [entry for entry in own if entry not in seen]
    for card in unknown:
        former = _former(card, gone)
        if former is not None:
            gone.remove(former)
        yield _unknown(card, former, own)
    carded = {name for card in report.cards for name in card.findings}
    yield from (_uncarded(finding) for finding in report.bugs if finding.id not in carded)
    for entry in gone:
        yield _gone(entry, report, ledger, today)


def entry_of(card: Card, report: Report, ledger: Ledger) -> Entry | None:
    """Find the entry that accepts a card: one with its fingerprint, else the first pattern that it fits."""
    facts = [one for one in report.targets if one.name in card.targets]
    fitting = [
        entry
        for entry in ledger.known
        if entry.of_dialect(report.dialect) and entry.fits(card) and entry.of_version(facts)
    ]
    return min(fitting, key=lambda entry: entry.pattern is not None, default=None)


def _former(card: Card, gone: Sequence[Entry]) -> Entry | None:
    """Find the entry whose fault this card may be now: the one most like it, the first of several."""
    like = [entry for entry in gone if entry.like(card) and not entry.fits(card)]
    return max(like, key=lambda entry: (entry.shape == card.shape, entry.place == card.place), default=None)


def _known(card: Card, entry: Entry, today: dt.date) -> GateRow:
    cases = "1 case" if card.count == 1 else f"{card.count:,} cases"
    told = f"in {cases}; {_accepted(entry)}"
    if entry.expired(today):
        return _row("expired", card, entry, f"it still shows, {told}", fails=True)
    return _row("known", card, entry, told)


def _unknown(card: Card, former: Entry | None, own: Sequence[Entry]) -> GateRow:
    if former is not None:
        was, now = f"{former.shape}{_at(former.place)}", f"{card.shape}{_at(card.place)}"
        told = f"the same oracle and targets, another fault: was {was or 'another one'}, is {now}"
        return _row("changed", card, former, told, fails=True)
    other = next((entry for entry in own if entry.fits(card)), None)
    told = "in no entry of the ledger"
    if other is not None:
        told = f"{other.name} is for versions {', '.join(other.versions)} of its target, and this is another"
    return _row("new", card, None, told, fails=True)


def _uncarded(finding: Finding) -> GateRow:
    return GateRow(
        state="new",
        fails=True,
        fingerprint="",
        entry="",
        title=finding.message,
        oracle=finding.oracle,
        targets=finding.targets,
        told=f"the finding {finding.id} is on no card, so nobody can have accepted it",
    )


def _gone(entry: Entry, report: Report, ledger: Ledger, today: dt.date) -> GateRow:
    why = unsought(entry, report)
    if entry.expired(today):
        told = "it is not there any longer" if why is None else f"it was not looked for: {why}"
        row = _row("expired", entry, entry, f"{told}; {_accepted(entry)}", fails=True)
    elif why is not None:
        row = _row("not observed", entry, entry, why)
    else:
        told = f"not in {report.cases:,} cases; take the entry out, or say of which versions it is"
        row = _row("newly passing", entry, entry, told, fails=ledger.gate.newly_passing == "fail")
    targets = tuple(facts.name for facts in report.targets if entry.speaks_of(facts.name))
    oracle = next(iter(entry.oracles(report.oracles)), row.oracle)
    return structs.replace(row, oracle=oracle, targets=row.targets or targets)


def unsought(entry: Entry, report: Report) -> str | None:
    """Say why a run can't tell whether a fault is gone; None: it looked for it, long enough."""
    available = [facts for facts in report.targets if facts.state == "available"]
    absent = entry.absent([facts.name for facts in available])
    if absent:
        return f"the target {absent[0]} was not run"
    if not entry.of_version([facts for facts in available if entry.speaks_of(facts.name)]):
        return f"it is for versions {', '.join(entry.versions)} of its target, and this is another"
    if not any(report.stats.judged.get(name) for name in entry.oracles(report.oracles)):
        return "no oracle that could see it judged anything"
    flaky = next((one.id for one in report.findings if one.flaky and entry.may_be(one)), None)
    if flaky is not None:
        return f"the flaky finding {flaky} is of the same oracle and targets, and may be it"
    return _too_little(entry, report)


def _too_little(entry: Entry, report: Report) -> str | None:
    """Say why a run that looked for a fault did not do it long enough; None: it did."""
    if report.state != "finished":
        return f"the run was {report.state}"
    enough = math.ceil(CERTAIN * entry.cases / entry.count) if entry.cases and entry.count else USUAL_CASES
    if report.cases < enough:
        few = "1 case is" if report.cases == 1 else f"{report.cases:,} cases are"
        return f"{few} too few to tell: it takes {enough:,}"
    return None


def _accepted(entry: Entry) -> str:
    words = [entry.of_class, entry.reason]
    words += [entry.ticket] if entry.ticket else []
    words += [f"owner {entry.owner}"] if entry.owner else []
    words += [f"accepted until {entry.expiry}"] if entry.expiry is not None else []
    return ", ".join(words)


def _at(place: str) -> str:
    return f" {place}" if place else ""


def _row(
    state: State, about: Card | Entry, entry: Entry | None, told: str, *, fails: bool = False
) -> GateRow:
    """Make a row about a card, or about an entry that has none."""
    return GateRow(
        state=state,
        fails=fails,
        fingerprint=about.fingerprint,
        entry=entry.name if entry else "",
        title=about.title,
        oracle=about.oracle,
        targets=about.targets,
        told=told,
    )
