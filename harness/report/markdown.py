"""``summary.md``: the campaign on a page of Markdown, for the summary of a CI job or a comment.

Short on purpose: the verdict, each fault once with its smallest case and its command, and the rest by name.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from harness.report.block import CHUNKINGS, title
from harness.report.cards import facts, heading, uncarded
from harness.report.gated import rows
from harness.report.glyphs import CHUNK_LIMIT, literal_pieces, printable
from harness.report.show import cut_up
from harness.report.verdict import counted, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.events import Report
    from harness.model import Card, Finding

_MARKS = re.compile(r"[\\`*_{}\[\]<>#|~!&]")
_MOST = 20  # faults that are told with their cases


def render(report: Report) -> bytes:
    """Write the bytes of ``summary.md``."""
    says = verdict(report)
    numbers = f"seed {report.seed}, {counted(report.cases, 'case')}, {counted(report.parses, 'parse')}"
    targets = ", ".join(target.name for target in report.targets)
    lines = [
        f"# {plain(says.headline)}",
        "",
        plain(says.sentence),
        "",
        plain(f"{report.dialect}, {numbers}; {targets}"),
    ]
    ledger = [_row(*row) for row in rows(report.gate)] if report.gate else []
    lines += ["", "## Ledger", "", *ledger] if ledger else []
    lines += chain.from_iterable(bug(report, card) for card in report.cards[:_MOST])
    more = [f"- {plain(heading(card))}" for card in report.cards[_MOST:]]
    others = [f"- {plain(title(finding))}" for finding in uncarded(report)]
    faults = [f"- {plain(f'{fault.whose} {fault.target}: {fault.message}')}" for fault in report.faults]
    for name, told in (("More bugs", more), ("Other findings", others), ("Faults", faults)):
        lines += ["", f"## {name}", "", *told] if told else []
    return ("\n".join(lines) + "\n").encode()


def _row(state: str, what: str, why: str) -> str:
    told = f"- **{state}**: {plain(what)}"
    return f"{told}: {plain(why)}" if why else told


def bug(report: Report, card: Card, *, level: int = 2) -> Iterator[str]:
    """Tell a fault: its heading at a level, what is known of it, its smallest case and its command."""
    yield from ("", f"{'#' * level} {plain(heading(card))}", "")
    yield from (f"- {label}: {plain(text)}" for label, text in facts(card))
    first = next((finding for finding in report.findings if finding.id == card.findings[0]), None)
    if first is not None:
        yield from _case(first)
    yield from ("", *_fenced([printable(card.command)], "sh"))


def _case(finding: Finding) -> Iterator[str]:
    """Show the smallest case: the text, or its chunks where it is cut."""
    if finding.cut_map is not None:
        yield f"- cuts: {plain(finding.cut_map.sentence)}"
    case = finding.case
    ways = [case.chunks(chunking) for chunking in cut_up(case)[:CHUNKINGS]] or [[case.text]]
    for chunks in ways:
        yield ""
        yield from _fenced([_literal(chunk) for chunk in chunks], "text")


def _literal(text: str) -> str:
    return "".join(piece.text for piece in literal_pieces(text))


def _fenced(lines: list[str], language: str) -> Iterator[str]:
    """Fence lines off: with a longer run than any in them."""
    longest = max((len(run) for line in lines for run in re.findall(r"`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield from (f"{fence}{language}", *lines, fence)


def plain(text: str) -> str:
    """Write a text on one line, so that nothing in it is Markdown."""
    return _MARKS.sub(lambda found: f"\\{found[0]}", printable(text, limit=4 * CHUNK_LIMIT))
