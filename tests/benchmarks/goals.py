"""The goals of the engine, measured in one run: ``make bench`` ends with it. Status 1: a bar is missed.

All times are CPU times. Ratios are medians of rounds in which both sides take turns. Microseconds are the
least of the rounds, told as they are and as they would be on the machine of the bars: by a yardstick that was
measured in turn with them (see ``measure``). The bars are held against the latter.
"""

from __future__ import annotations

import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from echoes import DIALECT, HOLDING, Echoes
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from measure import SEED, campaign, children, cpu, slowness
from msgspec import Struct, structs

from harness.generate import Source, case_at, draw_case
from harness.oracles import ORACLES
from harness.search.bench import Bench
from harness.search.plan import BATCH
from harness.targets import Crew

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harness.model import Case

ROUNDS = 5
GENERATED = 30 * BATCH
TYPICAL = 500  # code points of the document that the bar for generation speaks of
MEMORY_WARM, MEMORY_CASES = 10_000, 45_000


class Goal(Struct, frozen=True):
    """A row of the table."""

    name: str
    bar: float | None  # None: no goal, told beside one
    measured: float
    unit: str = "x"  # a ratio, which may not be below the bar; of all others, no more than the bar

    @property
    def met(self) -> bool:
        """Is the bar kept."""
        if self.bar is None:
            return True
        return self.measured >= self.bar if self.unit == "x" else self.measured <= self.bar

    def __str__(self) -> str:
        """Write the row."""
        bar = "" if self.bar is None else f"{'>=' if self.unit == 'x' else '<='} {self.bar:g} {self.unit}"
        verdict = "" if self.bar is None else "met" if self.met else "MISSED"
        return f"{self.name:<74}{bar:>22}{self.measured:>10.1f} {self.unit:<18}{verdict}"


# ---------------------------------------------------------------- generation


@st.composite
def drawn(draw: st.DrawFn) -> Case:
    """Draw a case with the campaign's own generator, each choice of it one of Hypothesis'."""
    return draw_case(Source(lambda n: draw(st.integers(0, n - 1))), DIALECT, "drawn")


def under_hypothesis(examples: int, do: Callable[[Case], object]) -> int:
    """Draw and do so many examples; gives how many there were."""
    done = 0

    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(drawn())
    def test(case: Case) -> None:
        nonlocal done
        done += 1
        do(case)

    test()
    return done


def generation() -> Iterator[Goal]:
    """Measure the fast path, and the same generator under Hypothesis."""
    ratios, costs, lengths = [], [], []
    for turn in range(ROUNDS):
        slow, spent, characters = [slowness()], 0.0, 0
        for first in range(0, GENERATED, BATCH):  # dropped batch by batch, as in a campaign
            started = time.process_time()
            cases = [case_at(SEED, first + index, DIALECT) for index in range(BATCH)]
            spent += time.process_time() - started
            characters += sum(len(case.text) for case in cases)
            slow.append(slowness())
        fast = spent / GENERATED
        costs.append((spent / characters * TYPICAL * 1e6, statistics.mean(slow)))
        lengths.append(characters / GENERATED)
        started = time.process_time()
        done = under_hypothesis(150 + turn, lambda _: None)
        ratios.append((time.process_time() - started) / done / fast)
    yield Goal("fast path against Hypothesis, documents per CPU second", 30, statistics.median(ratios))
    best = min(cost / slow for cost, slow in costs)
    yield Goal(f"fast path, a document of {TYPICAL} characters, machine of the bars", 80, best, "us")
    yield Goal("  the same, here and now", None, min(cost for cost, _ in costs), "us")
    yield Goal("  mean length of a document", None, lengths[0], "characters")


# ---------------------------------------------------------------- the protocol


