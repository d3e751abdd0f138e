"""A night on a page of Markdown, for the summary of a CI job: new bugs first, then what was lost."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from harness.report.gated import rows
from harness.report.markdown import bug, plain
from harness.report.verdict import counted, duration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.events import GateRow
    from harness.model import Card
    from harness.nightly.judging import Judged, Part

MOST = 20
"""Bugs that are told with their cases, and lines of a list. CI services cut a summary off at a MiB."""

_WORDS = {
    0: "passes: nothing new",
    1: "does not pass: there is something new",
    2: "is no pass: it was not whole, or looked at less than the last one",
    130: "was interrupted",
}


def headline(night: Judged) -> str:
    """Say in one line whether a night passes."""
    return f"The night {_WORDS.get(night.status, 'ended otherwise')} (exit status {night.status})"


def render(night: Judged) -> bytes:
    """Write the page."""
    fresh = [(part, card) for part in night.parts for card in part.fresh]
    lines = [f"# {plain(headline(night))}"]
    if fresh:
        lines += ["", f"## {counted(len(fresh), 'new bug')}"]
        lines += chain.from_iterable(_bug(part, card) for part, card in fresh[:MOST])
        more = [f"{part.name}: {card.fingerprint} {card.title}" for part, card in fresh[MOST:]]
        lines += ["", *_list(more, of=len(more))] if more else []
    lines += _section("Not whole, or less than the last night", list(night.lost))
    told = {card.fingerprint for _, card in fresh}
    failing = [
        f"{part.name}: {_row(row)}" for part, row in _rows(night) if row.fails and row.fingerprint not in told
    ]
    lines += _section("What else does not pass", failing)
    faults = [
        f"{part.name}: {fault.whose} {fault.target}: {fault.message}"
        for part in night.parts
        for fault in part.report.faults
    ]
    lines += _section("Faults", faults)
    lines += ["", "## Parts", "", "| part | seed | cases | parses | time | new | known | status |"]
    lines += ["| --- | --- | --- | --- | --- | --- | --- | --- |", *map(_line, night.parts)]
    lines += _section("Known", [f"{part.name}: {_row(row)}" for part, row in _rows(night) if not row.fails])
    notes = [
        f"{part.name}: {what}"
        for part in night.parts
        if part.report.gate
        for state, what, _ in rows(part.report.gate)
        if state == "note"
    ]
    lines += _section("Notes", notes)
    return ("\n".join(lines) + "\n").encode()


def _bug(part: Part, card: Card) -> Iterator[str]:
    """Tell a bug, and of which part it is, first of all that is known of it."""
    space, heading, gap, *facts = bug(part.report, card, level=3)
    yield from (space, heading, gap, f"- part: {plain(part.name)}", *facts)


def _rows(night: Judged) -> Iterator[tuple[Part, GateRow]]:
    for part in night.parts:
        yield from ((part, row) for row in (part.report.gate.rows if part.report.gate else ()))


def _row(row: GateRow) -> str:
    named = " ".join(word for word in (row.fingerprint or row.entry, row.title) if word)
    return f"{row.state}: {named}: {row.told}"


def _line(part: Part) -> str:
    report = part.report
    known = sum(row.state == "known" for row in (report.gate.rows if report.gate else ()))
    cells = (
        part.name,
        str(report.seed),
        f"{report.cases:,}",
        f"{report.parses:,}",
        duration(report.timing.seconds),
        str(len(part.fresh)),
        str(known),
        str(report.status),
    )
    return f"| {' | '.join(map(plain, cells))} |"


def _section(name: str, told: list[str]) -> list[str]:
    return ["", f"## {name}", "", *_list(told[:MOST], of=len(told))] if told else []


def _list(told: list[str], *, of: int) -> list[str]:
    lines = [f"- {plain(one)}" for one in told]
    return lines if of <= len(told) else [*lines, f"- and {of - len(told):,} more"]
