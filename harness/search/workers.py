"""Hand out batches to worker processes and give the results back in the order of case numbers."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import deque
from multiprocessing.connection import Connection, Pipe, wait
from typing import TYPE_CHECKING, Protocol, Self

from harness.errors import HarnessError
from harness.search.worker import Broken, Done
from harness.targets.tether import tether

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.search.orders import Order, Orders
    from harness.search.plan import Plan

_AHEAD = 3  # batches a worker holds: one running, one being made, one waiting
_POLITE_SECONDS = 3.0  # how long a worker may take to end its children


class Hands(Protocol):
    """What runs the cases of a campaign, as a context manager."""

    def __enter__(self) -> Self:
        """Start."""

    def __exit__(self, *_: object) -> None:
        """End all that was started."""

    def results(self, orders: Orders) -> Iterator[Done]:
        """Give what was done, in order of case numbers, until nothing is left of the orders."""


class Workers:
    """The worker processes of a campaign. Use as a context manager."""

    def __init__(self, plan: Plan) -> None:
        """Start nothing yet."""
        self._plan = plan
        self._workers: dict[Connection, _Worker] = {}
        self._handed: deque[int] = deque()  # first case numbers of what was handed out and not given back
        self._lost: deque[Order] = deque()  # of a worker that died
        self._restarts = 0

    def __enter__(self) -> Self:
        """Start the processes."""
        for _ in range(self._plan.jobs):
            self._start()
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes; each ends its own children."""
        for worker in self._workers.values():
            worker.process.terminate()
        ends = time.monotonic() + _POLITE_SECONDS
        for connection, worker in self._workers.items():
            try:
                worker.process.wait(max(0.0, ends - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.process.kill()  # its watchdog ends the children
                worker.process.wait()
            tether().release(worker.process.pid)
            connection.close()
        self._workers.clear()

    def results(self, orders: Orders) -> Iterator[Done]:
        """Give every batch, in order of case numbers, until nothing is left.

        What was handed out is waited for, also when the time is over, so that the cases done are always the
        first n.
        """
        waiting: dict[int, Done] = {}
        while True:
            self._hand_out(orders)
            if not self._lost and all(w.told_to_end and not w.held for w in self._workers.values()):
                return
            for ready in wait(list(self._workers), timeout=0.5):
                if not isinstance(ready, Connection):
                    continue
                done = self._receive(ready)
                if done is not None:
                    waiting[done.first] = done
            while self._handed and self._handed[0] in waiting:
                yield waiting.pop(self._handed.popleft())

    def _hand_out(self, orders: Orders) -> None:
        for connection, worker in list(self._workers.items()):
            while worker.ready and not worker.told_to_end and len(worker.held) < _AHEAD:
                order = self._claim(orders)
                if order is None and not orders.over:
                    return  # its round has to wait
                try:
                    connection.send(order)
                except (BrokenPipeError, ConnectionResetError):
                    if order is not None:
                        self._lost.appendleft(order)
                    self._replace(connection)
                    break
                if order is None:
                    # A worker always waits for one more message; without a batch it ends.
                    worker.told_to_end = True
                else:
                    worker.held[order.first] = order

    def _claim(self, orders: Orders) -> Order | None:
        if self._lost:
            return self._lost.popleft()
        order = orders.claim()
        if order is not None:
            self._handed.append(order.first)
        return order

    def _receive(self, connection: Connection) -> Done | None:
        worker = self._workers[connection]
        try:
            message = connection.recv()
        except (EOFError, ConnectionResetError):
            if worker.told_to_end and not worker.held:
                self._retire(connection)
            else:
                self._replace(connection)
            return None
        if isinstance(message, Broken):
            detail = f"\n{message.trace}" if message.trace else ""
            raise HarnessError(f"{message.message}{detail}", hint=message.hint)
        if isinstance(message, Done):
            del worker.held[message.first]
            return message
        worker.ready = True
        return None

    def _retire(self, connection: Connection) -> None:
        process = self._workers.pop(connection).process
        process.wait()
        tether().release(process.pid)
        connection.close()

    def _replace(self, connection: Connection) -> None:
        """Start another worker for one that died; what it held is done again, so that nothing is lost."""
        worker = self._workers[connection]
        self._lost.extend(worker.held[first] for first in sorted(worker.held))
        self._retire(connection)
        self._restarts += 1
        if self._restarts > self._plan.jobs + 2:
            raise HarnessError(
                "worker processes keep dying", hint="the lines above may say why; is there memory?"
            )
        self._start()

    def _start(self) -> None:
        ours, theirs = Pipe()
        with theirs:
            process = subprocess.Popen(
                # -P: a module in the user's folder must not take the place of one of ours, or of Python's.
                [sys.executable, "-P", "-m", "harness.search", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C is for the campaign, which ends its workers itself
            )
        # If the campaign is killed, so is the worker; and its own watchdog ends its children.
        tether().hold(process.pid)
        ours.send(self._plan)
        self._workers[ours] = _Worker(process)


class _Worker:
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.ready = False  # its children are up
        self.told_to_end = False
        self.held: dict[int, Order] = {}  # what it was given and did not give back, by first case number
