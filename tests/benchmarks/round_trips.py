"""Goals of the protocol: many cases a request, and answers that only say what deviates."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from echoes import DIALECT
from goal import Goal
from measure import ROUNDS, SEED, cpu, lots
from msgspec import structs

from harness.generate import case_at
from harness.search.plan import BATCH
from harness.targets import Crew

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from echoes import Echoes

    from harness.model import Case


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
        yield Goal(
            f"batch {BATCH} against 1, documents per CPU second, {language}",
            2.5,
            found,
            was="6.6 Node, 3.1 Go",
        )
        yield Goal("  the same by the clock", None, clock)
        yield Goal("  the same with five chunkings, per CPU second", None, five)


def folded(echoes: Echoes) -> Iterator[Goal]:
    """Measure answers with same_as against answers in full, with 16 chunkings a document."""
    cases = [_sixteen(case_at(SEED, index, DIALECT)) for index in range(640)]
    for short, full in ((echoes.node(), echoes.node("--full")), (echoes.go(), echoes.go("--full"))):
        with Crew([full]) as slow, Crew([short]) as quick:
            found, clock = _compared(slow, quick, cases, BATCH, BATCH)
            language = quick.targets[short].hello.name
        yield Goal(
            f"same_as against full, 16 chunkings, documents per CPU second, {language}",
            2,
            found,
            was="4.6 Node, 2.7 Go",
        )
        yield Goal("  the same by the clock", None, clock)


def _sixteen(case: Case) -> Case:
    length = len(case.text)
    few = lots(length)
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
