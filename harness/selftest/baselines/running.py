"""Searches side by side, each in a process of its own. What they give does not depend on how many run."""

from __future__ import annotations

import subprocess
import sys
import time
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import Struct, structs

from harness.errors import HarnessError
from harness.selftest.baselines.record import Method, Try
from harness.targets.tether import tether

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_POLITE_SECONDS = 5.0  # how long a search may take to end its children


class Wanted(Struct, frozen=True):
    """A search to be done."""

    method: Method
    bug: str
    seed: int
    cap: int
    digest: str

    @property
    def words(self) -> list[str]:
        """Give the arguments of its process."""
        return [self.method, self.bug, str(self.seed), str(self.cap)]


class _Running(NamedTuple):
    process: subprocess.Popen[bytes]
    wanted: Wanted


def run(searches: Iterable[Wanted], jobs: int) -> Iterator[Try]:
    """Do the searches, ``jobs`` at a time, and give what comes of them as it comes.

    Raises ``HarnessError`` for one that could not be done. Whoever stops taking, or is interrupted, ends all.
    """
    waiting = iter(searches)
    running: list[_Running] = []
    try:
        while True:
            while len(running) < jobs and (wanted := next(waiting, None)) is not None:
                running.append(_start(wanted))
            if not running:
                return
            outputs = {
                pipe.fileno(): one
                for one in running
                for pipe in (one.process.stdout, one.process.stderr)
                if pipe is not None
            }
            heard = [outputs[ready] for ready in wait(list(outputs)) if isinstance(ready, int)]
            # Whoever complains is waited for to its end: else nobody would read what it says.
            for one in dict.fromkeys(heard):
                done = _finish(one)
                running.remove(one)
                yield done
    finally:
        _stop(running)


def _start(wanted: Wanted) -> _Running:
    process = subprocess.Popen(
        # -P: a module in the user's folder must not take the place of one of ours, or of Python's.
        [sys.executable, "-P", "-m", "harness.selftest.baselines", *wanted.words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for the verb, which ends its searches itself
    )
    tether().hold(process.pid)
    return _Running(process, wanted)


def _finish(one: _Running) -> Try:
    said, errors = one.process.communicate()
    tether().release(one.process.pid)
    if one.process.returncode:
        told = errors.decode(errors="replace").strip() or f"status {one.process.returncode}"
        raise HarnessError(f"{one.wanted.method} on {one.wanted.bug}: {told}")
    return structs.replace(msgspec.json.decode(said, type=Try), digest=one.wanted.digest)


def _stop(running: Iterable[_Running]) -> None:
    left = list(running)
    for one in left:
        one.process.terminate()
    ends = time.monotonic() + _POLITE_SECONDS
    for one in left:
        try:
            one.process.communicate(timeout=max(0.0, ends - time.monotonic()))
        except subprocess.TimeoutExpired:
            one.process.kill()  # its watchdog ends the children
            one.process.communicate()
        tether().release(one.process.pid)
