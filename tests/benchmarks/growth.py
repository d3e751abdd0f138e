"""The goal of memory: how a worker grows. As a program, with a target, it prints that in MB."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from goal import Goal
from measure import campaign

from harness.search.plan import BATCH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from echoes import Echoes

MEMORY_WARM, MEMORY_CASES = 10_000, 45_000


def memory(echoes: Echoes) -> Iterator[Goal]:
    """Measure, in a process of its own, how the worker grows."""
    ran = subprocess.run([sys.executable, __file__, echoes.go()], capture_output=True, check=True, text=True)
    yield Goal("growth of a worker in 10,000 documents", 5, float(ran.stdout), "MB", was="0")


def grow(target: str) -> None:
    """Print how much a worker grows in 10,000 documents, in MB.

    Long texts come now and then, and what they took is given back or used again. So plateaus are compared:
    the least that was held in the first third after the warm-up, and the least of the last third.
    """
    held: list[int] = []

    def weigh() -> None:
        words = Path("/proc/self/statm").read_text(encoding="ascii").split()
        held.append(int(words[1]) * os.sysconf("SC_PAGE_SIZE"))

    campaign([target], MEMORY_CASES, each=weigh)
    held = held[MEMORY_WARM // BATCH :]
    third = len(held) // 3
    documents = 2 * third * BATCH
    growth = (min(held[-third:]) - min(held[:third])) / 1e6 * 10_000 / documents
    sys.stdout.write(f"{growth}\n")


if __name__ == "__main__":
    grow(sys.argv[1])
