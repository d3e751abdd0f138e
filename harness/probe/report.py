"""What ``probe`` reports, for machines; ``lines`` prints it for people."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from harness.probe.probing import Table

SCHEMA = 1
"""Version of the format. Goes up when a reader of the old one would misread the new one."""


class Report(Struct, frozen=True):
    """All that was found of one target."""

    schema: int
    harness: str  # its version
    target: str
    tables: tuple[Table, ...]

    @property
    def broken(self) -> int:
        """Count the declared answers that the target does not give."""
        return sum(len(table.broken) for table in self.tables)

    @property
    def silent(self) -> int:
        """Count the texts that ended without an answer: a finding, too."""
        return sum(table.silent for table in self.tables)


def render(report: Report) -> bytes:
    """Write the report as JSON."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


def schema() -> dict[str, Any]:
    """Give the JSON Schema of the report."""
    return msgspec.json.schema(Report)
