"""A finding as lines: the same block on a live screen, in a log and in junit.xml.

The last line is always the exact command that shows the finding again, alone on its line and never
cut, so that it can be copied from anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from harness.model import CONFIRMATIONS, Case, CutMap, Event, Finding, Shown
from harness.report.glyphs import CHUNK_LIMIT, Piece, literal_pieces, names, printable
from harness.report.show import Mark, Row, chunk_rows, cut_up, plain, side_by_side
from harness.report.strip import lines as wrapped
from harness.report.strip import sizes, strips

if TYPE_CHECKING:
    from collections.abc import Sequence

Tone = Literal["title", "row", "good", "bad", "note", "command"]

CHUNKINGS = 3
"""Chunkings that are shown of a case. A small case has one or two."""

_LABEL = 10
"""Columns for a label; longer ones push their text to the right."""

_INDENT = Piece("plain", " " * _LABEL)

WIDTH = 80
"""Columns of an output that has no width of its own, a log or a file."""

_NARROWEST = 16  # columns of a strip: narrower than that, a terminal may wrap it

_TONES: dict[Mark, Tone] = {"as expected": "good", "differs": "bad", "no answer": "bad"}


class Line(NamedTuple):
    """One line with the tone in which it is said."""

    tone: Tone
    label: str
    pieces: tuple[Piece, ...]
    depth: int = 1

    def __str__(self) -> str:
        """Write the line without colours."""
        text = "".join(piece.text for piece in self.pieces)
        return f"{self.head}{text}".rstrip()

    @property
    def head(self) -> str:
        """Indent and label."""
        indent = "  " * self.depth
        return f"{indent}{self.label:<{_LABEL}}" if self.label else indent


def title(finding: Finding) -> str:
    """Name a finding in a few words: what, and who."""
    targets = ", ".join(finding.targets)
    flaky = " (flaky)" if finding.flaky else ""
    return printable(f"{finding.id}: {finding.kind}, {targets}{flaky}", limit=CHUNK_LIMIT)


def seen(finding: Finding) -> str:
    """Say in how many cases a finding was seen, and how it was confirmed."""
    cases = "1 case" if finding.count == 1 else f"{finding.count:,} cases"
    return f"in {cases}; {confirmed(finding)}"


def confirmed(finding: Finding) -> str:
    """Say how a finding was confirmed. While a campaign runs, that is all there is to say."""
    runs = f"{finding.confirmed} of {CONFIRMATIONS} runs on fresh parsers showed it again"
    return f"{runs}{'; flaky' if finding.flaky else ''}"


def classes(finding: Finding) -> str:
    """Name the classes of a finding's text and of its cuts (``harness.fairness``)."""
    return f"text: {finding.text_class or 'not generated'}; cuts: {finding.cut_class}"


def finding_block(finding: Finding, claim: str = "", *, width: int = WIDTH) -> list[Line]:
    """Say everything about a finding that fits on a screen. ``width`` is that of the strip of its cut map."""
    lines = [Line("title", "", (Piece("plain", title(finding)),), 0)]
    oracle = f"{finding.oracle}: {claim}" if claim else finding.oracle
    lines += [_line(plain("oracle", oracle)), _line(plain("here", finding.message))]
    lines += case_lines(finding.case)
    if finding.cut_map is not None:
        lines += cut_lines(finding.case, finding.cut_map, width)
    lines += answer_lines(finding.shown, finding.expected)
    if finding.also:
        lines += [_line(plain("also", "the case as generated violates " + ", ".join(finding.also) + " too"))]
    if finding.cut_class:
        lines += [_line(plain("class", classes(finding)))]
    lines += [_line(plain("confirmed", confirmed(finding))), _line(plain("shrinking", finding.shrink))]
    command = Piece("plain", printable(finding.command))
    return [*lines, Line("note", "", (Piece("plain", "see it again with"),)), Line("command", "", (command,))]


def case_lines(case: Case) -> list[Line]:
    """Show a text, and how it is cut if it is."""
    lines = [Line("row", "input", literal_pieces(case.text))]
    strange = names(case.text)
    if strange:
        lines += [_line(plain("in it", ", ".join(strange)))]
    chunkings = cut_up(case)
    for chunking in chunkings[:CHUNKINGS]:
        if len(chunkings) > 1:
            lines += [Line("note", "", (Piece("plain", f"in {len(chunking) + 1} chunks"),))]
        lines += [_line(row) for row in chunk_rows(case, chunking)]
    if len(chunkings) > CHUNKINGS:
        lines += [Line("note", "", (Piece("gap", f"{len(chunkings) - CHUNKINGS:,} more chunkings"),))]
    if case.tools:
        lines += [_line(plain("tools", ", ".join(tool.name for tool in case.tools)))]
    return lines


def cut_lines(case: Case, cut_map: CutMap, width: int = WIDTH) -> list[Line]:
    """Show which ways to cut a small case fail: a sentence, and a strip where places differ."""
    lines = [_line(plain("cuts", cut_map.sentence))]
    room = max(width - len(lines[0].head), _NARROWEST)
    for strip in strips(case.text, cut_map):
        if strip.heading:
            lines += [_line(_indented(strip.heading))]
        for shown, marks in wrapped(strip.cells, room):
            lines += [_line(Row("", (_INDENT, *shown))), _line(Row("", (_INDENT, Piece("plain", marks))))]
        lines += [_line(_indented(strip.legend if strip.cells else strip.told))]
    if told := sizes(cut_map):
        lines += [_line(plain("sizes", told))]
    return lines


def answer_lines(shown: Sequence[Shown], expected: tuple[Event, ...] | None) -> list[Line]:
    """Show what each target gave, equal answers once, with how they differ."""
    lines: list[Line] = []
    for group in side_by_side(shown, expected):
        tone = _TONES.get(group.mark, "note")
        lines += [Line(tone, "", (Piece("plain", group.heading),))]
        lines += [_line(row, 2) for row in group.rows]
        lines += [Line("bad", "", (Piece("plain", "→ " + told),), 2) for told in group.differences]
    return lines


def _indented(text: str) -> Row:
    return Row("", (_INDENT, Piece("plain", text)))


def _line(row: Row, depth: int = 1) -> Line:
    return Line("row", row.label, row.pieces, depth)
