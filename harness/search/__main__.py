"""A worker process: ``python -m harness.search FD``, with the descriptor of a socket to the campaign.

A new interpreter, not a fork: the campaign has open children and threads of libraries. Not the spawn
of multiprocessing either: that would import the user's main module again.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from harness.errors import HarnessError, TargetUnavailable
from harness.search.worker import Broken, serve

if TYPE_CHECKING:
    from types import FrameType


def main() -> None:
    """Serve the campaign until it is gone or says that there is no more."""
    signal.signal(signal.SIGTERM, _leave)
    with Connection(int(sys.argv[1])) as connection:
        try:
            serve(connection, connection.recv())
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return  # the campaign is gone; the children were ended on the way out
        except TargetUnavailable as error:
            connection.send(Broken(f"{error.target}: {error.message}", error.hint))
        except HarnessError as error:
            connection.send(Broken(error.message, error.hint))
        except Exception as error:  # noqa: BLE001 -- the process boundary: the campaign reports it as a fault
            connection.send(Broken(f"worker {os.getpid()}: {error!r}", trace=traceback.format_exc()))
        finally:
            # What is left is to end the last children, on the way out of the interpreter.
            signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _leave(_number: int, _frame: FrameType | None) -> None:
    sys.exit(0)


if __name__ == "__main__":
    main()
