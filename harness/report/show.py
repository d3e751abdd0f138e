"""Cases and readings as labelled rows: what all outputs show, before any of them decides on colours.

``side_by_side`` puts what the targets gave into groups, one group for each different answer. People
ask for the differences only; four equal answers are one group with four labels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import UNSET, Struct

from harness.model import Call, Case, Chunking, Event, Reading, Shown
from harness.oracles.difference import calls_difference, reading_of
from harness.report import jsontext
from harness.report.differences import differences
from harness.report.glyphs import CHUNK_LIMIT, Piece, json_pieces, literal, literal_pieces, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_ROWS = 24
"""Chunks of a chunking, or events of a reading, that are shown one by one."""

_HOWS = {"whole": "stream in one chunk", "chunks": "stream in these chunks"}

Mark = Literal["expected", "as expected", "first", "differs", "no answer", ""]


class Row(NamedTuple):
    """A label and what it labels."""

    label: str
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        """The row's content without its marks."""
        return "".join(piece.text for piece in self.pieces)


class Group(Struct, frozen=True):
    """One answer and everybody who gave it."""

    labels: tuple[str, ...]  # "go: batch", "node: stream in one chunk"
    rows: tuple[Row, ...]
    # How it stands to the expected answer, or to the first group where none is known.
    mark: Mark
    differences: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """Who gave it, and what the mark means in words."""
        who = "; ".join(self.labels)
        words = {
            "as expected": "as expected",
            "differs": "differs",
            "no answer": "gave no answer",
        }.get(self.mark, "")
        return f"{who} ({words})" if words else who


_TRACE_ROWS = 6
"""Lines of a trace that are shown, the last ones."""


def plain(label: str, text: str) -> Row:
    """Make a row of an ordinary message."""
    return Row(label, (Piece("plain", printable(text, limit=CHUNK_LIMIT)),))


def cut_up(case: Case) -> list[Chunking]:
    """Pick the chunkings that have cuts. Of a small case: those that show the finding."""
    return [chunking for chunking in case.chunkings if chunking]


def chunk_rows(case: Case, chunking: Chunking, most: int = MOST_ROWS, limit: int = CHUNK_LIMIT) -> list[Row]:
    """Show each chunk with its number; of very many, the first and the last ones."""
    edges = (0, *chunking, len(case.text))
    numbers = range(len(edges) - 1)
    head, gap, tail = _ends(len(numbers), most)
    rows = [_chunk(case, edges, number, limit) for number in numbers[:head]]
    if gap:
        rows += [Row("…", (Piece("gap", f"{gap:,} chunks left out"),))]
        rows += [_chunk(case, edges, number, limit) for number in numbers[-tail:]]
    return rows


def _chunk(case: Case, edges: tuple[int, ...], number: int, limit: int) -> Row:
    return Row(f"chunk {number + 1}", literal_pieces(case.text[edges[number] : edges[number + 1]], limit))


def _ends(count: int, most: int) -> tuple[int, int, int]:
    """How many to show at the start, to leave out, and to show at the end."""
    if count <= most:
        return count, 0, 0
    tail = most // 4
    return most - tail, count - most, tail


def reading_rows(reading: Reading, *, limit: int = CHUNK_LIMIT) -> list[Row]:
    """Show what a parser gave, in its order where it gave one."""
    if reading.error is not None:
        error = reading.error
        place = "" if error.feed is UNSET else f" (at chunk {error.feed + 1})"
        # The end of a trace says where in the parser it was.
        last = error.trace.rstrip().splitlines()[-_TRACE_ROWS:]
        return [plain("error", f"{error.kind}: {error.message}{place}"), *(plain("", line) for line in last)]
    events = reading.events
    if events is None:
        events = tuple(Event(call=call) for call in reading.calls)
        extra = [("text", reading.text), ("reasoning", reading.reasoning)]
    else:
        extra = []
    head, gap, tail = _ends(len(events), MOST_ROWS)
    rows = [_event(event, limit) for event in events[:head]]
    if gap:
        rows += [Row("…", (Piece("gap", f"{gap:,} events left out"),))]
        rows += [_event(event, limit) for event in events[-tail:]]
    rows += [Row(label, literal_pieces(text, limit)) for label, text in extra if text is not None]
    rows += _stated_rows(reading, limit)
    return rows or [Row("nothing", (Piece("gap", "no call and no text"),))]


def contradicted(reading: Reading | None) -> tuple[Call, ...] | None:
    """Give the calls that a stream states at its end, where they are not those that its deltas join to."""
    if reading is None or reading.final is None or not calls_difference(reading.final, reading.calls):
        return None
    return reading.final


