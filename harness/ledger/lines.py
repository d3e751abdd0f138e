"""What a terminal is told of a ledger. Nothing hangs on a colour."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, NamedTuple

from harness.ledger.gate import ORDER, status
from harness.ledger.scope import lost, notes
from harness.report.glyphs import CHUNK_LIMIT, printable
from harness.report.verdict import counted

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Mapping

    from harness.events import Gate, GateRow, Report
    from harness.ledger.document import Sighting
    from harness.ledger.entry import Entry
    from harness.ledger.ledger import Ledger

Tone = Literal["bad", "good", "warn", "plain"]


class Line(NamedTuple):
    """A line and how it is meant."""

    tone: Tone
    text: str


def gate_lines(gate: Gate, file: str) -> Iterator[Line]:
    """Say what a ledger makes of a report: the numbers, then each card and entry with the reason."""
    number = Counter(row.state for row in gate.rows)
    told = ", ".join(f"{number[state]:,} {state}" for state in ORDER if number[state]) or "nothing to say"
    passes = status(gate) == 0
    verdict = "passes" if passes else "does not pass"
    yield _line("good" if passes else "bad", f"ledger {file}: {verdict}: {told}")
    for row in gate.rows:
        tone: Tone = "bad" if row.fails else "plain" if row.state == "known" else "warn"
        yield _line(tone, f"  {row.state:<13} {_called(row)}")
        yield _line("plain", f"{' ' * 16}{row.told}")
    if gate.lost:
        yield _line("bad", "  the last accepted run looked at more, so this is no pass; missing:")
        yield from (_line("bad", f"    {one}") for one in gate.lost)
        yield _line("plain", "    hint: ledger update --fewer accepts that; --no-ledger is for other runs")
    yield from (_line("warn", f"  note: {one}") for one in gate.notes)


def _called(row: GateRow) -> str:
    """Name the card of a row: its fingerprint, what is wrong, of which oracle and whom."""
    name = row.fingerprint or row.entry
    about = ", ".join([row.oracle, *row.targets] if row.targets else [])
    return " ".join(words for words in (name, row.title, f"({about})" if about else "") if words)


def expired_lines(ledger: Ledger, file: str, today: dt.date) -> Iterator[Line]:
    """Say that a ledger can be read, and what of it has expired."""
    expired = [entry for entry in ledger.known if entry.expired(today)]
    told = f"ledger {file}: {counted(len(ledger.known), 'known fault')}, {len(expired):,} expired"
    yield _line("bad" if expired else "good", told)
    for entry in expired:
        yield _line("bad", f"  {entry.name} {entry.title}".rstrip())
        yield _line("plain", f"    {_dates(entry, today)}")


def update_lines(report: Report, ledger: Ledger, seen: Mapping[int, Sighting], file: str) -> Iterator[Line]:
    """Say what an update wrote, and of which entries it could say nothing."""
    yield _line("plain", f"ledger {file}: {counted(len(seen), 'known fault')} seen")
    last = ledger.scope.get(report.dialect)
    if last is not None:
        yield from (_line("warn", f"  no longer: {one}") for one in lost(report, last))
        yield from (_line("plain", f"  note: {one}") for one in notes(report, last))
    for place, entry in enumerate(ledger.known):
        if place not in seen and entry.of_dialect(report.dialect):
            yield _line("warn", f"  not seen: {entry.name} {entry.title}".rstrip())


def list_lines(ledger: Ledger, today: dt.date) -> Iterator[Line]:
    """Say what is known, an entry after the other, in the order of the file."""
    for entry in ledger.known:
        yield _line("plain", f"{entry.name} {entry.title}".rstrip())
        if entry.pattern is None:
            place = f" {entry.place}" if entry.place else ""
            about = f"{entry.oracle}, {', '.join(entry.targets)}: {entry.shape}{place}"
            yield _line("plain", f"  {entry.dialect}, {about}")
        ticket = f" ({entry.ticket})" if entry.ticket else ""
        yield _line("plain", f"  {entry.of_class}: {entry.reason}{ticket}")
        yield _line("warn" if entry.expired(today) else "plain", f"  {_dates(entry, today)}")
    for dialect, scope in ledger.scope.items():
        looked = (
            f"{', '.join(scope.targets)}; {counted(len(scope.oracles), 'oracle')}, "
            f"{counted(len(scope.fixtures), 'fixture')}, {counted(scope.cases, 'case')}"
        )
        yield _line("plain", f"last run of {dialect}, {scope.date}: {looked}")
    yield _line("plain", counted(len(ledger.known), "known fault"))


def _dates(entry: Entry, today: dt.date) -> str:
    words = [f"owner {entry.owner}" if entry.owner else "nobody's"]
    if entry.expiry is None:
        words += ["accepted for good"]
    else:
        words += [f"{'expired on' if entry.expired(today) else 'accepted until'} {entry.expiry}"]
    words += [f"of versions {', '.join(entry.versions)}"] if entry.versions else []
    words += [f"last seen {entry.last_seen}"] if entry.last_seen else ["never seen"]
    return ", ".join(words)


def _line(tone: Tone, text: str) -> Line:
    return Line(tone, printable(text, limit=4 * CHUNK_LIMIT))
