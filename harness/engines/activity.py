"""What a process does just now: how much CPU time it has used, and whether it sleeps."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from harness.targets import processes

_ASLEEP = frozenset((b"S", b"Z", b"X", b"I"))  # waits for something that may never come, or is dead


class Activity(NamedTuple):
    """Of all processes of a group, and of all their threads."""

    cpu: float  # seconds, as user and as system
    asleep: bool  # none could go on. Not so: one that runs or waits for a core, for a disk, or was stopped


def activity(group: int) -> Activity | None:
    """Look at a process that leads a group, and at what it started. None where nothing is known of it."""
    ticks, states = 0, set[bytes]()
    for pid, fields in processes.of_groups({group}):
        ticks += sum(map(int, fields[processes.CPU]))
        states |= {fields[processes.STATE], *_threads(pid)}
    if not states:
        return None
    return Activity(ticks / os.sysconf("SC_CLK_TCK"), states <= _ASLEEP)


def _threads(pid: int) -> set[bytes]:
    """Give the states of its threads: the process has that of its first, which may wait for the others."""
    try:
        threads = list(Path(f"/proc/{pid}/task").iterdir())
    except OSError:
        return set()
    read = [processes.fields(f"{thread}/stat") for thread in threads]
    return {fields[processes.STATE] for fields in read if fields}
