"""Batches on the workers of a Dask scheduler: the findings of one machine, also when a worker is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from harness.errors import HarnessError
from harness.events import Progress
from harness.search import cluster, worker
from harness.search.digest import digest
from harness.search.orders import Order
from tests.campaign.commands import ROOT
from tests.journal.campaigns import plan, timeless, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from harness.events import CampaignEvent
    from harness.search.plan import Plan


class Future:
    """What will be there, and here is at once."""

    def __init__(self, value: object) -> None:
        self._value = value

    def result(self) -> object:
        if isinstance(self._value, Exception):
            raise self._value
        return self._value


class KilledWorker(Exception):
    """As Dask has one."""


class Client:
    """A scheduler with two workers that are this process."""

    digest = staticmethod(digest)

    def __init__(self, address: str, **_: object) -> None:
        if address != "tcp://there":
            raise OSError("nobody there")
        self.most = 0
        self.open = 0

    def wait_for_workers(self, *_: object, **__: object) -> None:
        pass

    def nthreads(self) -> dict[str, int]:
        return {"a": 1, "b": 1}

    def run(self, function: Callable[[], object]) -> dict[str, object]:
        if function is digest:
            return {"a": self.digest(), "b": self.digest()}
        return {"a": function()}

    def submit(
        self, function: Callable[[Plan, Order], object], of: Plan, order: Order, **_: object
    ) -> Future:
        return Future(function(of, order))

    def close(self) -> None:
        pass


@pytest.fixture
def dask(monkeypatch: pytest.MonkeyPatch) -> type[Client]:
    class Distributed:
        KilledWorker = KilledWorker

        class Client(Client):
            pass

    monkeypatch.setattr(cluster, "_distributed", lambda: Distributed)
    return Distributed.Client


def test_a_cluster_gives_the_report_of_one_machine(tmp_path: Path, dask: type[Client]) -> None:
    del dask
    one = whole(plan(tmp_path / "one", oracles=("parity",)))
    other = whole(plan(tmp_path / "other", oracles=("parity",), cluster="tcp://there"))
    assert timeless(other) == timeless(one)
    assert cluster._OPEN == [], "no target is left running"


def test_a_cluster_waits_for_a_round_as_one_machine_does(tmp_path: Path, dask: type[Client]) -> None:
    del dask
    searching = {
        "targets": ("py:tests.journal.journal_toys:Right",),
        "search": "disagreement",
        "cases": 448,
    }
    one = whole(plan(tmp_path / "one", **searching))
    other = whole(plan(tmp_path / "other", **searching, cluster="tcp://there"))
    assert timeless(other) == timeless(one)
    assert other.stats.features["mutated"] > 100


def test_what_is_in_the_way_is_told(
    tmp_path: Path, dask: type[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    of = plan(tmp_path, targets=("py:tests.journal.journal_toys:Right",), cases=64)
    with pytest.raises(HarnessError, match="no Dask scheduler with a worker: nobody there"):
        cluster.Cluster(of, "tcp://elsewhere").__enter__()
    monkeypatch.setattr(dask, "digest", staticmethod(lambda: "another"))
    with pytest.raises(HarnessError, match="the worker a has another version"):
        cluster.Cluster(of, "tcp://there").__enter__()
    monkeypatch.undo()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (KilledWorker("batch"), "workers died over one batch"),
        (worker.Broken("no such target"), "no such target"),
        (7, "a worker gave int"),
    ],
)
def test_what_a_worker_could_not_do_ends_the_search_with_a_fault(
    tmp_path: Path, dask: type[Client], monkeypatch: pytest.MonkeyPatch, given: object, told: str
) -> None:
    monkeypatch.setattr(dask, "submit", lambda *_, **__: Future(given))
    of = plan(tmp_path, targets=("py:tests.journal.journal_toys:Right",), cluster="tcp://there")
    report = whole(of)
    assert (report.status, report.state) == (2, "failed")
    assert told in report.faults[0].message


def test_a_target_that_a_worker_does_not_have_is_told(tmp_path: Path) -> None:
    found = cluster.batch(plan(tmp_path, targets=("py:tests.journal.journal_toys:None",)), Order(0))
    assert isinstance(found, worker.Broken)


@contextmanager
def processes(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A real scheduler and workers, each a process of its own, over TCP on loopback."""
    file = folder / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def start(*words: str) -> subprocess.Popen[bytes]:
        log = (folder / f"{words[0]}-{time.monotonic_ns()}.log").open("wb")
        with log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:]],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
            )

    with ExitStack() as stack:
        address = ("--scheduler-file", str(file))
        scheduler = start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", *address)
        stack.callback(ended, scheduler)
        until = time.monotonic() + 60
        while not file.exists() and time.monotonic() < until:
            time.sleep(0.1)
        started = []
        for _ in range(workers):
            started.append(start("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", *address))
            stack.callback(ended, started[-1])
        yield json.loads(file.read_text())["address"], started


def ended(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.mark.full
def test_a_real_cluster_of_which_a_worker_is_killed_gives_the_report_of_one_machine(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="it is in the extra cluster")
    cases = 64 * 30
    one = whole(plan(tmp_path / "one", cases=cases))
    batches = 0
    with processes(tmp_path, 2) as (address, workers):

        def kill(event: CampaignEvent) -> None:
            nonlocal batches
            if isinstance(event, Progress):
                batches += 1
                if batches == 8:
                    workers[0].send_signal(signal.SIGKILL)

        other = whole(plan(tmp_path / "other", cases=cases, cluster=address), [kill])
        assert workers[0].wait(10) == -signal.SIGKILL
        assert workers[1].poll() is None
    assert batches == 30
    assert other.findings
    assert timeless(structs.replace(other, timing=one.timing)) == timeless(one)
