"""CPU times, and a campaign's worker run in this process, so that its time can be taken apart.

CPU time and not the clock, because machines are shared. A busy neighbour still makes a core slower, up to
three times here. So what is compared is measured in turn; and absolute figures are measured in turn with a
yardstick, something of which it is known how long it took on the machine of the bars while that was quiet.
"""

from __future__ import annotations

import os
import pickle
import random
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

from echoes import DIALECT, HOLDING

from harness.events import Stats
from harness.search.orders import Order
from harness.search.plan import BATCH, Plan
from harness.search.worker import Done, serve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.targets import Crew

SEED = 3
ROUNDS = 5

YARDSTICK = 3.8
"""CPU microseconds of seeding ``random.Random`` when and where the bars were set (docs/design.md)."""


def lots(seed: int | str | None = None) -> random.Random:
    """Give a stream of numbers to choose by."""
    return random.Random(seed)  # noqa: S311 -- cuts, and a yardstick; no secrets


def slowness() -> float:
    """Tell how many times slower this machine is, right now, than that of the bars."""
    seed = lots().seed
    started = time.process_time()
    for number in range(300):
        seed(SEED << 32 | number)
    return (time.process_time() - started) / 300 * 1e6 / YARDSTICK


def children(crew: Crew) -> float:
    """Give the CPU seconds that the children of a crew have used so far, with all threads. Linux only."""
    ticks = 0
    for target in crew.targets.values():
        stat = Path(f"/proc/{target._session.child.pgid}/stat").read_text(encoding="ascii")
        ticks += sum(int(word) for word in stat.rpartition(")")[2].split()[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


def cpu(crew: Crew, work: Callable[[], object]) -> float:
    """Give the CPU seconds that some work costs, in this process and in the children."""
    before = time.process_time() + children(crew)
    work()
    return time.process_time() + children(crew) - before


class Worker:
    """Stands in for the connection between a campaign and its worker; both ends are in this process.

    What the campaign does with each batch, reading and adding up, is counted too.
    """

    def __init__(self, cases: int, each: Callable[[], object]) -> None:
        """Let so many cases be run. ``each`` is called after each batch, outside of what is measured."""
        self._todo = [*map(Order, range(0, cases, BATCH)), None]
        self._each = each
        self._last = 0.0
        self._spent: list[float] = []
        self._generated: list[float] = []
        self._judged: list[float] = []
        self._slowness: list[float] = []
        self.stats = Stats()
        self.suspects = 0

    def poll(self) -> bool:
        """Say that the next one is there."""
        return True

    def recv(self) -> Order | None:
        """Give the next batch."""
        return self._todo.pop(0)

    def send(self, message: object) -> None:
        """Take a batch."""
        message = pickle.loads(pickle.dumps(message))  # noqa: S301 -- it was pickled here
        if isinstance(message, Done):
            self.stats += message.stats
            self.suspects += len(message.suspects)
            self._spent.append(time.process_time() - self._last)
            self._generated.append(message.generate_seconds)
            self._judged.append(message.judge_seconds)
            self._each()
            self._slowness.append(slowness())
        self._last = time.process_time()

    @property
    def slowness(self) -> float:
        """Give what the yardstick said meanwhile."""
        return statistics.mean(self._slowness)

    def engine(self) -> float:
        """Give the CPU microseconds a document of all that is not generation.

        Batch k+1 is generated between the messages of k-1 and k, so the ends are left out.
        """
        spent = sum(self._spent[1:-1]) - sum(self._generated[2:])
        return spent / (len(self._spent) - 2) / BATCH * 1e6

    def generation(self) -> float:
        """Give the CPU microseconds that generating a document takes."""
        return sum(self._generated[2:]) / (len(self._generated) - 2) / BATCH * 1e6

    def judging(self) -> float:
        """Give the CPU microseconds that judging a document takes."""
        return sum(self._judged[1:-1]) / (len(self._judged) - 2) / BATCH * 1e6


def campaign(
    targets: Sequence[str],
    cases: int,
    oracles: Sequence[str] = HOLDING,
    each: Callable[[], object] = lambda: None,
) -> Worker:
    """Run the worker of a campaign over so many cases."""
    plan = Plan(tuple(targets), DIALECT, tuple(oracles), (), SEED, Path())
    worker = Worker(cases, each)
    serve(worker, plan)
    return worker
