"""The goal of scaling: two workers against one, on campaigns that Python takes the time of. By the clock.

A campaign of the command line against the Python reference. What starting and the report take is taken off,
by campaigns of two lengths. A machine with one core, or a busy one, can't show it.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING

from goal import Goal
from measure import SEED

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORT, LONG = 256, 2_816
TURNS = 3
RUN = "import sys; from harness.cli import main; sys.argv[0] = 'toolcall-harness'; main()"


def clocked(jobs: int, cases: int) -> float:
    """Give the seconds of the clock that a campaign takes. Raises ``CalledProcessError``: it must pass."""
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
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
        return time.perf_counter() - started


def rate(jobs: int) -> float:
    """Give the cases a second of so many workers, once they are started."""
    short, long = clocked(jobs, SHORT), clocked(jobs, LONG)
    return (LONG - SHORT) / (long - short)


def workers(_: object = None) -> Iterator[Goal]:
    """Measure one and two in turn."""
    turns = [(rate(1), rate(2)) for _ in range(TURNS)]
    ratio = statistics.median(two / one for one, two in turns)
    yield Goal("two workers against one, a target in Python, by the clock", 1.8, ratio, was="1.97", digits=2)
    for name, rates in zip(("one worker", "two workers"), zip(*turns, strict=True), strict=True):
        yield Goal(f"  {name}", None, statistics.median(rates), "cases a second", digits=0)
