"""The goal of starting: what ``--help`` costs beyond a bare Python, against importing click alone."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from typing import TYPE_CHECKING

from goal import Goal

if TYPE_CHECKING:
    from collections.abc import Iterator

STARTS = 15
HELP = "import sys; sys.argv = ['toolcall-harness', '--help']; from harness.cli import main; main()"


def started(code: str) -> float:
    """Give the CPU seconds of a Python that does this. Raises ``CalledProcessError``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def starting(_: object = None) -> Iterator[Goal]:
    """Measure the three in turn. They are milliseconds, so the median of many counts."""
    rows = [[started(code) for code in ("pass", "import click", HELP)] for _ in range(STARTS)]
    bare, click, told = (statistics.median(column) * 1e3 for column in zip(*rows, strict=True))
    ratio = (told - bare) / (click - bare)
    yield Goal("--help beyond a bare Python, against importing click", 2, ratio, "times click", "1.3", 2)
    yield Goal("  a bare Python", None, bare, "ms of CPU time")
    yield Goal("  click beyond it", None, click - bare, "ms of CPU time")
    yield Goal("  --help beyond it", None, told - bare, "ms of CPU time")
