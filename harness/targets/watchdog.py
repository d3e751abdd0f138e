"""A small process that outlives the harness by a moment, and ends what the harness left behind.

Run as a script by path (``python -I -S watchdog.py PREFIX``), with the standard library only and as
little of it as possible. It reads lines from a pipe whose other end only the harness holds: ``+123``
when process group 123 was started, ``-123`` when it is gone. The end of the pipe means that the
harness is gone, by whatever death, SIGKILL included. Then every group still on the list is killed,
and on Linux every process whose environment carries a token with the prefix of this harness: that
finds also what left its group with setsid. (Where there is no /proc, only groups are found. A
process that wipes its environment *and* leaves its group is not found at all.)

Why not PR_SET_PDEATHSIG: it is Linux only, ends only the child itself, and follows the thread that
started it. Why not a subreaper: it would change what the harness's own caller sees.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # the typing module would double the start of this script
if TYPE_CHECKING:
    from collections.abc import Callable

TOKEN = "TOOLCALL_HARNESS_CHILD"  # noqa: S105 - the name of an environment variable, no secret
_ROUNDS = 20  # a straggler may fork while it is being looked for


def carriers(mark: bytes) -> list[int]:
    """Give the processes whose environment carries a token that begins with ``mark`` (Linux)."""
    needle = b"%b=%b" % (TOKEN.encode(), mark)
    found = []
    try:
        names = os.listdir("/proc")  # noqa: PTH208 - pathlib would double the start of this script
    except OSError:
        return []
    for name in names:
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/environ", "rb") as file:  # noqa: PTH123 - as above
                environ = file.read()
        except OSError:  # gone, or another user's
            continue
        if environ.startswith(needle) or b"\0" + needle in environ:
            found.append(int(name))
    return found


def kill_carriers(mark: bytes) -> None:
    """Kill these processes until none is left."""
    for _ in range(_ROUNDS):
        found = carriers(mark)
        for pid in found:
            _kill(os.kill, pid)
        if not found:
            return


def kill_group(pgid: int) -> None:
    """Kill a process group, if there still is one."""
    _kill(os.killpg, pgid)


def _kill(how: Callable[[int, int], None], number: int) -> None:
    try:
        how(number, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # gone (macOS says EPERM for a zombie's group)
        return


def main() -> None:
    """Wait for the end of the harness, then clean up."""
    groups = set()
    for line in sys.stdin.buffer:
        number = int(line[1:])
        if line[:1] == b"+":
            groups.add(number)
        else:
            groups.discard(number)
    for pgid in groups:
        kill_group(pgid)
    kill_carriers(sys.argv[1].encode())


if __name__ == "__main__":
    main()
