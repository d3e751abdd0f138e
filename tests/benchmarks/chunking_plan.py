"""The goal of the chunk plan: how often five chosen chunkings show a bug, and how often sixteen random ones.

Both are fed as streams only. The sixteen stand beside the whole text, which is one of the five, too: so five
parses against 17. Of a bug counts the share of documents that show it, a parse; of bugs, the geometric mean.
Half a document is added to what shows a bug, since a bug that nothing showed would make the mean nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from echoes import DIALECT
from goal import Goal
from measure import SEED, lots
from planted import Judge, mid_chunk, twenty, wrong_in_stream

from harness.generate import case_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from copies import Planted

    from harness.model import Case, Chunking

DOCUMENTS = 300
RANDOM, MOST_CUTS = 16, 8


def sixteen(case: Case) -> tuple[Chunking, ...]:
    """Cut at random: one to eight cuts, anywhere."""
    few = lots(f"{case.id} cut at random")
    inside = range(1, len(case.text))
    most = min(MOST_CUTS, len(inside))
    return tuple([tuple(sorted(few.sample(inside, few.randint(min(1, most), most)))) for _ in range(RANDOM)])


def per_parse(hits: Sequence[int], parses: int, documents: int) -> float:
    """Give the geometric mean of the shares of documents that show a bug, for each parse."""
    product = 1.0
    for count in hits:
        product *= (count + 0.5) / (documents + 1) / parses
    return float(product ** (1 / len(hits)))


def counted(bugs: Sequence[Planted], cases: Sequence[Case]) -> tuple[list[int], list[int]]:
    """Count the documents that show each bug, with the plan and with random chunkings."""
    judge = Judge()
    rows = [(case, judge.truth(case.text), sixteen(case)) for case in cases]
    plan, drawn = [], []
    for bug in bugs:
        plan.append(sum(_shows(bug, case, case.chunkings, truth) for case, truth, _ in rows))
        drawn.append(sum(_shows(bug, case, ((), *cuts), truth) for case, truth, cuts in rows))
    return plan, drawn


def _shows(bug: Planted, case: Case, chunkings: Sequence[Chunking], truth: list[object]) -> bool:
    return any(wrong_in_stream(bug.parser, case, cuts, truth) for cuts in chunkings)


def plans(_: object = None) -> Iterator[Goal]:
    """Measure both on the same documents."""
    cases = [case_at(SEED, index, DIALECT) for index in range(DOCUMENTS)]
    ratios = []
    for bugs in (twenty(), mid_chunk()):
        plan, drawn = counted(bugs, cases)
        ratios.append(per_parse(plan, 5, len(cases)) / per_parse(drawn, 1 + RANDOM, len(cases)))
    both = (ratios[0] * ratios[1]) ** 0.5
    yield Goal("five chosen chunkings against 16 random ones, hits a parse", 2, both, was="2.7")
    yield Goal("  on the 20 bugs", None, ratios[0])
    yield Goal("  on the 4 that need a cut behind the beginning of a chunk", None, ratios[1])
