"""Changes of a ledger's text that leave what people wrote in it: their comments, their order, their spelling.

Each function takes a text and gives the new one. New tables go to the end; of a table that is there, only the
lines of the members change that are set. What comes out is read again and must say just what was meant, or
nothing is changed: a file may be written in ways that nobody thought of.
"""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import tomlkit
from msgspec import Struct, structs

from harness.errors import UsageError
from harness.ledger.ledger import HINT, SCHEMA, Ledger, Scope, parse

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tomlkit.items import Item, Key

    from harness.ledger.entry import Entry

EMPTY = f"""\
# Faults that are known, whose they are and until when: see docs/ledger.md of toolcall-harness.
# ledger add and ledger update write into this file and leave comments where they are.
schema = {SCHEMA}

[gate]
newly_passing = "fail" # or "warn": what it is when a known fault no longer shows
"""
"""A ledger in which nothing is known yet."""

_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_WIDE = 5  # members of a list in one line
_KNOWN: dict[str, Any] = {"known": [{}]}


class Sighting(Struct, frozen=True):
    """When a fault was seen, and in how many cases of how many."""

    day: dt.date
    cases: int
    count: int


class _Segment(NamedTuple):
    header: str  # a line, or nothing for what stands before the first one
    body: str

    def is_called(self, path: dict[str, Any]) -> bool:
        """Tell whether the header is that of a table; ``path`` is what it alone would be read as."""
        return bool(self.header) and tomllib.loads(self.header) == path


def add(text: str, entries: Sequence[Entry], name: str) -> str:
    """Add entries behind all others. Raises ``UsageError`` where that can't be done."""
    before = parse(text, name)
    blocks = [_block("[[known]]", _members(entry)) for entry in entries]
    after = structs.replace(before, known=(*before.known, *entries))
    made = _appended(text.replace("\r\n", "\n"), blocks)
    return _checked(_ended_as(text, made), after, name)


def update(text: str, seen: Mapping[int, Sighting], scopes: Mapping[str, Scope], name: str) -> str:
    """Say when entries (by their place, from 0) were seen last, and what the last run of a dialect had.

    Raises ``UsageError`` where that can't be done.
    """
    before = parse(text, name)
    known = list(before.known)
    segments = _segments(text.replace("\r\n", "\n"))
    tables = [place for place, one in enumerate(segments) if one.is_called(_KNOWN)]
    for number, sighting in seen.items():
        members = {"last_seen": sighting.day, "cases": sighting.cases, "count": sighting.count}
        if known[number].first_seen is None:
            members = {"first_seen": sighting.day, **members}
        known[number] = structs.replace(known[number], **members)
        if number < len(tables):
            segments[tables[number]] = _set(segments[tables[number]], members)
    blocks = []
    for dialect, scope in scopes.items():
        members = _members(scope)
        place = next((at for at, one in enumerate(segments) if one.is_called({"scope": {dialect: {}}})), None)
        if place is None:
            blocks += [_block(f"[scope.{dialect}]", members)]
        else:
            segments[place] = _set(segments[place], members)
    made = _appended("".join(one.header + one.body for one in segments), blocks)
    after = structs.replace(before, known=tuple(known), scope={**before.scope, **scopes})
    return _checked(_ended_as(text, made), after, name)


def _ended_as(text: str, made: str) -> str:
    """Let lines end as they did."""
    return made.replace("\n", "\r\n") if "\r\n" in text else made


def _segments(text: str) -> list[_Segment]:
    """Cut a text at the headers of tables: lines with a bracket in front, outside of any value."""
    segments = [_Segment("", "")]
    for line in _LINES.findall(text):
        last = segments[-1]
        if line.lstrip(" \t").startswith("[") and _is_whole(last.body):
            segments.append(_Segment(line, ""))
        else:
            segments[-1] = last._replace(body=last.body + line)
    return segments


def _is_whole(body: str) -> bool:
    try:
        tomllib.loads(body)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _set(segment: _Segment, members: Mapping[str, Any]) -> _Segment:
    """Set members of a table; new ones stand behind the others, before comments that follow the last one."""
    table = tomlkit.parse(segment.body)
    tail: list[tuple[Key | None, Item]] = []
    while table.body and table.body[-1][0] is None:
        tail.insert(0, table.body.pop())
    for member, value in members.items():
        if table.get(member) != value:
            table[member] = _written(value)
    table.body.extend(tail)
    return segment._replace(body=table.as_string())


def _block(header: str, members: Mapping[str, Any]) -> str:
    table = tomlkit.document()
    for member, value in members.items():
        table.add(member, _written(value))
    return f"{header}\n{table.as_string()}"


def _written(value: Any) -> Any:
    """Write a pattern in one line, and a long list in as many as it has members."""
    if isinstance(value, dict):
        inline = tomlkit.inline_table()
        inline.update(value)
        return inline
    if isinstance(value, list) and len(value) > _WIDE:
        rows = tomlkit.array()
        rows.extend(value)
        return rows.multiline(multiline=True)
    return value


def _members(record: Entry | Scope) -> dict[str, Any]:
    """Turn a record into what TOML has: dates stay dates."""
    written = msgspec.to_builtins(record, builtin_types=(dt.date,))
    return {member: list(value) if isinstance(value, tuple) else value for member, value in written.items()}


def _appended(text: str, blocks: Sequence[str]) -> str:
    for block in blocks:
        end = "" if text.endswith("\n") else "\n"
        text = f"{text}{end}\n{block}"
    return text


def _checked(text: str, meant: Ledger, name: str) -> str:
    """Give the text if it can be written and says what is meant. Raises ``UsageError``."""
    try:
        text.encode()
        made = parse(text, name)
    except UnicodeEncodeError:
        raise UsageError(f"{name}: a lone surrogate can't be written into it") from None
    except UsageError:
        made = None
    if made != meant:
        raise UsageError(
            f"{name}: can't be changed as it is written",
            hint="write entries as [[known]] and what runs had as [scope.DIALECT]; " + HINT,
        )
    return text
