"""Whether a process works on a campaign, for who only looks: asked of a file that is locked while one does.

SQLite decides who may work on the state (``harness.journal.file``). To ask it is to open the state, and who
opens it stands in the way of who wants to go on. So the process that has it locks an empty file beside it,
too. Who asks takes that lock for no longer than it takes to let go, and only who has the state waits there.
"""

from __future__ import annotations

import fcntl
import time
from typing import TYPE_CHECKING

from harness.errors import ReportError

if TYPE_CHECKING:
    from io import BufferedWriter
    from pathlib import Path

NAME = "state.lock"
"""Name of the file, in the folder of a campaign. It stays there: to remove it is to lock one that is gone."""

_WAIT = 2.0  # seconds for those who ask
_PAUSE = 0.01
_OTHER = "name another folder with --out"


def hold(folder: Path) -> BufferedWriter:
    """Say that this process works on the folder, until the file is closed, or the process is at its end.

    Only for who has the state. It waits for those who ask, which takes no time. Raises ``ReportError``, also
    where that goes on: then somebody took the state away from a process that works on it.
    """
    until = time.monotonic() + _WAIT
    path = folder / NAME
    try:
        held = path.open("wb")
    except OSError as error:
        raise ReportError(f"{path}: can't be written: {error.strerror or error}", hint=_OTHER) from error
    while True:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if time.monotonic() < until:
                time.sleep(_PAUSE)
                continue
            held.close()
            raise in_use(folder) from error
        except OSError as error:
            held.close()
            raise ReportError(f"{path}: can't be locked: {error.strerror or error}", hint=_OTHER) from error
        return held


def in_use(place: Path) -> ReportError:
    """Say that another process works on a campaign."""
    return ReportError(
        f"{place}: another process works on it", hint="wait for it, or stop it; see it with: status"
    )


def is_held(folder: Path) -> bool:
    """Tell whether a process works on the folder. Nothing is written, and nobody is kept from beginning.

    Where there is no such file nobody does. Raises ``ReportError`` for one that can't be read.
    """
    path = folder / NAME
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        pass
    except OSError as error:
        raise ReportError(f"{path}: can't be read: {error.strerror or error}") from error
    return False
