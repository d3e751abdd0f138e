"""A report as lines, for people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from harness.model import CONFIRMATIONS
from harness.report.block import answer_lines
from harness.report.glyphs import CHUNK_LIMIT, literal, printable
from harness.report.verdict import counted, status_sentence
from harness.roundtrip.report import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.roundtrip.report import Finding, Report

_MOST = 20  # losses that are listed; --json lists all
_HOW = {"template": "the template loses it", "parser": "the parser loses it"}


def finding_lines(finding: Finding) -> Iterator[tuple[str, str]]:
    """Write one finding: tone and line. Tones are title, bad, note, command and row."""
    whose = "the template" if finding.whose == "template" else finding.target
    stopped = finding.shrink == INTERRUPTED
    flaky = " (flaky)" if finding.confirmed < CONFIRMATIONS and not stopped else ""
    yield "title", f"{finding.id}: {finding.kind}, {printable(whose, limit=CHUNK_LIMIT)}{flaky}"
    yield "row", f"  whose     {_HOW[finding.whose]}. {printable(finding.why)}"
    yield "row", f"  where     {printable(finding.path, limit=CHUNK_LIMIT)}"
    yield "row", f"  went in   {printable(finding.due, limit=CHUNK_LIMIT)}"
    fed = f" ({finding.how})" if finding.how else ""
    yield "row", f"  came back {printable(finding.got, limit=CHUNK_LIMIT)}{fed}"
    for message in finding.conversation["messages"]:
        yield "row", f"  message   {printable(json.dumps(message, ensure_ascii=False), limit=2_000)}"
    for tool in finding.conversation["tools"]:
        yield "row", f"  tool      {printable(json.dumps(tool, ensure_ascii=False), limit=2_000)}"
    yield "row", f"  turn      {literal(finding.turn)}"
    for line in answer_lines(finding.shown, None):
        yield "row", str(line)
    seen = counted(finding.count, "conversation")
    again = f"{finding.confirmed} of {CONFIRMATIONS} runs on fresh parsers"
    if stopped and finding.confirmed < CONFIRMATIONS:
        again = "not run again: interrupted"
    yield "row", f"  seen      in {seen}; {again}"
    yield "row", f"  shrinking {finding.shrink}"
    if finding.command:
        yield "note", "  see it again with"
        yield "command", f"  {printable(finding.command)}"


def lost_lines(report: Report) -> Iterator[str]:
    """List the places that were lost in conversations that a person gave."""
    if report.seed is not None:
        return
    for lost in report.lost[:_MOST]:
        whose = "template" if lost.whose == "template" else lost.target
        path, due = printable(lost.path, limit=CHUNK_LIMIT), printable(lost.due, limit=CHUNK_LIMIT)
        got = printable(lost.got, limit=CHUNK_LIMIT)
        yield f"turn {lost.conversation + 1}, {path}: {lost.kind} ({whose}): {due} came back as {got}"
    if len(report.lost) > _MOST:
        yield f"… and {len(report.lost) - _MOST} more; --json lists all"


def summary_lines(report: Report) -> Iterator[str]:
    """Say what was done, and what was lost, by side and kind."""
    drawn = "given" if report.seed is None else f"of seed {report.seed}"
    yield (
        f"{counted(report.conversations, 'conversation')} {drawn} through {printable(report.template)}: "
        f"{counted(report.turns, 'turn')}, {counted(report.parses, 'parse')} by {', '.join(report.targets)}"
    )
    if report.state == INTERRUPTED:
        done = counted(report.conversations, "conversation")
        yield f"interrupted after {done}: this is what was found so far"
    for refusal in report.refused:
        place = f", line {refusal.line}" if refusal.line else ""
        yield (
            f"refused by the template{place}: {printable(refusal.message, limit=CHUNK_LIMIT)!r}, "
            f"{counted(refusal.count, 'conversation')}"
        )
    if report.unsure:
        yield f"{counted(report.unsure, 'turn')} could not be cut out exactly: their text was not compared"
    for whose in ("template", "parser"):
        kinds = report.losses[whose]
        told = ", ".join(f"{kind}: {count:,}" for kind, count in kinds.items())
        yield f"lost by the {whose}: {told or 'nothing'}"
    for reason, count in report.undecidable.items():
        yield f"undecidable in {counted(count, 'conversation')}: {printable(reason)}"
    yield status_sentence(report.status)
