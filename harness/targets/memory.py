"""How much memory children hold. Linux only; elsewhere nothing is known and nothing limited.

Sampled, and not set as a limit of the operating system: a limit on address space breaks Node, and
one on the data segment ends a process in a way that can't be told from other deaths (PROTOCOL, last
table, allows both ways).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_GROUP, _RESIDENT = 2, 21  # places in /proc/PID/stat after the closing bracket (proc_pid_stat(5))


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
    try:
        names = os.listdir("/proc")  # noqa: PTH208 - pathlib would take twice as long
    except OSError:
        return held
    for name in names:
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 - as above
                fields = file.read().rpartition(b")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if len(fields) > _RESIDENT and (group := int(fields[_GROUP])) in pgids:
            held[group] = held.get(group, 0) + int(fields[_RESIDENT]) * page
    return held
