"""What a fuzzing process is told, and how its cases are numbered."""

from __future__ import annotations

import hashlib
import struct

from msgspec import Struct

from harness.search.plan import BATCH, Plan


class Task(Struct, frozen=True):
    """The part of one process in a campaign."""

    plan: Plan
    part: int  # of ``plan.jobs``, counted from 0
    first: int  # of its own cases, the number of the first: more than 0 after a process that ended
    seconds: float | None  # no case is begun after them
    folder: str  # of its files, which are named below


KEPT, SEEDS, CURRENT, LOG = "kept", "seeds", "current", "log"
"""Files of a process: the inputs that it found worth keeping, those that it begins with, the input that it is
at, and what Atheris says."""


def number(local: int, part: int, parts: int) -> int:
    """Give the campaign's number of a process's own case: each process has every so manieth batch."""
    batch, place = divmod(local, BATCH)
    return (batch * parts + part) * BATCH + place


def fuzzer_seed(task: Task) -> int:
    """Make the seed of a process: at least 1, since 0 means a random one to libFuzzer."""
    told = f"{task.plan.seed}\0{task.part}\0{task.first}".encode()
    return int.from_bytes(hashlib.sha256(told).digest()[:4], "big") % (2**31 - 1) + 1


_HEAD = struct.Struct("<QL")


def current(local: int, data: bytes) -> bytes:
    """Write down which input a process is at."""
    return _HEAD.pack(local, len(data)) + data


def read_current(content: bytes) -> tuple[int, bytes] | None:
    """Read it: the number of the process's own case, and the bytes. None where it has not begun."""
    if len(content) < _HEAD.size:
        return None
    local, size = _HEAD.unpack_from(content)
    return local, content[_HEAD.size : _HEAD.size + size]
