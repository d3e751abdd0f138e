"""Trials side by side, each in a process of its own. What they give does not depend on how many run."""

from __future__ import annotations

import subprocess
import sys
import time
from multiprocessing.connection import Connection, Pipe, wait
from typing import TYPE_CHECKING, NamedTuple

from harness.errors import HarnessError
from harness.search.worker import Broken
from harness.selftest.score import Trial
from harness.targets.tether import tether

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from harness.selftest.task import Task

_POLITE_SECONDS = 5.0  # how long a trial may take to end its children


class Failed(NamedTuple):
    """A trial that could not be done, and why: it is no miss."""

    task: Task
    error: HarnessError


class _Running(NamedTuple):
    process: subprocess.Popen[bytes]
    task: Task


def run(tasks: Iterable[Task], jobs: int) -> Iterator[Trial | Failed]:
    """Do the tasks, ``jobs`` at a time, and give what comes of them as it comes.

    Whoever stops taking, or is interrupted, ends all that runs.
    """
    waiting = iter(tasks)
    running: dict[Connection, _Running] = {}
    try:
        while True:
            while len(running) < jobs and (task := next(waiting, None)) is not None:
                _start(task, running)
            if not running:
                return
            for ready in wait(list(running)):
                if isinstance(ready, Connection):
                    yield _finish(ready, running)
    finally:
        _stop(running)


def _start(task: Task, running: dict[Connection, _Running]) -> None:
    ours, theirs = Pipe()
    with theirs:
        process = subprocess.Popen(
            # -P: a module in the user's folder must not take the place of one of ours, or of Python's.
            [sys.executable, "-P", "-m", "harness.selftest", str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,  # Ctrl-C is for the verb, which ends its trials itself
        )
    tether().hold(process.pid)
    running[ours] = _Running(process, task)
    ours.send(task)


def _finish(connection: Connection, running: dict[Connection, _Running]) -> Trial | Failed:
    task = running[connection].task
    try:
        answer = connection.recv()
    except (EOFError, ConnectionResetError):
        answer = Broken(
            f"{task.name}: the process of a trial died", "is there memory? Lines above may say why"
        )
    process = running.pop(connection).process
    process.wait()
    tether().release(process.pid)
    connection.close()
    if isinstance(answer, Trial):
        return answer
    return Failed(task, HarnessError(answer.message, hint=answer.hint))


def _stop(running: dict[Connection, _Running]) -> None:
    for one in running.values():
        one.process.terminate()
    ends = time.monotonic() + _POLITE_SECONDS
    for connection, one in running.items():
        try:
            one.process.wait(max(0.0, ends - time.monotonic()))
        except subprocess.TimeoutExpired:
            one.process.kill()  # its watchdog ends the children
            one.process.wait()
        tether().release(one.process.pid)
        connection.close()
    running.clear()
