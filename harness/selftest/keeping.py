"""The trials that are done, in a file that grows by a line for each: whoever comes again goes on from there.

The first line says of which selftest they are. A trial is of use to any one of the same seed, settings and
digest that asks for it: with more repeats or other bugs, too. A last line that was torn by a sudden end is
dropped; its trial is done again.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from harness.errors import ReportError, UsageError
from harness.report import jsontext
from harness.selftest.score import Trial

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from harness.selftest.task import Settings, Task

FILE = "trials.jsonl"
"""Its name, in the folder of the report."""

_Key = tuple[str, int, str]
"""Of a trial: name, repeat, digest of the bug."""

_SCHEMA = 1
_HINT = "choose another folder with --out, or take the file away"


class _Head(Struct, frozen=True):
    schema: int
    seed: int
    digest: str
    options: dict[str, int | float]


class Kept:
    """The open file, and what was in it."""

    def __init__(self, path: Path, file: BinaryIO, trials: dict[_Key, Trial], anew: str) -> None:
        """``anew``: why what was in the file is of no use, in words; empty where it is, or was none."""
        self._path = path
        self._file = file
        self._trials = trials
        self.anew = anew

    def get(self, task: Task) -> Trial | None:
        """Give the trial of a task, if it is done."""
        found = self._trials.get((task.name, task.repeat, task.digest))
        if found is None or found.seed != task.seed:
            return None
        # Bugs are tried the same however long clean campaigns are, and of those only a whole one counts.
        return found if task.planted or found.cases == task.cases else None

    def add(self, trial: Trial) -> None:
        """Write a trial down. It is on the disk when this returns; ``ReportError`` says that it is not."""
        self._trials[trial.name, trial.repeat, trial.digest] = trial
        try:
            self._file.write(_line(trial))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _unwritable(self._path, error) from error


@contextmanager
def kept(out: Path, settings: Settings, digest: str) -> Iterator[Kept]:
    """Open the file in a folder for this process alone, and read it.

    Raises ``ReportError`` where it can't be written or is something else, ``UsageError`` where another
    process has it.
    """
    path = out / FILE
    options = {name: value for name, value in settings.shown.items() if name != "clean_cases"}
    head = _Head(_SCHEMA, settings.seed, digest, options)
    try:
        out.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as error:
        raise _unwritable(path, error) from error
    with file:
        _lock(file, path)
        try:
            trials, anew = _read(file, path, head)
        except OSError as error:
            raise _unwritable(path, error) from error
        yield Kept(path, file, trials, anew)


def _unwritable(path: Path, error: OSError) -> ReportError:
    return ReportError(f"{path}: can't be written: {error.strerror or error}", hint=_HINT)


def _lock(file: BinaryIO, path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(f"{path}: another selftest is writing there", hint="wait, or choose --out") from None


def _read(file: BinaryIO, path: Path, head: _Head) -> tuple[dict[_Key, Trial], str]:
    """Read what is there, and leave the file fit to be gone on with."""
    file.seek(0)
    whole, _, torn = file.read().rpartition(b"\n")
    lines = [line.decode("utf-8", "replace") for line in whole.splitlines()]
    if not lines:
        return _anew(file, head, "" if not torn else "its first line was torn")
    try:
        before = jsontext.read_line(lines[0], _Head)
        trials = [jsontext.read_line(line, Trial) for line in lines[1:]] if before == head else []
    except ValueError as error:
        raise ReportError(f"{path}: no file of trials: {error}", hint=_HINT) from error
    if before != head:
        return _anew(file, head, _why(before, head))
    file.truncate(len(whole) + 1)
    return {(trial.name, trial.repeat, trial.digest): trial for trial in trials}, ""


def _anew(file: BinaryIO, head: _Head, why: str) -> tuple[dict[_Key, Trial], str]:
    file.truncate(0)
    file.write(_line(head))
    file.flush()
    return {}, why


def _why(before: _Head, head: _Head) -> str:
    if before.seed != head.seed:
        return f"it has the seed {before.seed}"
    if before.digest != head.digest:
        return "the references or the harness have changed since"
    return "its campaigns had other options"


def _line(record: Any) -> bytes:
    return jsontext.line(record).encode("ascii") + b"\n"
