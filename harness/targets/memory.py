"""How much memory children hold. Linux only; elsewhere nothing is known and nothing limited.

Sampled, and not set as a limit of the operating system: a limit on address space breaks Node, and
one on the data segment ends a process in a way that can't be told from other deaths (PROTOCOL, last
table, allows both ways).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from harness.targets import processes

if TYPE_CHECKING:
    from collections.abc import Collection


def of_process(pid: int) -> int:
    """Give the resident bytes of one process; 0 where nothing is known."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123 - asked ten times a second
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def of_groups(pgids: Collection[int]) -> dict[int, int]:
    """Sum the resident bytes of all processes, by group; empty where there is no /proc."""
    page = os.sysconf("SC_PAGE_SIZE")
    held: dict[int, int] = {}
    for _, fields in processes.of_groups(pgids):
        group = int(fields[processes.GROUP])
        held[group] = held.get(group, 0) + int(fields[processes.RESIDENT]) * page
    return held
