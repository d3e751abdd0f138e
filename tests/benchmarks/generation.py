"""Goals of generation: the fast path, and the same generator under Hypothesis."""

from __future__ import annotations

import contextlib
import statistics
import time
from typing import TYPE_CHECKING

from echoes import DIALECT
from goal import Goal
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from measure import ROUNDS, SEED, slowness

from harness.generate import Source, case_at, draw_case
from harness.search.plan import BATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from harness.model import Case

GENERATED = 30 * BATCH
TYPICAL = 500  # code points of the document that the bar for generation speaks of


@st.composite
def drawn(draw: st.DrawFn) -> Case:
    """Draw a case with the campaign's own generator, each choice of it one of Hypothesis'."""
    return draw_case(Source(lambda n: draw(st.integers(0, n - 1))), DIALECT, "drawn")


class Enough(Exception):
    """Raised by ``do``: no more examples are wanted."""


def under_hypothesis(examples: int, do: Callable[[Case], object], *, number: int | None = None) -> int:
    """Draw and do so many examples; gives how many there were. ``number`` is the seed, if it is to be one."""
    done = 0

    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(drawn())
    def test(case: Case) -> None:
        nonlocal done
        done += 1
        do(case)

    wanted = test if number is None else seed(number)(test)
    with contextlib.suppress(Enough):
        wanted()
    return done


def generation(_: object = None) -> Iterator[Goal]:
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
    yield Goal(
        "fast path against Hypothesis, documents per CPU second", 30, statistics.median(ratios), was="48-65"
    )
    best = min(cost / slow for cost, slow in costs)
    yield Goal(f"fast path, a document of {TYPICAL} characters, machine of the bars", 80, best, "us")
    yield Goal("  the same, here and now", None, min(cost for cost, _ in costs), "us")
    yield Goal("  mean length of a document", None, lengths[0], "characters")
