"""Files of JSON that somebody else wrote: read whole, or refused with a sentence that says what is wrong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import msgspec

from harness.errors import UsageError
from harness.report.jsontext import scalar_values

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MOST = 64 << 20  # bytes of a file
_HINT = "docs/exchange.md says what the files of each format look like"

Made = TypeVar("Made")


def read_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give each row of a file with a JSON object a line, and where it stands. Raises ``UsageError``.

    Lines end at LF only: texts hold U+2028 and the like, raw.
    """
    number = 0
    for number, line in enumerate(_decoded(path).split("\n"), 1):
        if line.strip():
            place = f"{path}, line {number}"
            yield place, _object(line, place)


def read_object(path: Path) -> dict[str, Any]:
    """Read a file that is one JSON object. Raises ``UsageError``."""
    return _object(_decoded(path), str(path))


def converted(row: dict[str, Any], wanted: type[Made], place: str) -> Made:
    """Make a record of a row. Raises ``UsageError`` that names the place and the member."""
    try:
        return msgspec.convert(row, wanted)
    except (msgspec.ValidationError, RecursionError) as error:
        raise UsageError(f"{place}: {error}", hint=_HINT) from error


def refuse(place: str, why: str) -> NoReturn:
    """Say that a row can't be read, and why."""
    raise UsageError(f"{place}: {why}", hint=_HINT)


def _decoded(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST + 1)
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"{path}: can't be read: {why}") from error
    if len(data) > _MOST:
        raise UsageError(f"{path} has more than {_MOST >> 20} MiB", hint="divide it into several files")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8: {error.reason} at byte {error.start}", hint=_HINT) from error


def _object(words: str, place: str) -> dict[str, Any]:
    try:
        read = scalar_values(json.loads(words, parse_constant=_no_number))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{place}: not JSON: {error}", hint=_HINT) from error
    if not isinstance(read, dict):
        refuse(place, "not a JSON object")
    return read


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")
