"""The process of one trial: ``python -m harness.selftest FD``, with the descriptor of a socket.

It is given a task, and gives back a trial or why there is none. A fault of the harness ends it with a stack
trace on standard error, and whoever asked gets no answer. One trial a process: so the CPU time that it
and its children took is that of the trial.
"""

from __future__ import annotations

import signal
import sys
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from harness.errors import HarnessError, TargetUnavailable
from harness.search.worker import Broken
from harness.selftest.trial import run

if TYPE_CHECKING:
    from types import FrameType


def main() -> None:
    """Do the trial, unless it is told to stop."""
    signal.signal(signal.SIGTERM, _stop)
    with Connection(int(sys.argv[1])) as connection:
        try:
            connection.send(run(connection.recv()))
        except (EOFError, BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
            return  # whoever asked is gone, or wants no answer any longer; the campaign ended its children
        except TargetUnavailable as error:
            connection.send(Broken(f"{error.target}: {error.message}", error.hint))
        except HarnessError as error:
            connection.send(Broken(error.message, error.hint))


def _stop(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
