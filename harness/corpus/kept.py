"""The cases of a corpus in their folder: each a file of its own, called after the digest of its content.

So a case is there once, whoever adds it, and folders are put together by putting their files together. Other
files in the folder are left alone; what begins with a dot is writing that did not end.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.corpus.manifest import is_case, misnamed
from harness.errors import ReportError, UsageError
from harness.model import Case
from harness.report import atomic
from harness.report.casefile import content, load_case

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class Kept(Struct, frozen=True):
    """A case of a corpus."""

    name: str  # of its file
    case: Case
    data: bytes  # of its file


def name_of(data: bytes) -> str:
    """Say what the file of these bytes is called."""
    return f"{hashlib.sha256(data).hexdigest()[:16]}.json"


def add(folder: Path, case: Case) -> Path:
    """Put a case into a corpus and say where it is; nothing is written if it is there already.

    Raises ``ReportError`` where it can't be written.
    """
    data = content(case)
    path = folder / name_of(data)
    if not path.is_file():
        atomic.write(path, data)
    return path


def read(folder: Path) -> list[Kept]:
    """Read the cases of a corpus, those in folders of it, too, by name; one that is there twice counts once.

    Raises ``UsageError`` for what is no folder, and ``ReportError`` for a file with the name of a case that
    can't be read, is none, or has other content than its name says.
    """
    found: dict[str, Kept] = {}
    for path in _files(folder):
        if path.name in found or not is_case(path.name):
            continue
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ReportError(f"{path}: can't be read: {error.strerror or error}") from error
        if told := misnamed(path.name, data):
            raise ReportError(f"{path.parent}: {told}", hint="take it away, or restore the corpus")
        found[path.name] = Kept(path.name, load_case(path), data)
    return [found[name] for name in sorted(found)]


def others(folder: Path) -> int:
    """Count the files in a corpus that are no cases."""
    return sum(not is_case(path.name) for path in _files(folder))


def write(folder: Path, kept: Iterable[Kept]) -> None:
    """Write cases as they are into a folder that is new or empty. Raises ``HarnessError``."""
    must_be_empty(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ReportError(
            f"{folder}: can't be written: {error.strerror or error}", hint=atomic.HINT
        ) from error
    for one in kept:
        atomic.write(folder / one.name, one.data)


def must_be_empty(folder: Path) -> None:
    """Refuse a place for a corpus where something is already. Raises ``UsageError``."""
    if folder.is_dir() and not any(folder.iterdir()):
        return
    if folder.exists() or folder.is_symlink():
        raise UsageError(
            f"{folder}: is there and not empty", hint="name a folder that is new or empty with --out"
        )


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise UsageError(f"{folder}: is no folder", hint="name the folder of a corpus")
    try:
        return sorted(
            path
            for path in folder.rglob("*")
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
        )
    except OSError as error:
        raise ReportError(f"{error.filename}: can't be read: {error.strerror or error}") from error
