"""Goals of campaigns: against one Hypothesis example a round trip, and what of them is not generation."""

from __future__ import annotations

import os
import statistics
import time
from typing import TYPE_CHECKING

from echoes import DIALECT, HOLDING
from generation import under_hypothesis
from goal import Goal
from measure import ROUNDS, SEED, campaign, children, slowness

from harness.generate import case_at
from harness.oracles import ORACLES
from harness.search.bench import Bench
from harness.search.plan import BATCH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from echoes import Echoes


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
    yield Goal(
        "campaign, Node and Go echo, against one Hypothesis example a round trip", 20, found, was="33-38"
    )
    best = min(rows, key=lambda worker: worker.engine() / worker.slowness)
    share = 100 * best.engine() / (best.engine() + best.generation())
    yield Goal("CPU time of a worker that is not generation", 25, share, "% of it", was="14-20")
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
    # An echo has no answer in full detail, which most of those want that ask for further runs.
    every = [name for name, oracle in ORACLES.items() if name != "truth" and oracle.asks is None]
    one = _engine(targets, every)
    yield Goal(
        f"  with two, and all {len(every)} oracles that ask for no run of their own, but truth",
        None,
        one,
        "us a document",
    )


def _engine(targets: Sequence[str], oracles: Sequence[str]) -> float:
    """Give the least that the engine takes for a document, on the machine of the bars."""
    runs = [campaign(targets, 3_200, oracles) for _ in range(ROUNDS)]
    assert all(run.stats.cases == 3_200 for run in runs), "an echo was lost"
    return min(run.engine() / run.slowness for run in runs)


def _used_by_all() -> float:
    """Give the CPU seconds of this process and of all children that have ended."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def oracles(_: object = None) -> Iterator[Goal]:
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
