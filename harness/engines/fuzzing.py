"""The process of Atheris: ``python -P -m harness.engines.fuzzing FD``, with a socket to the campaign.

It draws a case of each input, runs it on the parser that it has inside, judges it as a worker does, and says
so at once: when it likes, Atheris ends the process without another word, and so may the parser. For the same
reason the input that it is at stands in a file.
"""

from __future__ import annotations

import os
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

import atheris

from harness.cards.shape import sight
from harness.coverage.count import EVERY, cell_name, count_cells
from harness.engines.byte_source import choices_of, drawn, random_bytes
from harness.engines.inputs import needed
from harness.engines.inside import Inside, InsideBench
from harness.engines.loading import load, loadable, packages
from harness.engines.task import CURRENT, KEPT, SEEDS, Task, current, fuzzer_seed, number
from harness.search.worker import Done, Kept, Suspect, summed
from harness.tokens import vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

    from harness.model import Case
    from harness.search.plan import Plan

LONGEST_TEXT = 16_384
"""Code points of a text that is run: one in some hundred that are drawn at random is longer."""

LONGEST = 4096
"""Bytes of an input: of a thousand cases, the longest asks for some 800, and deep ones for more."""

_SPARE = 512  # MiB for all that is in this process beside the parser


class Fuzzing:
    """What Atheris calls with each input."""

    def __init__(self, task: Task, connection: Connection) -> None:
        """Load the parser, watched. Raises ``TargetUnavailable`` and what an import raises."""
        self._task = task
        self._connection = connection
        plan = task.plan
        spec = loadable(plan.targets[0])
        watched = atheris.instrument_imports(include=[*packages(spec), *plan.watched])
        inside = Inside(load(spec, watched), plan.limits)
        self._bench = InsideBench(plan, spec, inside)
        self._bench.__enter__()
        if plan.tokenizer is not None:
            vocabulary(plan.tokenizer)
        self._ends = None if task.seconds is None else time.monotonic() + task.seconds
        self._current = os.open(Path(task.folder, CURRENT), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        self._local = task.first

    def __call__(self, data: bytes) -> None:
        """Look at one input; end the process once the budget is used."""
        plan = self._task.plan
        index = self._number(self._local)
        if self._late() or (plan.cases is not None and index >= plan.cases):
            self._end()
        os.pwrite(self._current, current(self._local, data), 0)
        started = time.process_time()
        case, _ = drawn(data, plan, f"{plan.seed}:{index}")
        generated = time.process_time() - started
        if too_long(case):
            return
        self._local += 1
        judged = self._bench.judge_seconds
        verdict = self._bench.examine([case])[0]
        suspects = []
        if verdict.violations:
            seen = sight(case, verdict.violations[0], verdict.outcomes, self._bench.stances)
            suspects.append(Suspect(index, verdict.violations, seen, Kept(case, choices_of(data, plan))))
        counted = count_cells([case] if index % EVERY == 0 else [])
        self._connection.send(
            Done(
                index,
                summed([verdict]),
                tuple(suspects),
                (),
                (),
                generated,
                self._bench.judge_seconds - judged,
                {cell_name(cell): cuts for cell, cuts in counted.items()},
            )
        )

    def _number(self, local: int) -> int:
        return number(local, self._task.part, self._task.plan.jobs)

    def _late(self) -> bool:
        return self._ends is not None and time.monotonic() >= self._ends

    def _end(self) -> NoReturn:
        self._connection.send(None)
        os._exit(0)


def too_long(case: Case) -> bool:
    """Tell of texts that are left out: coverage leads to ever longer ones, and those take ever longer."""
    return len(case.text) > LONGEST_TEXT


def mutated(plan: Plan) -> Callable[[bytes, int, int], bytes]:
    """Make the mutator of a campaign: every other time libFuzzer's, of just the bytes that a case asks for.

    Random ones stand behind them, for where the case of the mutated ones goes on further. Without that, most
    mutations would be of bytes that mean nothing, or let a text end at once. The other times all bytes are
    random: what coverage is blind to is found by new texts, as in a campaign without it.
    """

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        if seed % 2:
            return random_bytes(str(seed))[:most]
        mutant: bytes = atheris.Mutate(needed(data, plan), most)
        return (mutant + random_bytes(str(seed)))[:most]

    return mutate


def options(task: Task) -> list[str]:
    """Give the options of libFuzzer."""
    memory = task.plan.limits.memory
    folder = Path(task.folder)
    return [
        str(folder / KEPT),
        str(folder / SEEDS),
        f"-seed={fuzzer_seed(task)}",
        f"-max_len={LONGEST}",
        "-len_control=0",  # not only a few bytes at first: those are the beginning of a case
        # By the clock, so a busy machine would make hangs: CPU time is watched instead. 0 is no way to say
        # so: Atheris takes it for a limit of none, and ends at the first input that takes a second.
        "-timeout=86400",
        f"-rss_limit_mb={(memory >> 20) + _SPARE if memory else 0}",
        f"-artifact_prefix={folder}/",
        "-verbosity=0",
        "-reload=0",  # nobody else writes into its folder
    ]


def main() -> None:
    """Fuzz until it is over."""
    connection = Connection(int(sys.argv[1]))
    task: Task = connection.recv()
    fuzzing = Fuzzing(task, connection)
    atheris.Setup([sys.argv[0], *options(task)], fuzzing, custom_mutator=mutated(task.plan))
    connection.send("ready")
    atheris.Fuzz()


if __name__ == "__main__":
    main()
