"""What /proc/PID/stat tells of the processes of groups. Linux only; elsewhere nothing is known."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

STATE, GROUP, CPU, RESIDENT = 0, 2, slice(11, 15), 21
"""Places in the fields behind the closing bracket (proc_pid_stat(5)). ``CPU``: ticks of its own, as
user and as system, then those of children that ended and were waited for."""


def of_groups(pgids: Collection[int]) -> Iterator[tuple[int, list[bytes]]]:
    """Give each process of the groups: its number and its fields. One that ends meanwhile is left out."""
    try:
        names = os.listdir("/proc")  # noqa: PTH208 - pathlib would take twice as long
    except OSError:
        return
    for name in names:
        if not name.isdigit():
            continue
        read = fields(f"/proc/{name}/stat")
        if len(read) > RESIDENT and int(read[GROUP]) in pgids:
            yield int(name), read


def fields(path: str) -> list[bytes]:
    """Read such a file, of a process or of a thread: the fields behind its name. Empty where it is gone."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib would take twice as long
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return []
