"""Where a night keeps what: one folder, parts of which go from job to job.

::

    kept/                 what the last night left, out of one archive: its record, corpora by dialect
    shards/DIALECT-K/     the folder of one shard
    runs/PART/            the folders that are judged: merged shards under their dialect, and other engines
    summary.md            the night on a page
    verdict.json          the same for machines
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harness.errors import UsageError
from harness.nightly import record

if TYPE_CHECKING:
    from pathlib import Path

_PART = re.compile(r"[0-9A-Za-z_-]+")
_HINT = "nightly begin makes it, and the jobs behind it get it as an artifact"


class Night:
    """The places of a night below its folder."""

    def __init__(self, folder: Path) -> None:
        """Know the places; nothing is made."""
        self.folder = folder
        self.kept = folder / "kept"
        self.record = self.kept / "night.json"
        self.summary = folder / "summary.md"
        self.verdict = folder / "verdict.json"

    def corpus(self, dialect: str) -> Path:
        """Give the folder of what the search of a dialect kept."""
        return self.kept / "corpus" / dialect

    def shard(self, dialect: str, number: int) -> Path:
        """Give the folder of a shard; they are counted from 1."""
        return self.folder / "shards" / f"{dialect}-{number}"

    def run(self, part: str) -> Path:
        """Give the folder of a report that is judged. Raises ``UsageError`` for what is no name."""
        if not _PART.fullmatch(part):
            raise UsageError(f"{part!r}: no name of a part", hint="letters, digits, - and _")
        return self.folder / "runs" / part

    def parts(self) -> list[str]:
        """Name the parts that have a report."""
        return sorted(path.parent.name for path in (self.folder / "runs").glob("*/report.json"))

    def expect_kept(self) -> None:
        """Raise ``HarnessError`` where the last night can't be read: searching on would hide the loss."""
        if not self.record.is_file():
            raise UsageError(f"{self.record}: what the last night left is not there", hint=_HINT)
        record.read(self.record)