def batches(echoes: Echoes) -> Iterator[Goal]:
    """Measure 64 cases a request against one, all CPU time of harness and child.

    The bar speaks of the way to and fro, so the text is fed whole. With the five chunkings of a campaign, the
    numbers to read are most of the work, and a request costs less beside them.
    """
    cases = [case_at(SEED, index, DIALECT) for index in range(1_280)]
    whole = [structs.replace(case, chunkings=((),)) for case in cases]
    for name in (echoes.node(), echoes.go()):
        with Crew([name]) as crew:
            found, clock = _compared(crew, crew, whole, 1, BATCH)
            five, _ = _compared(crew, crew, cases, 1, BATCH)
            language = crew.targets[name].hello.name
        yield Goal(f"batch {BATCH} against 1, documents per CPU second, {language}", 2.5, found)
        yield Goal("  the same by the clock", None, clock)
        yield Goal("  the same with five chunkings, per CPU second", None, five)


def folded(echoes: Echoes) -> Iterator[Goal]:
    """Measure answers with same_as against answers in full, with 16 chunkings a document."""
    cases = [_sixteen(case_at(SEED, index, DIALECT)) for index in range(640)]
    for short, full in ((echoes.node(), echoes.node("--full")), (echoes.go(), echoes.go("--full"))):
        with Crew([full]) as slow, Crew([short]) as quick:
            found, clock = _compared(slow, quick, cases, BATCH, BATCH)
            language = quick.targets[short].hello.name
        yield Goal(f"same_as against full, 16 chunkings, documents per CPU second, {language}", 2, found)
        yield Goal("  the same by the clock", None, clock)


def _sixteen(case: Case) -> Case:
    length = len(case.text)
    few = random.Random(length)  # noqa: S311 -- cuts, not secrets
    cuts = [tuple(sorted(few.choices(range(length + 1), k=few.randint(1, 8)))) for _ in range(14)]
    return structs.replace(case, chunkings=((), tuple(range(1, length)), *cuts))


def _compared(
    slow: Crew, quick: Crew, cases: Sequence[Case], slow_size: int, quick_size: int
) -> tuple[float, float]:
    """Run the cases on both in turn; gives the ratio of CPU times, and that of the clock."""
    spent: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        for crew, size in ((slow, slow_size), (quick, quick_size)):
            clock = time.perf_counter()
            used = cpu(crew, lambda crew=crew, size=size: _run(crew, cases, size))
            spent.append((used, time.perf_counter() - clock))
    pairs = list(zip(spent[::2], spent[1::2], strict=True))
    return tuple(statistics.median(a[kind] / b[kind] for a, b in pairs) for kind in (0, 1))


def _run(crew: Crew, cases: Sequence[Case], size: int) -> None:
    for start in range(0, len(cases), size):
        crew.run(cases[start : start + size])


# ---------------------------------------------------------------- campaigns


def campaigns(echoes: Echoes) -> Iterator[Goal]:
    """Measure a campaign against one example a round trip, and what of it is not generation."""
    targets = echoes.some(2)
    ratios, rows = [], []
    with Bench(targets, DIALECT, oracles=HOLDING) as bench:
        for _ in range(ROUNDS):
            used = _used_by_all()
            worker = campaign(targets, 3_200)
            fast = (_used_by_all() - used) / worker.stats.cases
            assert not worker.suspects, "an echo must satisfy these oracles"
            assert worker.stats.judged["agreement"] == worker.stats.cases
            rows.append(worker)
            before = time.process_time() + children(bench.crew)
            done = under_hypothesis(150, lambda case: bench.examine([case]))
            ratios.append((time.process_time() + children(bench.crew) - before) / done / fast)
    found = statistics.median(ratios)
    yield Goal("campaign, Node and Go echo, against one Hypothesis example a round trip", 20, found)
    best = min(rows, key=lambda worker: worker.engine() / worker.slowness)
    scaled = best.engine() / best.slowness
    yield Goal(
        "engine outside generation, Node and Go echo, machine of the bars", 25, scaled, "us a document"
    )
    judging = best.judging() / best.slowness
    yield Goal(f"  of it judging, by {len(HOLDING)} oracles", None, judging, "us a document")
    yield Goal("  the same, here and now", None, min(row.engine() for row in rows), "us a document")
    yield Goal("  beside it generation", None, best.generation() / best.slowness, "us a document")
    for count in (1, 3):
        one = _engine(echoes.some(count), HOLDING)
        yield Goal(f"  with {count} echo{'es' if count > 1 else ''}", None, one, "us a document")
    every = [oracle for oracle in ORACLES if oracle != "truth"]
    one = _engine(targets, every)
    yield Goal(f"  with two, and all {len(every)} oracles but truth", None, one, "us a document")


