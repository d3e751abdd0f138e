"""The configuration of targets: which answers they give to the policies, in a file beside the project.

An adapter declares its answers itself (PROTOCOL, ``hello``). What it leaves open, or says wrongly, can stand
in such a file instead: ``probe --write`` makes it, and ``--policies`` of other verbs reads it. A file holds
any number of targets, by the names that they have on the command line.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from harness.dialects import by_name
from harness.dialects.policies import misspelt
from harness.errors import UsageError
from harness.probe.verdict import MIXED, SPLIT, UNCLEAR, UNSEEN
from harness.report import atomic

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from harness.probe.probing import Table

SCHEMA = 1
_NO_VALUES = frozenset({MIXED, UNCLEAR, SPLIT, UNSEEN})

_HINT = "choose another file with --write"

Declarations = dict[str, dict[str, dict[str, str]]]
"""Answers by target, dialect and policy."""


class PolicyFile(Struct, frozen=True):
    """What such a file holds."""

    schema: int
    targets: Declarations


def read(path: Path) -> Declarations:
    """Read a file. Raises ``UsageError`` where it can't be read, or an answer in it means nothing."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=PolicyFile)
    except OSError as error:
        raise UsageError(f"{path}: can't be read: {error.strerror or error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        hint = "toolcall-harness probe TARGET --write FILE writes such a file"
        raise UsageError(f"{path}: is no file of policies: {error}", hint=hint) from error
    if found.schema != SCHEMA:
        raise UsageError(f"{path}: has schema {found.schema}; this version reads {SCHEMA}")
    for target, dialects in found.targets.items():
        for dialect, policies in dialects.items():
            try:
                by_name(dialect)
            except UsageError as error:
                told = f"{path}: {target}: {error.message}"
                raise UsageError(told, hint=error.hint) from None
            for told in misspelt(policies):
                raise UsageError(f"{path}: {target}, {dialect}: {told}")
    return found.targets


def chosen(path: Path, names: Sequence[str]) -> Declarations:
    """Read a file for these targets. Raises ``UsageError`` also where it says nothing of any of them."""
    found = read(path)
    if found.keys() & set(names):
        return found
    near = [match for name in names for match in get_close_matches(name, found, n=1)]
    hint = f"did you mean {near[0]}?" if near else f"it has answers of {', '.join(found) or 'no target'}"
    raise UsageError(f"{path}: says nothing of {', '.join(names)}", hint=hint)


def prepare(path: Path) -> None:
    """Refuse what ``write`` would refuse, before time is spent on what goes into the file."""
    if atomic.destination(path, hint=_HINT).exists():
        read(path)


def write(path: Path, target: str, tables: Sequence[Table]) -> int:
    """Put what was found in a file, beside other targets and dialects; give the number of answers.

    Only values are written: what is mixed or unclear is no answer that a parser can be held to. Raises
    ``UsageError`` for a file that holds something else, and ``ReportError`` where it can't be written.
    """
    targets = read(path) if atomic.destination(path, hint=_HINT).exists() else {}
    found = {
        table.dialect: {
            answer.policy: answer.found for answer in table.answers if answer.found not in _NO_VALUES
        }
        for table in tables
    }
    targets[target] = {**targets.get(target, {}), **found}
    atomic.write(
        path,
        msgspec.json.format(msgspec.json.encode(PolicyFile(SCHEMA, targets)), indent=2) + b"\n",
        hint=_HINT,
    )
    return sum(map(len, found.values()))
