"""No child outlives the harness, however either of them ends."""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.model import Case
from harness.targets import Crew, Target, watchdog
from harness.targets.tether import tether

linux = pytest.mark.skipif(sys.platform != "linux", reason="the token is found through /proc")

HARNESS = """
import signal, sys, time
from harness.model import Case
from harness.targets import Crew
from harness.targets.tether import tether
# A job in the background inherits that it is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
crew = Crew(sys.argv[1:])
crew.open()
crew.submit([Case("t:0", "dsml", "HANG")])
print(tether().prefix, flush=True)
time.sleep(600)
"""


def wait_until_gone(prefix: bytes) -> list[int]:
    until = time.monotonic() + 20
    while (left := watchdog.carriers(prefix)) and time.monotonic() < until:
        time.sleep(0.02)
    return left


def descriptors() -> int:
    """Count those of this process, without what earlier tests left for the collector of garbage."""
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir()))


@linux
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_of_a_harness_that_was_killed(
    adapter: Callable[..., str], how: signal.Signals
) -> None:
    names = [adapter("hangs_on"), adapter("keeps_children")]
    with subprocess.Popen(
        [sys.executable, "-c", HARNESS, *names], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as harness:
        try:
            prefix = harness.stdout.readline().strip()
            assert len(watchdog.carriers(prefix)) == 3
            harness.send_signal(how)
            harness.wait(20)
        finally:
            harness.kill()  # nothing happens to one that has ended
    assert wait_until_gone(prefix) == []


@linux
def test_a_child_that_left_its_session_dies_with_its_target(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("keeps_children")) as target:
        target.run(cases("a"))
        token = target._session.child.token.encode()
        assert len(watchdog.carriers(token)) == 2
    assert watchdog.carriers(token) == []


@linux
def test_a_forked_process_has_a_watchdog_of_its_own_and_does_not_hold_its_parents(
    adapter: Callable[..., str],
) -> None:
    prefix = tether().prefix
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            with Target(adapter("echo")):
                status = int(tether().prefix == prefix)
        finally:
            os._exit(status)
    assert os.waitpid(pid, 0)[1] == 0
    assert tether().prefix == prefix


def test_a_group_is_killed_also_where_tokens_cannot_be_found(
    adapter: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "kill_carriers", lambda mark: mark)
    target = Target(adapter("hangs_on"))
    target.open()
    pgid = target._session.child.pgid
    target.close()
    with pytest.raises(ProcessLookupError):
        os.killpg(pgid, 0)


def test_closing_twice_and_closing_what_was_never_opened_is_fine(adapter: Callable[..., str]) -> None:
    crew = Crew([adapter("echo")])
    crew.close()
    crew.open()
    crew.close()
    crew.close()


@pytest.mark.skipif(sys.platform != "linux", reason="descriptors are counted through /proc")
def test_a_replaced_child_leaves_no_descriptor_open(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("dies_on")) as target:
        target.run(cases("a"))
        before = descriptors()
        for _ in range(3):
            target.run(cases("DIE", "a"))
            target.fresh()
        target.run(cases("a"))
        assert descriptors() == before
