"""The fixtures of canitoolcall: JSON Lines, a recorded output a row, with the parse that is due.

Its rows name a family of models; the family ``qwen3-xml`` is our dialect ``qwen``. It judges reasoning and
calls together, and takes white space at the ends of its texts for nothing. ``expected_error`` is several
outcomes of which any will do. A fixture has no place for the tokens of a row, its models and its tags:
these are kept beside the fixtures.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, UnsetType

from harness.exchange.answers import due, expectation
from harness.exchange.brought import Brought, Source, fixture, slug
from harness.exchange.rows import converted, read_lines, refuse
from harness.fixtures.fixture import Expectation, Origin
from harness.model import Call, Event, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from harness.fixtures.fixture import Fixture

FAMILIES = {"qwen3-xml": "qwen"}
"""Their families that are one of our dialects."""

HELD = ("tools", "raw_output")
"""The members of a row that a fixture holds word for word. The rest is kept."""

_BLANK: dict[str, Any] = {"name": "", "parameters": {}, "description": ""}
_ISSUE = re.compile(r"https://github\.com/([\w.-]+/[\w.-]+)/(?:issues|pull)/(\d+)")


class _Function(Struct):
    name: str
    parameters: dict[str, Any] = {}
    description: str = ""


class _Offered(Struct):
    function: _Function


class _Call(Struct):
    name: str
    arguments: dict[str, Any]


class _Expected(Struct):
    tool_calls: list[_Call]
    content: str | None = None
    reasoning_content: str | None = None


class _Error(Struct):
    accept: list[str]
    reason: str = ""


class _Provenance(Struct):
    kind: str = ""
    source_url: str = ""


class _Row(Struct):
    id: str
    family: str
    spec_version: str
    tools: list[_Offered]
    raw_output: str
    tags: list[str]
    provenance: _Provenance
    expected: _Expected | UnsetType = UNSET
    expected_error: _Error | UnsetType = UNSET
    notes: str = ""


def read(paths: Sequence[Path]) -> Brought:
    """Read rows. Raises ``UsageError`` for what is no row of version 0 of the format."""
    fixtures: list[Fixture] = []
    kept: list[dict[str, Any]] = []
    told: list[str] = []
    others: Counter[str] = Counter()
    for path in paths:
        for place, written in read_lines(path):
            row = _row(written, place)
            if row.family not in FAMILIES:
                others[row.family] += 1
                continue
            made = _fixture(row)
            if isinstance(made, str):
                told.append(f"{row.id}: {made}")
                continue
            fixtures.append(made)
            members = {
                name: value for name, value in written.items() if name not in HELD or _more(name, value)
            }
            kept.append({"id": made.id, "members": members})
    told += [
        f"{count} row{'' if count == 1 else 's'} of the family {family}, which is no dialect here"
        for family, count in sorted(others.items())
    ]
    return Brought(tuple(fixtures), tuple(kept), tuple(told))


def whole(made: Fixture, members: dict[str, Any]) -> dict[str, Any]:
    """Put a row together again, from its fixture and what was kept of it."""
    return {"tools": [offered(tool) for tool in made.tools], "raw_output": made.text} | members


def _row(written: dict[str, Any], place: str) -> _Row:
    row = converted(written, _Row, place)
    if row.spec_version.split(".")[0] != "0":
        refuse(place, f"version {row.spec_version!r} of the format; this harness reads version 0")
    if (row.expected is UNSET) == (row.expected_error is UNSET):
        refuse(place, "a row has one of expected and expected_error")
    return row


def _fixture(row: _Row) -> Fixture | str:
    tools = tuple(
        Tool(one.function.name, one.function.parameters, one.function.description) for one in row.tools
    )
    found = _ISSUE.match(row.provenance.source_url)
    source = Source(
        name=slug(f"canitoolcall {row.id.rpartition('/')[2]}"),
        title=f"What canitoolcall expects of {row.id}.",
        dialect=FAMILIES[row.family],
        tools=tools,
        text=row.raw_output,
        origin=Origin(
            report=f"{found[1]}#{found[2]}" if found else "",
            found=f"canitoolcall, {row.provenance.kind}: {row.provenance.source_url}",
            note=row.notes,
        ),
    )
    expected = _expected(row, (source.dialect, source.text, tools))
    return expected if isinstance(expected, str) else fixture(source, expected)


def _expected(row: _Row, source: tuple[str, str, tuple[Tool, ...]]) -> tuple[Expectation, ...] | str:
    cut = "truncated" in row.tags
    if row.expected is UNSET:
        return _refused(row.expected_error, source, cut=cut)
    calls = [Call(call.name, call.arguments) for call in row.expected.tool_calls]
    thought = row.expected.reasoning_content or ""
    return due(source, row.expected.content or "", calls, reasoning=thought, cut=cut)


def _refused(
    error: _Error | UnsetType, source: tuple[str, str, tuple[Tool, ...]], *, cut: bool
) -> tuple[Expectation, ...] | str:
    """Say what is due where no call is: the text, or what stands before the call that was cut off."""
    accept = set() if error is UNSET else set(error.accept)
    if not accept & {"no_tool_calls", "content_passthrough"}:
        return f"it accepts only {', '.join(sorted(accept)) or 'nothing'}, which is no answer"
    _, text, _ = source
    when = {"reasoning": "ignore"} if "</think>" in text else {}
    opener = text.find("<tool_call>")
    if not cut or opener < 0:
        return (expectation(source, [Event(text=text)], when),)
    answers = [expectation(source, [Event(text=text)], when | {"truncated": "text"})]
    if "no_tool_calls" in accept:
        head = [Event(text=text[:opener])]
        answers.append(expectation(source, head, when | {"truncated": "drop"}))
    return tuple(answers)


def _more(name: str, tools: Any) -> bool:
    """Say whether tools say more than a fixture has room for, as with ``strict``."""
    if name != "tools":
        return False
    known = [{key: one["function"].get(key, blank) for key, blank in _BLANK.items()} for one in tools]
    return bool([offered(Tool(**members)) for members in known] != tools)


def offered(tool: Tool) -> dict[str, Any]:
    """Write a tool in the form of the OpenAI API."""
    function: dict[str, Any] = {"name": tool.name}
    if tool.parameters:
        function["parameters"] = tool.parameters
    if tool.description:
        function["description"] = tool.description
    return {"type": "function", "function": function}
