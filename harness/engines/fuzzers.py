"""The fuzzing processes of a campaign, in the place of its workers: what they did, in one order.

What a process leaves behind when it ends before its time is looked at again from outside, on a fresh child:
a parser that dies, grows too big or never comes back is a result like any other, and the process is started
again behind it. With several processes each has its batches, and what they did is put together by number, so
that it does not depend on which of them is quicker.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import TYPE_CHECKING, Self

from harness.cards.shape import sight
from harness.corpus.kept import add
from harness.engines import inputs
from harness.engines.byte_source import choices_of, drawn
from harness.engines.patience import Patience
from harness.engines.task import CURRENT, KEPT, LOG, SEEDS, Task, number, read_current
from harness.errors import HarnessError, TargetUnavailable
from harness.model import Fault
from harness.search.bench import Bench
from harness.search.worker import Done, Kept, Suspect, summed
from harness.targets.memory import of_process
from harness.targets.tether import tether

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.search.orders import Orders
    from harness.search.plan import Plan

_AHEAD = 512  # messages of a process that wait for those of another
_INNOCENT = 3  # processes that may end at a case which does nothing when it is run alone
_KEEP_SECONDS = 10.0  # between two looks at what is worth keeping
_LOADING = (
    600.0  # seconds of sleep or of CPU time until the parser is loaded: a large package is instrumented first
)
_LONGEST_LOG = 1 << 20  # bytes: a parser may print at each text
_TOLD = 8  # lines of the log in a message


class Fuzzers:
    """The processes. Use as a context manager."""

    def __init__(self, plan: Plan) -> None:
        """Start nothing yet."""
        self._plan = plan
        self._corpus = plan.corpus or plan.out / "corpus"
        self._folder = Path()
        self._parts: list[_Part] = []
        self._innocent = 0
        self._kept = time.monotonic()

    def __enter__(self) -> Self:
        """Write down what they begin with. Raises ``HarnessError`` where the corpus is none."""
        known = inputs.known(self._corpus, self._plan.dialect)
        self._folder = Path(tempfile.mkdtemp(prefix="toolcall-harness-"))
        for place in range(self._plan.jobs):
            part = _Part(self._plan, place, self._folder / str(place))
            self._parts.append(part)
            inputs.begin_with(part.folder / SEEDS, known[place :: self._plan.jobs])
        return self

    def __exit__(self, *_: object) -> None:
        """End them, and keep what they found worth keeping."""
        try:
            for part in self._parts:
                part.end()
            self._keep()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def results(self, orders: Orders) -> Iterator[Done]:
        """Give what was done, in order of case numbers, until the budget is used.

        Of the orders only the time is heeded: an input hangs on all inputs before it.

        Raises ``HarnessError`` where the processes keep ending at cases that do nothing.
        """
        deadline = orders.deadline
        for part in self._parts:
            part.start(0, deadline)
        while True:
            due = self._due()
            if due is not None:
                yield due
                for part in self._parts:
                    part.touch()  # nobody looked meanwhile
            elif all(part.over for part in self._parts):
                return
            else:
                self._hear(deadline)

    def _due(self) -> Done | None:
        """Give the next of all; None while a process that could be before it has said nothing."""
        if any(not part.over and not part.said for part in self._parts):
            return None
        heads = [part.said for part in self._parts if part.said]
        return min(heads, key=lambda said: said[0].first).popleft() if heads else None

    def _hear(self, deadline: float | None) -> None:
        listened = {
            part.connection: part
            for part in self._parts
            if part.connection is not None and len(part.said) < _AHEAD
        }
        for ready in wait(list(listened), timeout=0.5):
            part = listened[ready] if isinstance(ready, Connection) else None
            if part is not None and not part.hear():
                self._look_into(part, deadline)
        for part in self._parts:
            if part.stuck():
                self._look_into(part, deadline)
        if time.monotonic() >= self._kept + _KEEP_SECONDS:
            self._keep()

    def _look_into(self, part: _Part, deadline: float | None) -> None:
        """Run the case at which a process ended on a fresh child, and start the process again behind it."""
        status = part.end()
        at = read_current(part.read(CURRENT)) if part.ready else None
        if at is None:
            how = "never came" if status is None else f"ended with status {status} before it came"
            raise TargetUnavailable(
                self._plan.targets[0], f"the fuzzing process {how} to its first case: {part.told()}"
            )
        local, data = at
        done = self._alone(part, local, data, status)
        part.said.append(done)
        if done.lost:
            part.over = True
            return
        part.start(local + 1, deadline)

    def _alone(self, part: _Part, local: int, data: bytes, status: int | None) -> Done:
        plan = self._plan
        index = number(local, part.place, plan.jobs)
        case, _ = drawn(data, plan, f"{plan.seed}:{index}")
        with Bench.of(plan) as bench:
            verdict = bench.examine([case])[0]
            lost = () if bench.crew.targets else plan.targets
            faults = tuple(bench.crew.faults)
            suspects = []
            if verdict.violations:
                seen = sight(case, verdict.violations[0], verdict.outcomes, bench.stances)
                suspects.append(Suspect(index, verdict.violations, seen, Kept(case, choices_of(data, plan))))
        if not suspects and not faults:
            faults = (self._innocently(part, status),)
        return Done(index, summed([verdict]), tuple(suspects), faults, lost, 0.0, 0.0)

    def _innocently(self, part: _Part, status: int | None) -> Fault:
        how = "stopped at a case" if status is None else f"ended with status {status}"
        self._innocent += 1
        told = f"the fuzzing process {how}; alone on a fresh parser, the case does nothing"
        if self._innocent > _INNOCENT:
            raise HarnessError(f"{told}, and this is the {self._innocent}th time: {part.told()}")
        return Fault("harness", self._plan.targets[0], told, "", part.told())

    def _keep(self) -> None:
        for part in self._parts:
            part.keep(self._corpus)
        self._kept = time.monotonic()


class _Part:
    """One process, started again as often as needed."""

    def __init__(self, plan: Plan, place: int, folder: Path) -> None:
        self.place = place
        self.folder = folder
        self.said: deque[Done] = deque()  # what was not given on yet
        self.over = False  # there is no more to do
        self.ready = False  # the parser is loaded
        self.connection: Connection | None = None
        self._plan = plan
        self._process: subprocess.Popen[bytes] | None = None
        self._patience = Patience(0.0)  # with it where it is
        self._empty = 0  # bytes that it held before its first case
        self._known: set[str] = set()  # names of inputs that were kept
        for name in (KEPT, SEEDS):
            (folder / name).mkdir(parents=True)

    def _task(self, first: int, seconds: float | None) -> Task:
        return Task(self._plan, self.place, first, seconds, str(self.folder))

    def start(self, first: int, deadline: float | None) -> None:
        """Start the process at its own case ``first``, unless there is nothing left to do."""
        left = None if deadline is None else deadline - time.monotonic()
        most = self._plan.cases
        if (left is not None and left <= 0) or (
            most is not None and number(first, self.place, self._plan.jobs) >= most
        ):
            self.over = True
            return
        (self.folder / CURRENT).unlink(missing_ok=True)
        ours, theirs = Pipe()
        with theirs, (self.folder / LOG).open("ab") as log:
            self._process = subprocess.Popen(
                # -P: a module in the user's folder must not take the place of one of ours, or of Python's.
                [sys.executable, "-P", "-m", "harness.engines.fuzzing", str(theirs.fileno())],
                env={**os.environ, "PYTHONHASHSEED": "0"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,  # what a parser prints is not for anyone
                stderr=log,
                pass_fds=[theirs.fileno()],
                start_new_session=True,  # Ctrl-C is for the campaign, which ends its processes itself
            )
        tether().hold(self._process.pid)
        self.connection, self.ready = ours, False
        ours.send(self._task(first, left))
        self._patience = Patience(_LOADING)

    def hear(self) -> bool:
        """Take one message. False: the process ended before its time."""
        if self.connection is None:
            return True
        try:
            message = self.connection.recv()
        except (EOFError, ConnectionResetError):
            return False
        self.touch()
        if isinstance(message, Done):
            self.said.append(message)
        elif message is None:
            self.over = True
            self.end()
        else:
            self.ready = True
            self._patience = Patience(3 * self._plan.limits.run + 10.0)
            self._empty = 0 if self._process is None else of_process(self._process.pid)
        return True

    def touch(self) -> None:
        """Begin to wait anew."""
        self._patience.begin()

    def stuck(self) -> bool:
        """Tell whether it holds too much, or is at one input for longer than any case may take.

        Python itself stops a parser that counts for ever. Not one that sleeps, or one in native code.
        """
        if self.connection is None or self._process is None:
            return False
        most = self._plan.limits.memory
        if self.ready and most and of_process(self._process.pid) - self._empty > most:
            return True
        if len(self.said) >= _AHEAD:  # it may have to wait until what it says is heard
            self.touch()
        return self._patience.over(self._process.pid, self.read(CURRENT))

    def end(self) -> int | None:
        """End it, with all that it started, and say how it ended; None where it had not ended by itself."""
        if self._process is None:
            return None
        process, self._process = self._process, None
        if self.connection is not None:
            self.connection.close()
            self.connection = None
        try:
            status: int | None = process.wait(0.2)
        except subprocess.TimeoutExpired:
            status = None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        tether().release(process.pid)
        return status

    def keep(self, corpus: Path) -> None:
        """Write the inputs that it found worth keeping into a corpus. Its log must not grow without end."""
        for path in sorted((self.folder / KEPT).iterdir()):
            if path.name not in self._known:
                self._known.add(path.name)
                add(corpus, inputs.kept_case(path.read_bytes(), self._plan))
        log = self.folder / LOG
        if log.exists() and log.stat().st_size > _LONGEST_LOG:
            os.truncate(log, 0)

    def read(self, name: str) -> bytes:
        """Read one of its files; nothing where it is not there."""
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return b""

    def told(self) -> str:
        """Give the end of its log."""
        lines = self.read(LOG).decode(errors="replace").strip().splitlines()
        return "\n".join(lines[-_TOLD:]) or "it said nothing"
