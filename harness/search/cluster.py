"""The batches of a campaign on the workers of a Dask scheduler, on any number of machines.

The same cases as with ``Workers``: a batch goes by its number, and what comes back is taken in that order.
What a worker that died held is done again by another one; that is Dask's part. Each thread of a worker keeps
its targets running between batches, those of one campaign at a time.
"""

from __future__ import annotations

import threading
from collections import deque
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

from msgspec import structs

from harness.errors import HarnessError, UsageError
from harness.search.bench import Bench
from harness.search.digest import digest
from harness.search.worker import Broken, Done, done_alone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.search.orders import Order, Orders
    from harness.search.plan import Plan

_AHEAD = 3  # batches that each thread has before it
_SECONDS = 30.0  # for the scheduler to answer


class Cluster:
    """The workers of a scheduler. Use as a context manager."""

    def __init__(self, plan: Plan, address: str) -> None:
        """Connect to nothing yet."""
        self._plan = plan
        self._address = address
        self._client: Any = None

    def __enter__(self) -> Self:
        """Connect. Raises ``HarnessError`` where there is no scheduler, no worker, or another harness."""
        distributed = _distributed()
        try:
            self._client = distributed.Client(self._address, timeout=_SECONDS, set_as_default=False)
            self._client.wait_for_workers(1, timeout=_SECONDS)
        except (OSError, TimeoutError, ValueError) as error:
            self.__exit__()
            raise HarnessError(
                f"{self._address}: no Dask scheduler with a worker: {error}",
                hint="start them: dask scheduler, and on each machine: dask worker ADDRESS --nthreads 1",
            ) from error
        self._meet()
        return self

    def __exit__(self, *_: object) -> None:
        """Let go. What workers still hold is dropped; they end their targets."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(OSError, TimeoutError):
                client.run(end_targets)
            client.close()

    def results(self, orders: Orders) -> Iterator[Done]:
        """Give every batch, in order of case numbers, until nothing is left; as ``Workers.results``."""
        plan = structs.replace(self._plan, proved=())  # of no use there, and sent with each batch
        held: deque[Any] = deque()
        while True:
            room = _AHEAD * max(1, sum(self._client.nthreads().values()))
            while len(held) < room and (order := orders.claim()) is not None:
                key = f"batch-{plan.seed}-{order.first}"
                held.append(self._client.submit(batch, plan, order, key=key, pure=False))
            if not held:
                return
            yield self._taken(held.popleft())

    def _taken(self, future: Any) -> Done:
        killed: type[Exception] = _distributed().KilledWorker
        try:
            found = future.result()
        except killed as error:
            raise HarnessError(
                f"workers died over one batch, time after time: {error}",
                hint="see their logs; is there memory?",
            ) from error
        if isinstance(found, Broken):
            raise HarnessError(found.message, hint=found.hint)
        if not isinstance(found, Done):
            raise HarnessError(f"a worker gave {type(found).__name__} for a batch")
        return found

    def _meet(self) -> None:
        """Refuse workers that have another harness: their cases would be others."""
        ours = digest()
        for worker, theirs in self._client.run(digest).items():
            if theirs != ours:
                self.__exit__()
                raise UsageError(
                    f"the worker {worker} has another version of the harness",
                    hint="install the same one there",
                )


class _Kept(threading.local):
    """The targets that a thread of a worker keeps running."""

    plan: Plan | None = None
    bench: Bench | None = None


_KEPT = _Kept()
_OPEN: list[Bench] = []
"""All of them in this process."""


def batch(plan: Plan, order: Order) -> Done | Broken:
    """Do a batch, on a worker."""
    try:
        return done_alone(_bench(plan), plan, order)
    except HarnessError as error:
        return Broken(error.message, error.hint)


def _bench(plan: Plan) -> Bench:
    if _KEPT.bench is not None and _KEPT.plan == plan and _KEPT.bench in _OPEN and _KEPT.bench.crew.targets:
        return _KEPT.bench
    if _KEPT.bench is not None:
        _end(_KEPT.bench)
        _KEPT.bench = None
    bench = Bench.of(plan)
    bench.__enter__()
    _OPEN.append(bench)
    _KEPT.plan, _KEPT.bench = plan, bench
    return bench


def _end(bench: Bench) -> None:
    with suppress(ValueError):
        _OPEN.remove(bench)
    bench.crew.close()


def end_targets() -> None:
    """End the targets of all threads of a worker."""
    while _OPEN:
        _end(_OPEN[-1])


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise UsageError(
            "--cluster needs Dask", hint="pip install 'toolcall-harness[cluster]', here and on the workers"
        ) from error
