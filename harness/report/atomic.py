"""Files that are either whole or not there: a new file beside the old one, then a rename."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from harness.errors import ReportError

if TYPE_CHECKING:
    from pathlib import Path

HINT = "choose another folder with --out, or free some space there"


def write(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever reads half of it. Makes the folder above it."""
    # Named after the process, not random: what a killed process left behind is overwritten by the
    # next one of that number instead of piling up. Not ``tempfile``: its files are for the owner only.
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_bytes(data)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise ReportError(f"{path}: can't be written: {error.strerror or error}", hint=HINT) from error
