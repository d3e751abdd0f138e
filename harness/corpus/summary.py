"""What is in a corpus, in figures."""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from harness.corpus.kept import Kept
    from harness.disagreement.tuples import Tuple


class Rare(Struct, frozen=True):
    """A tuple, and how many cases give it."""

    tuple: str
    cases: int


class CorpusStats(Struct, frozen=True):
    """The figures of one corpus."""

    schema: int
    cases: int
    bytes: int  # of their files
    texts: int  # distinct ones
    median_length: float  # of a text, in code points; 0 without cases
    longest: int
    dialects: dict[str, int]
    knowledge: dict[str, int]
    mutated: int  # cases that a search made of others
    others: int  # files that are no cases
    targets: tuple[str, ...] = ()  # that the cases were run on; none: they were not
    tuples: int | None = None  # distinct ones; None where no case was run
    most: tuple[Rare, ...] = ()  # the tuples that the most cases give


_MOST = 5


def summed(
    kept: Sequence[Kept], others: int, targets: Sequence[str], given: Mapping[str, Tuple] | None
) -> CorpusStats:
    """Sum up the cases of a corpus; ``given`` are their tuples by name, where they were run."""
    cases = [one.case for one in kept]
    lengths = [len(case.text) for case in cases]
    counts = Counter(given.values()) if given is not None else Counter[str]()
    common = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST]
    return CorpusStats(
        schema=1,
        cases=len(cases),
        bytes=sum(len(one.data) for one in kept),
        texts=len({case.text for case in cases}),
        median_length=median(lengths) if lengths else 0,
        longest=max(lengths, default=0),
        dialects=dict(sorted(Counter(case.dialect for case in cases).items())),
        knowledge=dict(sorted(Counter(case.knowledge for case in cases).items())),
        mutated=sum("mutated" in case.features for case in cases),
        others=others,
        targets=tuple(targets) if given is not None else (),
        tuples=len(counts) if given is not None else None,
        most=tuple([Rare(name, times) for name, times in common]),
    )


def lines(stats: CorpusStats) -> Iterator[str]:
    """Tell the figures in lines."""
    yield f"{stats.cases:,} cases in {stats.bytes:,} bytes, with {stats.texts:,} distinct texts"
    if stats.cases:
        yield f"length of a text: {stats.median_length:,.0f} in the median, {stats.longest:,} at most"
        yield f"wire formats: {_told(stats.dialects)}"
        yield f"right answers are: {_told(stats.knowledge)}; {stats.mutated:,} cases were made of others"
    if stats.others:
        yield f"files that are no cases: {stats.others:,}"
    if stats.tuples is not None:
        yield f"distinct tuples on {', '.join(stats.targets)}: {stats.tuples:,}"
        yield from (f"  {one.cases:>7,}  {one.tuple}" for one in stats.most)


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())