def _stated_rows(reading: Reading, limit: int) -> list[Row]:
    stated = contradicted(reading)
    if stated is None:
        return []
    head, gap, _ = _ends(len(stated), MOST_ROWS)
    rows = [Row("final", _call(call, limit)) for call in stated[:head]]
    if gap:
        rows += [Row("…", (Piece("gap", f"{gap:,} calls left out"),))]
    return rows or [Row("final", (Piece("gap", "no call is stated at the end"),))]


def _event(event: Event, limit: int) -> Row:
    if isinstance(event.call, Call):
        return Row("call", _call(event.call, limit))
    label, text = ("text", event.text) if isinstance(event.text, str) else ("reasoning", event.reasoning)
    return Row(label, literal_pieces(text if isinstance(text, str) else "", limit))


def _call(call: Call, limit: int) -> tuple[Piece, ...]:
    # A name that could be taken for something else is shown as a literal.
    tame = call.name.isascii() and call.name.replace("-", "_").replace(".", "_").isidentifier()
    name = Piece("plain", (call.name if tame else literal(call.name, limit)) + " ")
    if isinstance(call.arguments_raw, str):
        return (
            name,
            Piece("gap", "fragments that are no JSON: "),
            *literal_pieces(call.arguments_raw, limit),
        )
    if call.input is UNSET:
        return (name, Piece("gap", "no arguments"))
    return (name, *json_pieces(jsontext.compact(call.input), limit))


def side_by_side(shown: Sequence[Shown], expected: tuple[Event, ...] | None = None) -> list[Group]:
    """Group what the targets gave by answer. What is expected, if known, is the first group."""
    yardstick = None if expected is None else reading_of(expected)
    groups: list[Group] = []
    if yardstick is not None:
        groups += [Group(("expected",), tuple(reading_rows(yardstick)), "expected")]
    for reading, detail, members in _bundles(shown):
        labels = tuple(_labels(members))
        if reading is None:
            groups += [Group(labels, tuple(_end_rows(detail)), "no answer")]
            continue
        rows = (*reading_rows(reading), *_saw_rows(reading, shown))
        if yardstick is None:
            yardstick = reading
            groups += [Group(labels, rows, "first")]
            continue
        told = differences(reading, yardstick)
        right: Mark = "as expected" if expected is not None else ""
        groups += [Group(labels, rows, "differs" if told else right, told)]
    return groups


def _bundles(shown: Sequence[Shown]) -> Iterator[tuple[Reading | None, str, list[Shown]]]:
    """Put equal answers together, in the order in which they first occur.

    Answers are compared on what both give, so the fuller one of two equals stands for its bundle:
    a batch without an order must not make two streams with different orders look the same.
    """
    bundles: list[tuple[Reading | None, str, list[Shown]]] = []
    for one in shown:
        for place, (reading, detail, members) in enumerate(bundles):
            if reading is None or one.reading is None:
                same = reading is one.reading and detail == one.detail
            else:
                same = not differences(one.reading, reading)
                same = same and contradicted(one.reading) == contradicted(reading)
            if same:
                bundles[place] = (_fuller(reading, one.reading), detail, [*members, one])
                break
        else:
            bundles.append((one.reading, one.detail, [one]))
    yield from bundles


def _fuller(one: Reading | None, other: Reading | None) -> Reading | None:
    if one is not None and other is not None and one.events is None and other.events is not None:
        return other
    return one


def how(name: str) -> str:
    """Say how a target was fed: "batch", "whole", "chunks" or "3 chunks", in words."""
    count, _, rest = name.partition(" ")
    if rest == "chunks" and count.isdecimal():
        return f"stream in {name}"
    return _HOWS.get(name, name)


def _labels(members: list[Shown]) -> Iterator[str]:
    targets: dict[str, list[str]] = {}
    for one in members:
        targets.setdefault(one.target, []).append(how(one.how))
    for target, hows in targets.items():
        yield f"{printable(target, limit=CHUNK_LIMIT)}: {', '.join(hows)}"


def _end_rows(detail: str) -> list[Row]:
    lines = [line for line in detail.splitlines() if line.strip()] or ["it died or did not answer in time"]
    head, gap, _ = _ends(len(lines), MOST_ROWS)
    rows = [plain("end", line) for line in lines[:head]]
    return [*rows, Row("…", (Piece("gap", f"{gap:,} lines left out"),))] if gap else rows


def _saw_rows(reading: Reading, shown: Sequence[Shown]) -> list[Row]:
    """Show the saw flag only where somebody says otherwise."""
    said = {one.reading.saw for one in shown if one.reading is not None} - {None}
    if reading.saw is None or len(said) == 1:
        return []
    return [plain("saw", "tool syntax" if reading.saw else "no tool syntax")]
