"""The cut map as a strip: a text, and under each character what a cut before it does.

The text is shown as in ``glyphs``, so a character may take several columns; its mark stands under the
first of them. A strip is wrapped where a line is full. Marks are ASCII: they have to stand in their column
in every terminal.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from harness.report.glyphs import Piece, escape, hidden

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.model import CutMap, CutRun

LONGEST = 400
"""Code points of a text of which a strip is drawn. Of a longer one the places are listed only."""

FAILS, PASSES = "x", "."
LEGEND = f"{FAILS}: a cut before this character fails; {PASSES}: it does not"
EMPTY_LEGEND = f"{FAILS}: an empty chunk before this character fails; {PASSES}: it does not"

_MOST_RUNS = 12
_EMPTY = "an empty chunk"

What = Literal["fail", "pass", ""]


class Cell(NamedTuple):
    """One character as it is shown, and what a cut before it does; nothing where none was tried."""

    piece: Piece
    what: What
    width: int  # columns


class Strip(NamedTuple):
    """One cut at every place of a text."""

    heading: str
    legend: str
    cells: tuple[Cell, ...]
    told: str  # the same in words


def strips(text: str, cut_map: CutMap) -> list[Strip]:
    """Give the strips of a map. None of a text in which every place does the same: the sentence says that."""
    made = [
        _strip(text, *_headed(varied.fixed), varied.runs) for varied in cut_map.varied if _differ(varied.runs)
    ]
    if not made and _differ(cut_map.single):
        made = [_strip(text, "", LEGEND, cut_map.single)]
    return made


def _headed(fixed: tuple[int, ...]) -> tuple[str, str]:
    if not fixed:
        return _EMPTY, EMPTY_LEGEND
    places = ", ".join(map(str, fixed))
    return f"beside {'a cut' if len(fixed) == 1 else 'cuts'} behind character {places}", LEGEND


def _differ(runs: Sequence[CutRun]) -> bool:
    return len({what for _, _, what in runs}) > 1


def _strip(text: str, heading: str, legend: str, runs: Sequence[CutRun]) -> Strip:
    whats: dict[int, What] = {place: what for first, last, what in runs for place in range(first, last + 1)}
    cells = [_cell(char, whats.get(at, "")) for at, char in enumerate(text)] if len(text) <= LONGEST else []
    return Strip(heading, legend, tuple(cells), _told(_EMPTY if heading == _EMPTY else "a cut", runs))


def _cell(char: str, what: What) -> Cell:
    if char == "\\" or hidden(char):
        shown = escape(char)
        return Cell(Piece("escape", shown), what, len(shown))
    return Cell(Piece("plain", char), what, 2 if unicodedata.east_asian_width(char) in "WF" else 1)


def _told(what: str, runs: Sequence[CutRun]) -> str:
    """List the places that fail."""
    places = _failing(runs)
    more = f" and {len(places) - _MOST_RUNS} more" if len(places) > _MOST_RUNS else ""
    return f"{what} behind character {', '.join(places[:_MOST_RUNS])}{more} fails"


def sizes(cut_map: CutMap) -> str:
    """Say for chunks of which size it fails; nothing where all sizes do the same, or where they are many."""
    ones = _failing(cut_map.sizes)
    if not _differ(cut_map.sizes) or len(ones) > _MOST_RUNS:
        return ""
    return f"of the sizes 1 to {cut_map.sizes[-1][1]}, chunks of {', '.join(ones)} characters fail"


def _failing(runs: Sequence[CutRun]) -> list[str]:
    failing = [(first, last) for first, last, what in runs if what == "fail"]
    return [f"{first}" if first == last else f"{first} to {last}" for first, last in failing]


def lines(cells: Iterable[Cell], width: int) -> list[tuple[tuple[Piece, ...], str]]:
    """Wrap a strip to a number of columns: each line of text with its line of marks."""
    rows: list[list[Cell]] = [[]]
    used = 0
    for cell in cells:
        if used + cell.width > width and rows[-1]:
            rows.append([])
            used = 0
        rows[-1].append(cell)
        used += cell.width
    return [(_joined(row), "".join(_mark(cell) for cell in row).rstrip()) for row in rows if row]


def _mark(cell: Cell) -> str:
    return {"fail": FAILS, "pass": PASSES, "": " "}[cell.what].ljust(cell.width)


def _joined(row: list[Cell]) -> tuple[Piece, ...]:
    """Join neighbours of one kind."""
    return tuple(
        Piece(kind, "".join(cell.piece.text for cell in some))
        for kind, some in groupby(row, key=lambda cell: cell.piece.kind)
    )
