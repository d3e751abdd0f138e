"""The goal of scaling: two workers against one, on campaigns that Python takes the time of. By the clock.

A campaign of the command line against the Python reference. What starting and the report take is taken off,
by campaigns of two lengths. A machine with one core, or a busy one, can't show it.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING

from goal import Goal
from measure import SEED
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORT, LONG = 256, 2_816
TURNS = 3
RUN = "import sys; from harness.cli import main; sys.argv[0] = 'toolcall-harness'; main()"


def clocked(jobs: int, cases: int) -> tuple[float, float]:
    """Give the seconds of the clock, and of all CPU time. Raises ``CalledProcessError``: it must pass."""
    with tempfile.TemporaryDirectory() as folder:
        started, used = time.perf_counter(), _used()
        how = (
            "--cases",
            str(cases),
            "--jobs",
            str(jobs),
            "--seed",
            str(SEED),
            "--no-ledger",
            "--out",
            folder,
        )
        subprocess.run(
            [sys.executable, "-c", RUN, "run", "-t", "python", "--time", "1h", *how],
            check=True,
            capture_output=True,
        )
        return time.perf_counter() - started, _used() - used


def _used() -> float:
    times = os.times()
    return times.children_user + times.children_system


class Rate(Struct, frozen=True):
    """How a number of workers goes on, once they are started."""

    cases: float  # a second of the clock
    cpu: float  # milliseconds of CPU time a case
    cores: float  # that are busy


def rate(jobs: int) -> Rate:
    """Measure a number of workers."""
    (short, few), (long, many) = clocked(jobs, SHORT), clocked(jobs, LONG)
    cases, clock, cpu = LONG - SHORT, long - short, many - few
    return Rate(cases / clock, cpu / cases * 1e3, cpu / clock)


def workers(_: object = None) -> Iterator[Goal]:
    """Measure one and two in turn."""
    turns = [(rate(1), rate(2)) for _ in range(TURNS)]
    ratio = statistics.median(two.cases / one.cases for one, two in turns)
    yield Goal("two workers against one, a target in Python, by the clock", 1.8, ratio, was="1.97", digits=2)
    for name, rates in zip(("one worker", "two workers"), zip(*turns, strict=True), strict=True):
        cases, cpu, cores = (
            statistics.median(getattr(each, member) for each in rates) for member in ("cases", "cpu", "cores")
        )
        yield Goal(f"  {name}", None, cases, "cases a second", digits=0)
        yield Goal(f"  {name}, CPU time", None, cpu, "ms a case", digits=2)
        yield Goal(f"  {name}, cores that are busy with its parsers", None, cores, "cores", digits=2)
