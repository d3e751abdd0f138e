"""Rows of public reports as they were surveyed: a small input for each, and what the report asks for.

Rows in ``qwen3-xml`` are the dialect ``qwen``, those in DSML and canonical XML ``dsml``; fullwidth bars are
transposed to ASCII bars, which are the dialect. Only rows that say in calls and text what is due make a
fixture. It holds what the *row* asks for, which need not be what docs/semantics.md says.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from harness.exchange.answers import due
from harness.exchange.brought import Brought, Source, fixture, slug
from harness.exchange.rows import converted, read_lines, refuse
from harness.fixtures.fixture import Origin
from harness.model import Call, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from harness.fixtures.fixture import Fixture

DIALECTS = {
    "qwen3-xml": "qwen",
    "dsml": "dsml",
    "dsml-fullwidth": "dsml",
    "xml-canonical": "dsml",
    "xml-canonical (tag = tool name)": "dsml",
}
"""Their names for dialects, with ours."""

_BARS = str.maketrans("\N{FULLWIDTH VERTICAL LINE}", "|")


class _Declared(Struct):
    name: str
    properties: dict[str, Any] = {}


class _Call(Struct):
    name: str
    input: dict[str, Any]


class _Expected(Struct):
    calls: list[_Call]
    text: str
    note: str = ""


class _Row(Struct):
    id: str
    source: str
    dialect: str
    input: str
    expected: _Expected | str
    symptom: str = ""
    tools: list[_Declared] = []
    chunks: list[str] | None = None


def read(paths: Sequence[Path]) -> Brought:
    """Read rows. Raises ``UsageError`` for what is none."""
    fixtures: list[Fixture] = []
    kept: list[dict[str, Any]] = []
    told: list[str] = []
    others: Counter[str] = Counter()
    for path in paths:
        for place, written in read_lines(path):
            row = converted(written, _Row, place)
            if row.chunks is not None and "".join(row.chunks) != row.input:
                refuse(place, "its chunks do not join to its input")
            if row.dialect not in DIALECTS:
                others[row.dialect] += 1
            elif isinstance(row.expected, str):
                told.append(f"{row.id}: it says in words what is due: {row.expected}")
            else:
                made = _fixture(row, row.expected)
                if isinstance(made, str):
                    told.append(f"{row.id}: {made}")
                    continue
                fixtures.append(made)
                kept.append({"id": made.id, "members": written})
    told += [
        f"{count} row{'' if count == 1 else 's'} in {dialect}, which is no dialect here"
        for dialect, count in sorted(others.items())
    ]
    return Brought(tuple(fixtures), tuple(kept), tuple(told))


def _fixture(row: _Row, expected: _Expected) -> Fixture | str:
    dialect = DIALECTS[row.dialect]
    wide = row.dialect == "dsml-fullwidth"
    text = row.input.translate(_BARS) if wide else row.input
    tools = tuple(Tool(tool.name, {"type": "object", "properties": tool.properties}) for tool in row.tools)
    source = Source(
        name=slug(f"row {'qwen ' if dialect == 'qwen' else ''}{row.id}"),
        title=f"What the row {row.id} asks for.",
        dialect=dialect,
        tools=tools,
        text=text,
        origin=Origin(report=row.source, found="a row of public reports", note=expected.note),
        cuts=_cuts(row.chunks or [], len(text)),
    )
    calls = [Call(call.name, call.input) for call in expected.calls]
    shown = expected.text.translate(_BARS) if wide else expected.text
    answers = due((dialect, text, tools), shown, calls, reasoning=None)
    return answers if isinstance(answers, str) else fixture(source, answers)


def _cuts(chunks: Sequence[str], length: int) -> tuple[tuple[int, ...], ...]:
    """Turn chunks into cuts, but for the two chunkings in which every fixture is fed anyway."""
    cuts = tuple(accumulate(len(chunk) for chunk in chunks))[:-1]
    return (cuts,) if cuts and cuts != tuple(range(1, length)) else ()