def _engine(targets: Sequence[str], oracles: Sequence[str]) -> float:
    """Give the least that the engine takes for a document, on the machine of the bars."""
    runs = [campaign(targets, 3_200, oracles) for _ in range(ROUNDS)]
    return min(run.engine() / run.slowness for run in runs)


def _used_by_all() -> float:
    """Give the CPU seconds of this process and of all children that have ended."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def oracles() -> Iterator[Goal]:
    """Measure what each oracle costs on the answers of the three references, which are right."""
    cases = [case_at(SEED, index, DIALECT) for index in range(640)]
    rows = []
    with Bench(("python", "go", "node"), DIALECT) as bench:
        for start in range(0, len(cases), BATCH):
            rows += [(found.case, found.outcomes) for found in bench.examine(cases[start : start + BATCH])]
    total = 0.0
    for oracle in ORACLES.values():
        costs = []
        for _ in range(3 * ROUNDS):
            before = slowness()
            started = time.process_time()
            for case, outcomes in rows:
                oracle.judge(case, outcomes, bench.stances)
                oracle.applies(case, outcomes, bench.stances)
            spent = time.process_time() - started
            costs.append(spent / len(rows) * 1e6 / statistics.mean((before, slowness())))
        total += min(costs)
        yield Goal(f"  oracle {oracle.id}, three references", None, min(costs), "us a document")
    yield Goal("  all oracles, three references", None, total, "us a document")


# ---------------------------------------------------------------- memory


def memory(echoes: Echoes) -> Iterator[Goal]:
    """Measure, in a process of its own, how the worker grows."""
    ran = subprocess.run(
        [sys.executable, __file__, "--grow", echoes.go()], capture_output=True, check=True, text=True
    )
    yield Goal("growth of a worker in 10,000 documents", 5, float(ran.stdout), "MB")


def grow(target: str) -> None:
    """Print how much a worker grows in 10,000 documents, in MB.

    Long texts come now and then, and what they took is given back or used again. So plateaus are compared:
    the least that was held in the first third after the warm-up, and the least of the last third.
    """
    held: list[int] = []

    def weigh() -> None:
        words = Path("/proc/self/statm").read_text(encoding="ascii").split()
        held.append(int(words[1]) * os.sysconf("SC_PAGE_SIZE"))

    campaign([target], MEMORY_CASES, each=weigh)
    held = held[MEMORY_WARM // BATCH :]
    third = len(held) // 3
    documents = 2 * third * BATCH
    growth = (min(held[-third:]) - min(held[:third])) / 1e6 * 10_000 / documents
    sys.stdout.write(f"{growth}\n")


def main() -> int:
    """Measure all and print the table."""
    if sys.argv[1:2] == ["--grow"]:
        grow(sys.argv[2])
        return 0
    goals: list[Goal] = []
    with tempfile.TemporaryDirectory() as folder:
        echoes = Echoes(Path(folder))
        for part in (
            generation(),
            batches(echoes),
            folded(echoes),
            campaigns(echoes),
            memory(echoes),
            oracles(),
        ):
            for goal in part:
                goals.append(goal)
                sys.stdout.write(f"{goal}\n")
                sys.stdout.flush()
            gc.collect()
    missed = [goal.name for goal in goals if not goal.met]
    sys.stdout.write(f"missed: {'; '.join(missed)}\n" if missed else "all bars are met\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
