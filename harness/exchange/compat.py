"""Pairs of files that keep two parsers of ``dsml`` compatible: what goes in, and the calls that come out.

The one has ``text`` and ``tool_names``, the other ``calls``, ``sawToolCallSyntax``, ``rejectedByPolicy``
and ``rejectedToolNames``. Nothing is said of the visible text. Without a call it is the text itself; with
calls it has to come from a parser that the user names, and its calls must be those of the pair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field, structs

from harness.errors import UsageError
from harness.exchange.answers import expectation
from harness.exchange.brought import Brought, Source, fixture, slug
from harness.exchange.rows import converted, read_object
from harness.fixtures.fixture import Expectation, Origin
from harness.model import Call, Case, Event, Tool
from harness.oracles.difference import calls_difference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from harness.fixtures.fixture import Fixture

DIALECT = "dsml"
ENDING = ".expected"
"""What stands before ``.json`` in the name of the file with the calls."""


class Given(Struct, forbid_unknown_fields=True):
    """What goes in."""

    text: str
    tool_names: list[str] | None = None


class Made(Struct, forbid_unknown_fields=True):
    """A call that comes out."""

    name: str
    input: dict[str, Any]


class Result(Struct, forbid_unknown_fields=True):
    """What comes out."""

    calls: list[Made] | None
    saw: bool = field(name="sawToolCallSyntax")
    rejected: bool = field(name="rejectedByPolicy")
    rejected_names: list[str] | None = field(name="rejectedToolNames")


def read(paths: Sequence[Path], ask: Callable[[Case], Expectation] | None = None) -> Brought:
    """Read pairs, given as files or as folders of them.

    ``NAME.json`` goes in and ``NAME.expected.json`` comes out; two files that are given alone may be called
    anything. ``ask`` takes the whole answer of a parser to a case. Raises ``UsageError``.
    """
    fixtures: list[Fixture] = []
    told: list[str] = []
    for name, given, result in _pairs(paths, told):
        if result.rejected or result.rejected_names:
            told.append(f"{name}: what is rejected by policy has no place in a fixture (SEMANTICS C7)")
        made = _fixture(name, given, result, ask)
        if isinstance(made, str):
            told.append(f"{name}: {made}")
        else:
            fixtures.append(made)
    return Brought(tuple(fixtures), (), tuple(told))


def _fixture(
    name: str, given: Given, result: Result, ask: Callable[[Case], Expectation] | None
) -> Fixture | str:
    tools = tuple(Tool(tool) for tool in given.tool_names or ())
    calls = tuple(Call(call.name, call.input) for call in result.calls or ())
    note = ""
    if not calls:
        due = expectation((DIALECT, given.text, tools), [Event(text=given.text)], {})
    elif ask is None:
        return "its visible text is not known: name a parser to take it from with --text-from"
    else:
        due = ask(Case(id=name, dialect=DIALECT, text=given.text, tools=tools))
        got = tuple(event.call for event in due.events if isinstance(event.call, Call))
        differs = calls_difference(calls, got)
        if differs is not None:
            return f"the parser that was asked for the text gives other calls ({differs.detail})"
        note = "The calls are those of the pair; the text is what a parser gave when it was imported."
    source = Source(
        name=slug(f"compat {name}"),
        title=f"What the pair {name} says.",
        dialect=DIALECT,
        tools=tools,
        text=given.text,
        origin=Origin(report="", found=f"the compat pair {name}", note=note),
    )
    return fixture(source, [structs.replace(due, saw_tool_syntax=result.saw)])


def _pairs(paths: Sequence[Path], told: list[str]) -> Iterator[tuple[str, Given, Result]]:
    files = [file for path in paths for file in _files(path)]
    given: dict[str, Given] = {}
    results: dict[str, Result] = {}
    for file in files:
        written = read_object(file)
        name = file.stem.removesuffix(ENDING)
        halves = results if "calls" in written else given
        if name in halves:
            raise UsageError(f"{file}: there are two files of this kind with the name {name!r}")
        if "calls" in written:
            results[name] = converted(written, Result, str(file))
        else:
            given[name] = converted(written, Given, str(file))
    if len(files) == 2 and len(given) == len(results) == 1:
        (name,) = given
        results = {name: next(iter(results.values()))}
    told += [f"{name}: only one of its two files is there" for name in sorted(given.keys() ^ results.keys())]
    for name in sorted(given.keys() & results.keys()):
        yield name, given[name], results[name]


def _files(path: Path) -> list[Path]:
    try:
        return sorted(path.glob("*.json")) if path.is_dir() else [path]
    except (OSError, ValueError):  # a name that no file can have
        return [path]
