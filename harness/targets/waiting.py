"""The one loop that waits for children: answers, deaths, deadlines and memory of all of them at once.

Most deaths show as the end of output. What a dead adapter forked may hold its pipe open, so a slow
child is also looked at ten times a second; with it goes the look at memory.

The clock of a request starts when the harness begins to wait, not when the request was sent: in
between the harness draws the next batch and reads no pipe, and an adapter must not be blamed for an
answer that nobody fetched. For the same reason pipes are looked at once more before a deadline is
held against anyone.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from harness.targets import memory
from harness.targets.child import ready

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.targets.session import Session

_LOOK = 0.1  # seconds between two looks at a child that is slow to answer
_WEIGH = 5.0  # seconds between two sums over process groups: one reads all of /proc, some milliseconds


def wait(sessions: Sequence[Session]) -> Iterator[Session]:
    """Give each session when its answer is there or will not come."""
    start = time.monotonic()
    look = start + _LOOK
    _weigh(sessions, start)
    pending = list(sessions)
    while pending:
        now = time.monotonic()
        if now >= look:
            _look(pending, now)
            look = now + _LOOK
        until = min(look, *(start + session.limit for session in pending))
        if any(session.settled for session in pending):
            until = now
        for child, descriptor in ready([session.child for session in pending], until - now):
            child.serve(descriptor)
        now = time.monotonic()
        for session in tuple(pending):
            if now >= start + session.limit and not session.child.done:
                session.overdue = True
            if session.settled:
                pending.remove(session)
                yield session


def _look(sessions: Sequence[Session], now: float) -> None:
    for session in sessions:
        session.child.look()
        session.judge_memory(memory.of_process(session.child.pgid))
    _weigh(sessions, now)


def _weigh(sessions: Sequence[Session], now: float) -> None:
    """Weigh what the children started, too, but not often, and one reading of /proc for all."""
    if all(now - session.weighed < _WEIGH for session in sessions):
        return
    held = memory.of_groups({session.child.pgid for session in sessions})
    for session in sessions:
        session.weighed = now
        session.judge_memory(held.get(session.child.pgid, 0))
