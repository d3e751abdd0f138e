"""What came in: fixtures, and what of the rows they were made of has no place in one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from harness.errors import ReportError, UsageError
from harness.fixtures.fixture import SCHEMA, Expectation, Fixture, Origin, check, render
from harness.model import Tool
from harness.report import jsontext

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

KEPT = "kept.jsonl"
"""The file beside the fixtures with the members of rows that fixtures have no place for, a row a line."""

_LONGEST = 80  # characters of an id


class Source(Struct, frozen=True):
    """A text of others with all that a fixture says of it but its answers."""

    name: str
    title: str
    dialect: str
    tools: tuple[Tool, ...]
    text: str
    origin: Origin
    cuts: tuple[tuple[int, ...], ...] = ()


class Brought(Struct, frozen=True):
    """What was made of a file."""

    fixtures: tuple[Fixture, ...]
    kept: tuple[dict[str, Any], ...] = ()  # ``{"id": of the fixture, "members": …}``
    told: tuple[str, ...] = ()  # what was not brought in, or not whole: a sentence each


def fixture(source: Source, expected: Sequence[Expectation]) -> Fixture:
    """Make the fixture. Raises ``UsageError`` where it could not be read back."""
    made = Fixture(
        schema=SCHEMA,
        id=source.name,
        title=source.title,
        rules=(),
        dialect=source.dialect,
        tools=source.tools,
        text=source.text,
        cuts=source.cuts,
        expected=tuple(expected),
        origin=source.origin,
    )
    check(made)
    return made


def slug(words: str) -> str:
    """Make an id of any name: lower-case letters, digits, and single hyphens between them.

    Raises ``UsageError`` where nothing is left, or too much.
    """
    made = "-".join(re.findall(r"[a-z0-9]+", words.lower()))
    if not made or len(made) > _LONGEST:
        raise UsageError(
            f"no id can be made of the name {words[:200]!r}",
            hint=f"an id has lower-case letters, digits and hyphens, and at most {_LONGEST} of them",
        )
    return made


def write(brought: Brought, folder: Path) -> list[Path]:
    """Write the fixtures, and ``kept.jsonl`` where something was kept: all of them or none.

    Nothing is overwritten. Raises ``UsageError`` where a file is there or an id is given twice.
    """
    files: dict[Path, bytes] = {}
    for made in brought.fixtures:
        path = folder / f"{made.id}.json"
        if path in files:
            raise UsageError(f"two rows would both be the fixture {made.id!r}", hint="import them one by one")
        files[path] = render(made)
    paths = list(files)
    if brought.kept:
        files[folder / KEPT] = "".join(f"{jsontext.compact(row)}\n" for row in brought.kept).encode()
    try:
        for path in files:
            if path.exists():
                raise UsageError(f"{path} exists", hint="choose an empty folder; nothing is overwritten")
        folder.mkdir(parents=True, exist_ok=True)
        for path, data in files.items():
            with path.open("xb") as file:
                file.write(data)
    except OSError as error:
        raise ReportError(
            f"{folder}: can't be written: {error.strerror or error}", hint="choose another folder with --out"
        ) from error
    return paths
