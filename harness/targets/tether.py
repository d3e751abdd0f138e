"""What ties children to this harness process: a token in their environment, and the watchdog.

One watchdog serves all children of a process and is started with the first one. A process made by
fork gets its own: it must not hold the pipe of its parent's watchdog, or that would never end.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import os
import secrets
import subprocess
import sys
from pathlib import Path

from harness.targets import watchdog


class Tether:
    """The watchdog of this process, and the tokens it gave out."""

    def __init__(self) -> None:
        """Start the watchdog. It is in a session of its own: Ctrl-C is not for it."""
        self.prefix = f"{os.getpid()}-{secrets.token_hex(8)}-"
        self._numbers = itertools.count(1)
        environ = {name: value for name, value in os.environ.items() if name != watchdog.TOKEN}
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(Path(watchdog.__file__).resolve()), self.prefix],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env=environ,
            cwd="/",
            start_new_session=True,
        )

    def token(self) -> str:
        """Give a new token. The trailing bar keeps one token from being the beginning of another."""
        return f"{self.prefix}{next(self._numbers)}|"

    def hold(self, pgid: int) -> None:
        """Tell the watchdog of a new process group."""
        self._say(b"+%d\n" % pgid)

    def release(self, pgid: int) -> None:
        """Tell the watchdog that a process group is gone."""
        self._say(b"-%d\n" % pgid)

    def _say(self, line: bytes) -> None:
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):  # someone ended the watchdog: go on without it
                self._process.stdin.write(line)

    def end(self) -> None:
        """Let the watchdog do its work and end: what is still held is killed."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:  # someone stopped it
            self._process.kill()
            self._process.wait()

    def leave_to_parent(self) -> None:
        """Drop, in a forked process, what belongs to the parent."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.returncode = 0  # not our child: nobody here may wait for it or warn about it


_tether: list[Tether] = []


def tether() -> Tether:
    """Give the tether of this process; start it at the first call."""
    if not _tether:
        _tether.append(Tether())
    return _tether[0]


def _after_fork() -> None:
    while _tether:
        _tether.pop().leave_to_parent()


def _at_exit() -> None:
    while _tether:
        _tether.pop().end()


os.register_at_fork(after_in_child=_after_fork)
atexit.register(_at_exit)
