"""The record of the last night that was whole: what each of its parts looked at.

A night is held to it as a run is to the scope in a ledger, and it is that scope (``harness.ledger.scope``),
for each part. It is kept beside the corpus, in the same archive: who loses the one loses the other too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from harness.errors import ReportError
from harness.ledger.ledger import Scope
from harness.report import atomic, jsontext
from harness.report.record import read_document

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = 1
"""Version of the format. Goes up when a reader of the old one would misread the new one."""


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """What the last whole night looked at, by part. Of none: there was no such night yet."""

    schema: int = SCHEMA
    parts: dict[str, Scope] = {}


def read(path: Path) -> Record:
    """Read a record strictly. Raises ``ReportError``: what is misread lets losses pass."""
    document = read_document(path, what="the record of a night")
    try:
        record = msgspec.convert(document, Record)
    except msgspec.ValidationError as error:
        raise ReportError(f"{path}: not the record of a night: {error}") from error
    if record.schema != SCHEMA:
        raise ReportError(f"{path}: a record of schema {record.schema}; this harness reads schema {SCHEMA}")
    return record


def write(path: Path, record: Record) -> None:
    """Write a record. Raises ``ReportError``."""
    atomic.write(path, jsontext.pretty(jsontext.builtins(record)).encode("ascii"))
