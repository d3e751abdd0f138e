"""How long a fuzzing process is waited for: what it does counts, not how crowded the machine is."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.engines.activity import Activity, activity
from harness.engines.patience import BLINK, LONGEST, LOOK, Patience

LIMIT = 40.0


class Machine:
    """A process on a machine, and a clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.cpu = 5.0
        self.patience = Patience(LIMIT, clock=lambda: self.now, reader=lambda _group: self.seen)
        self.seen: Activity | None = None

    def passes(
        self, seconds: float, *, share: float, asleep: bool, place: bytes = b"a", look: float = 0.5
    ) -> bool:
        """Let time pass, and look: the process gets a share of a core. True: it was too long."""
        ends = self.now + seconds
        while self.now < ends:
            self.now += look
            self.cpu += look * share
            self.seen = Activity(self.cpu, asleep)
            if self.patience.over(7, place):
                return True
        return False


@pytest.fixture
def machine() -> Machine:
    made = Machine()
    assert not made.patience.over(7, b"a")
    return made


def test_what_sleeps_is_stuck_after_the_limit(machine: Machine) -> None:
    assert not machine.passes(LIMIT, share=0.0, asleep=True)
    assert machine.passes(3, share=0.0, asleep=True)


def test_what_uses_cpu_time_is_stuck_after_the_limit(machine: Machine) -> None:
    assert not machine.passes(LIMIT, share=1.0, asleep=False)
    assert machine.passes(3, share=1.0, asleep=False)


def test_what_wakes_up_now_and_then_is_stuck_too(machine: Machine) -> None:
    assert machine.passes(LIMIT + 5, share=0.1, asleep=True)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.1])
def test_what_waits_for_a_core_is_waited_for(machine: Machine, share: float) -> None:
    assert not machine.passes(9 * LIMIT, share=share, asleep=False)


def test_a_slow_case_on_a_crowded_machine_has_all_its_cpu_time(machine: Machine) -> None:
    assert not machine.passes(LIMIT * 10, share=0.1, asleep=False)
    assert machine.passes(30, share=0.1, asleep=False)


def test_nothing_is_waited_for_for_ever(machine: Machine) -> None:
    assert not machine.passes(LONGEST * LIMIT - LOOK, share=0.0, asleep=False)
    assert machine.passes(2, share=0.0, asleep=False)


def test_a_campaign_that_gets_no_core_itself_blames_nobody(machine: Machine) -> None:
    """One that sleeps at two looks that are far apart may have been kept from going on between them."""
    looks = int(LIMIT / BLINK)
    assert not machine.passes(looks * 60, share=0.0, asleep=True, look=60)


def test_another_place_begins_anew(machine: Machine) -> None:
    for place in (b"b", b"c", b"d"):
        assert not machine.passes(LIMIT - 1, share=0.0, asleep=True, place=place)
    machine.patience.begin()
    assert not machine.passes(LIMIT - 1, share=1.0, asleep=False, place=b"d")


def test_without_knowledge_the_clock_decides() -> None:
    now = 0.0
    patience = Patience(LIMIT, clock=lambda: now, reader=lambda _group: None)
    now = LIMIT
    assert not patience.over(7, b"")
    now = LIMIT + 1
    assert patience.over(7, b"")


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0, 1), st.booleans()), max_size=60))
def test_nobody_is_stuck_within_the_limit(steps: list[tuple[float, float, bool]]) -> None:
    """Whatever a process does: sleep and CPU time together are no more than the time that passed."""
    machine = Machine()
    machine.patience.over(7, b"a")
    for seconds, share, asleep in steps:
        if machine.now + seconds - 1000.0 > LIMIT:
            break
        machine.now += seconds
        machine.cpu += seconds * share
        machine.seen = Activity(machine.cpu, asleep)
        assert not machine.patience.over(7, b"a")


# ---------------------------------------------------------------- what is read of real processes

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")

SAY = "import sys; print('begun', flush=True)"
SLEEPS = f"import time; {SAY}; time.sleep(1000)"
COUNTS = f"{SAY}\nwhile True: pass"
COUNTS_IN_NATIVE_CODE = (
    f"import collections, itertools; {SAY}; collections.deque(itertools.repeat(0), maxlen=0)"
)
WAITS_FOR_A_THREAD = f"import threading; threading.Thread(target=exec, args=({COUNTS!r},)).start()"
WAITS_FOR_A_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {COUNTS!r}])"

Begin = Callable[[str], subprocess.Popen[bytes]]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Start a program that says when it has begun; end it with all that it started."""
    begun = []

    def program(source: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-c", source], stdout=subprocess.PIPE, start_new_session=True
        )
        begun.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        return process

    yield program
    for process in begun:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        with process:
            process.wait()


def until(group: int, seen: Callable[[Activity], bool]) -> Activity | None:
    """Look until something is seen; None if it is not for a minute."""
    for _ in range(1200):
        found = activity(group)
        if found is not None and seen(found):
            return found
        time.sleep(0.05)
    return None


@needs_proc
def test_one_that_sleeps_is_seen_to_sleep(begin: Begin) -> None:
    assert until(begin(SLEEPS).pid, lambda seen: seen.asleep)


@needs_proc
@pytest.mark.parametrize("source", [COUNTS, COUNTS_IN_NATIVE_CODE, WAITS_FOR_A_THREAD, WAITS_FOR_A_CHILD])
def test_one_that_counts_never_sleeps_and_uses_cpu_time(begin: Begin, source: str) -> None:
    group = begin(source).pid
    first = activity(group)
    assert first is not None
    slept = []
    assert until(group, lambda seen: slept.append(seen.asleep) or seen.cpu >= first.cpu + 0.03)
    assert True not in slept


@needs_proc
def test_one_that_was_stopped_neither_sleeps_nor_uses_cpu_time(begin: Begin) -> None:
    process = begin(COUNTS)
    process.send_signal(signal.SIGSTOP)
    os.waitpid(process.pid, os.WUNTRACED)
    first, second = activity(process.pid), activity(process.pid)
    assert first is not None
    assert first == second
    assert not first.asleep


@needs_proc
def test_of_one_that_is_gone_nothing_is_known(begin: Begin) -> None:
    process = begin(SLEEPS)
    process.kill()
    process.wait()
    assert activity(process.pid) is None
