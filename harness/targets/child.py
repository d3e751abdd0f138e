"""One long-lived child process that takes a line and gives a line.

Pipes are not blocking, so that one loop (``waiting``) serves many children: a request larger than a
pipe is written on while answers are read, and standard error is drained all the time. Nothing here
knows what the lines mean.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import subprocess
import time
from typing import TYPE_CHECKING

from harness.targets import watchdog
from harness.targets.tether import tether

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import IO

    from harness.targets.limits import Limits
    from harness.targets.names import Command

_PIPE = 1 << 20  # what Linux allows every user
_PIECE = 1 << 18
_GLANCE = 0.05  # seconds between two looks at a child that is about to end


class Child:
    """A process of its own session, tied to this process, with its three pipes."""

    def __init__(self, command: Command, limits: Limits) -> None:
        """Start it. Raises ``OSError`` where there is nothing to start."""
        self.limits = limits
        self.token = tether().token()
        self._process = subprocess.Popen(
            command.argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, **command.env, watchdog.TOKEN: self.token},
            start_new_session=True,
        )
        self.pgid = self._process.pid
        tether().hold(self.pgid)
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        self.stdin, self.stdout, self.stderr = (
            -1 if stream is None else stream.fileno() for stream in streams
        )
        for descriptor in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(descriptor, False)
            if hasattr(fcntl, "F_SETPIPE_SZ"):
                with contextlib.suppress(OSError):  # over the user's quota: a small pipe works too
                    fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, _PIPE)
        self._unsent: list[memoryview] = []
        self._pieces: list[bytes] = []
        self._size = 0
        self._said = b""  # the end of standard error
        self._stderr_open = True
        self._closed = False
        self.line: bytes | None = None  # the answer
        self.extra = b""  # what came after the answer, or before a request
        self.ended = False  # its standard output is closed, or it is dead
        self.too_long = False

    # ------------------------------------------------------------ talking

    def send(self, *parts: bytes) -> None:
        """Begin to write a request, given in parts; the rest goes out while ``serve`` is called.

        To one that was ended nothing is sent: its descriptors may be somebody else's by now.
        """
        if self._closed:
            return
        self._read()
        if self.line is not None or self._pieces:  # said before it was asked
            self.extra = self.extra or self.line or b"".join(self._pieces)
        self._unsent = [memoryview(part) for part in parts if part]
        self._write()

    def take(self) -> bytes | None:
        """Take the answer away, so that the next one can come."""
        line, self.line = self.line, None
        return line

    @property
    def done(self) -> bool:
        """An answer is there, or none will come."""
        return self.line is not None or self.ended or self.too_long or bool(self.extra)

    def interests(self) -> list[tuple[int, int]]:
        """Say which descriptors to poll, and for what."""
        wanted = [] if self.ended else [(self.stdout, select.POLLIN)]
        if self._stderr_open:
            wanted.append((self.stderr, select.POLLIN))
        if self._unsent:
            wanted.append((self.stdin, select.POLLOUT))
        return wanted

    def serve(self, descriptor: int) -> None:
        """Do what can be done at a descriptor that is ready."""
        if descriptor == self.stdout:
            self._read()
        elif descriptor == self.stderr:
            self._drain()
        else:
            self._write()

    def _write(self) -> None:
        while self._unsent:
            try:
                written = os.writev(self.stdin, self._unsent)
            except BlockingIOError:
                return
            except BrokenPipeError:  # it reads no more; the end of its output will tell the rest
                self._unsent = []
                return
            while self._unsent and written >= len(self._unsent[0]):
                written -= len(self._unsent.pop(0))
            if written:
                self._unsent[0] = self._unsent[0][written:]

    def _read(self) -> None:
        while not (self.ended or self.too_long or self.extra):
            try:
                piece = os.read(self.stdout, _PIECE)
            except BlockingIOError:
                return
            if piece:
                self._take(piece)
            else:
                self.ended = True
            if len(piece) < _PIECE:
                return

    def _take(self, piece: bytes) -> None:
        """Look for the end of the line in the new piece only, so that reading stays linear."""
        if self.line is not None:
            self.extra = piece
            return
        # Nearly always a whole answer comes at once; then it is not copied. (White space ends JSON, too.)
        end = piece.find(b"\n") + 1
        head, rest = (piece, b"") if end in {0, len(piece)} else (piece[:end], piece[end:])
        self._pieces.append(head)
        self._size += len(head) - (end > 0)
        self.too_long = self._size > self.limits.answer
        if end:
            self.line = b"".join(self._pieces)
            self.extra = rest
        if end or self.too_long:
            self._pieces, self._size = [], 0

    def _drain(self) -> None:
        while self._stderr_open:
            try:
                piece = os.read(self.stderr, _PIECE)
            except BlockingIOError:
                return
            self._stderr_open = bool(piece)
            self._said = (self._said + piece)[-self.limits.stderr :]

    @property
    def said(self) -> str:
        """Give the end of its standard error."""
        self._drain()
        return self._said.decode("utf-8", "replace")

    def look(self) -> None:
        """See whether it is dead: what it forked may hold its pipes open, so no end of output tells."""
        if not self.ended and self._dead():
            self._read()
            self.ended = True

    def _dead(self) -> bool:
        """Ask without fetching the exit status where that can be (not on macOS before Python 3.13)."""
        if hasattr(os, "waitid"):
            return os.waitid(os.P_PID, self.pgid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
        return self._process.poll() is not None

    # ------------------------------------------------------------ ending

    def finish(self) -> None:
        """Give it the end of input."""
        self._unsent = []
        self._close(self._process.stdin)

    def end(self, grace: float) -> str:
        """End it, with all that it started, and say how it ended.

        It gets the end of input and up to ``grace`` seconds for its last words; they are over when
        both its outputs are closed, or it is dead. Then its group is killed, *before* its exit status
        is fetched: until then nobody else can have its number.
        """
        if self._closed:
            return self._how()
        self._closed = True
        self.finish()
        until = time.monotonic() + grace
        while (self._stderr_open or not self.ended) and (left := until - time.monotonic()) > 0:
            if self._dead():
                break
            for _, descriptor in ready([self], min(left, _GLANCE)):
                self._listen(descriptor)
        watchdog.kill_group(self.pgid)
        watchdog.kill_carriers(self.token.encode())
        self._drain()
        self._stderr_open, self.ended = False, True
        tether().release(self.pgid)
        self._close(self._process.stdout)
        self._close(self._process.stderr)
        self._process.wait()
        return self._how()

    def _listen(self, descriptor: int) -> None:
        """Take its last words; what it still puts out answers nothing."""
        if descriptor == self.stderr:
            self._drain()
        else:
            with contextlib.suppress(BlockingIOError):
                self.ended = not os.read(descriptor, _PIECE)

    @staticmethod
    def _close(stream: IO[bytes] | None) -> None:
        if stream is not None:
            stream.close()

    def _how(self) -> str:
        code = self._process.returncode
        if code < 0:
            try:
                return signal.Signals(-code).name
            except ValueError:
                return f"signal {-code}"
        return f"exit status {code}"


def ready(children: Iterable[Child], seconds: float) -> list[tuple[Child, int]]:
    """Wait until some descriptors of the children are ready, at most so long; say whose they are."""
    poll = select.poll()
    owners = {}
    for child in children:
        for descriptor, events in child.interests():
            poll.register(descriptor, events)
            owners[descriptor] = child
    return [(owners[descriptor], descriptor) for descriptor, _ in poll.poll(max(0.0, seconds) * 1000)]
