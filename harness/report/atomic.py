"""Files that are either whole or not there: a new file beside the old one, then a rename.

A link stays one: the file that it points to is replaced. What is there and is no file (a folder, a device, a
pipe) is refused, because a rename would put a file in its place.
"""

from __future__ import annotations

import fcntl
import os
import stat
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from harness.errors import ReportError

if TYPE_CHECKING:
    from collections.abc import Iterator

HINT = "choose another folder with --out, or free some space there"


def destination(path: Path, *, hint: str = HINT) -> Path:
    """Follow links to the file to write. Raises ``ReportError`` for a loop of them, or what is no file."""
    end = Path(os.path.realpath(path))
    try:
        regular = stat.S_ISREG(end.stat().st_mode)
    except FileNotFoundError:
        return end
    except OSError as error:
        raise ReportError(f"{path}: can't be written: {error.strerror or error}", hint=hint) from error
    if not regular:
        raise ReportError(f"{path}: can't be written: it is no regular file", hint=hint)
    return end


def write(path: Path, data: bytes, *, hint: str = HINT) -> None:
    """Write a file so that nobody ever reads half of it. Makes the folder above it.

    Raises ``ReportError`` with ``hint`` where that can't be done.
    """
    end = destination(path, hint=hint)
    # Named after the process, not random: what a killed process left behind is overwritten by the
    # next one of that number instead of piling up. Not ``tempfile``: its files are for the owner only.
    part = end.with_name(f".{end.name}.{os.getpid()}.part")
    try:
        end.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_bytes(data)
            part.replace(end)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise ReportError(f"{path}: can't be written: {error.strerror or error}", hint=hint) from error


@contextmanager
def alone(path: Path, *, hint: str = HINT) -> Iterator[None]:
    """Keep other processes that do the same out while a file is read, changed and written.

    The folder is locked, not the file, which a rename replaces, and nothing is left behind. Where the folder
    is still to be made it is the nearest one above. Raises ``ReportError`` where that can't be done.
    """
    wanted = destination(path, hint=hint).parent
    while True:
        folder = _nearest(wanted)
        try:
            held = os.open(folder, os.O_RDONLY)
        except OSError as error:
            raise ReportError(f"{path}: can't be written: {error.strerror or error}", hint=hint) from error
        try:
            fcntl.flock(held, fcntl.LOCK_EX)
            if _nearest(wanted) == folder:  # nobody made a nearer one meanwhile
                yield
                return
        finally:
            os.close(held)


def _nearest(folder: Path) -> Path:
    """Give a folder, or the nearest one above that is there."""
    return next((place for place in (folder, *folder.parents) if place.is_dir()), Path())
