"""What a ledger file says, read strictly: whatever is not understood is an error that names its entry.

A ledger that is read wrongly lets faults pass, so nothing is guessed: no unknown member, no other type, no
other version of the format, no entry twice.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from harness.dialects import DIALECTS
from harness.errors import UsageError
from harness.ledger.entry import Entry, faults

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = 1
"""Version of the format. Goes up when a reader of the old one would misread the new one."""

HINT = "docs/ledger.md says what a ledger looks like"

_MOST = 8 << 20  # bytes of a file: some ten thousand entries

_DATES = (dt.datetime, dt.date, dt.time)

T = TypeVar("T")


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the gate makes of what may be judged in two ways."""

    newly_passing: Literal["fail", "warn"] = "fail"


class Scope(Struct, frozen=True, forbid_unknown_fields=True):
    """What an accepted run looked at. A later run of the dialect must look at no less."""

    date: dt.date
    harness: str  # its version
    cases: Annotated[int, Meta(ge=0)]
    targets: tuple[str, ...]
    oracles: tuple[str, ...]  # those that judged something
    fixtures: tuple[str, ...] = ()  # ids of the texts that are proved before the search
    fixtures_digest: str = ""  # of all that they hold
    seldom: tuple[str, ...] = ()  # oracles that judged so little that another run may judge nothing by chance
    proved: Annotated[int, Meta(ge=0)] = 0  # fixtures that there was time for


class Ledger(Struct, frozen=True):
    """A whole file."""

    gate: Settings = Settings()
    scope: dict[str, Scope] = {}  # by dialect
    known: tuple[Entry, ...] = ()


def read(path: Path) -> Ledger:
    """Read a ledger. Raises ``UsageError`` that says what is wrong, and with which entry."""
    return parse(load(path), str(path))


def load(path: Path) -> str:
    """Read the text of a ledger, its line ends as they are. Raises ``UsageError``."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST + 1)
        if len(data) > _MOST:
            raise UsageError(f"{path} has more than {_MOST >> 20} MiB, so it is no ledger", hint=HINT)
        return data.decode()
    except OSError as error:
        hint = "ledger add makes one" if isinstance(error, FileNotFoundError) else HINT
        raise UsageError(f"{path}: can't be read: {error.strerror or error}", hint=hint) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8, so no ledger", hint=HINT) from error


def parse(text: str, name: str) -> Ledger:
    """Read the text of a ledger; ``name`` is that of its file. Raises ``UsageError``."""
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise UsageError(f"{name}: no TOML: {error}", hint=HINT) from error
    try:
        return _ledger(document)
    except ValueError as error:
        raise UsageError(f"{name}: {error}", hint=HINT) from error


def _ledger(document: dict[str, Any]) -> Ledger:
    """Make a ledger of what TOML says. Raises ``ValueError``."""
    schema = document.get("schema")
    if schema != SCHEMA or isinstance(schema, bool | float):
        raise ValueError(f"a ledger of schema {schema!r}; this harness reads schema {SCHEMA}")
    members = ("schema", "gate", "scope", "known")
    for stray in document.keys() - set(members):
        near = get_close_matches(stray, members, n=1)
        told = f"; did you mean {near[0]!r}?" if near else f"; there is {', '.join(members)}"
        raise ValueError(f"it has no member {stray!r}{told}")
    scopes = _converted(document.get("scope", {}), dict[str, dict[str, Any]], "scope")
    for dialect in scopes:
        if dialect not in DIALECTS:
            raise ValueError(f"scope.{dialect}: no such dialect; there is {', '.join(sorted(DIALECTS))}")
    known = _converted(document.get("known", []), list[dict[str, Any]], "known")
    return Ledger(
        gate=_converted(document.get("gate", {}), Settings, "gate"),
        scope={name: _converted(scope, Scope, f"scope.{name}") for name, scope in scopes.items()},
        known=_entries(known),
    )


def _entries(written: list[dict[str, Any]]) -> tuple[Entry, ...]:
    entries: dict[object, Entry] = {}
    for number, one in enumerate(written, 1):
        place = f"entry {number}"
        if isinstance(one.get("fingerprint"), str):
            place += f" ({one['fingerprint']})"
        entry = _converted(one, Entry, place)
        for told in faults(entry):
            raise ValueError(f"{place}: {told}")
        same = (entry.fingerprint, entry.dialect, entry.pattern)
        if same in entries:
            first, what = list(entries).index(same) + 1, "pattern" if entry.pattern else "fingerprint"
            raise ValueError(f"{place}: entry {first} has the same {what}")
        entries[same] = entry
    return tuple(entries.values())


def _converted(value: Any, kind: type[T], place: str) -> T:
    try:
        return msgspec.convert(value, kind, builtin_types=_DATES)
    except msgspec.ValidationError as error:
        # The path within the entry is msgspec's: "$.expiry".
        raise ValueError(f"{place}: {error}".replace(" - at `$.", " - at `")) from error
