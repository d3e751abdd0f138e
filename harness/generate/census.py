"""A census: how many texts have each feature, how many chunkings are of each kind, which pairs never met.

A set of cases is a whole number with a bit for each case, so that a pair costs one ``&``. Chunkings are
counted in every tenth case only, but all those of ``--deep``: there are thirty to a text, and each is
searched for what it tries.
"""

from __future__ import annotations

from itertools import chain, combinations, product
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.dialects import by_name
from harness.generate.cases import VERSION, case_at
from harness.generate.chunkings import kinds
from harness.generate.features import CHUNKINGS, DOCUMENTS, FEATURES, KINDS, apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from harness.generate.features import Item

CHOSEN = 5
"""The chunkings of a case that every campaign feeds; those of ``--deep`` stand behind them."""

EVERY = 10
"""Of so many cases one has its chunkings counted, unless all have."""


class Feature(Struct, frozen=True):
    """A feature, and how often it came."""

    name: str
    says: str  # what it is, in a few words
    share: float  # of all documents, or of all chunkings of --deep; 0 to 1
    # Of kinds of chunkings only: the share of the five that every campaign feeds.
    chosen: float | None = None


class Promise(Struct, frozen=True):
    """Something that the generator promises, with the features that show it, most frequent first."""

    promise: str
    features: tuple[Feature, ...]


class Gap(Struct, frozen=True):
    """Two features that never met in one document."""

    pair: tuple[str, str]
    expected: float  # how many documents would have both if neither said anything of the other


class Pairs(Struct, frozen=True):
    """Which pairs met in a document."""

    possible: int  # pairs that are not kept apart by how texts are made
    met: int
    gaps: tuple[Gap, ...]  # the rest of them, the most surprising first


class Census(Struct, frozen=True):
    """What a sample of cases has in it. Shares are parts of one."""

    schema: int
    generator: int  # its version: seeds mean other cases when it changes
    dialect: str
    seed: int
    cases: int
    mean_length: float  # of a text, in code points
    knowledge: dict[str, float]  # known, unspecified, underived
    relies_on: dict[str, float]  # policies that a text with a known answer hangs on; of all cases
    groups: dict[str, tuple[Promise, ...]]  # features of documents, by group
    unlisted: dict[str, float]  # features that stand in no table; there should be none
    chunked: int  # cases whose chunkings were counted
    chunkings: int  # how many these were
    kinds: tuple[Promise, ...]  # features of chunkings
    pairs: Pairs | None = None  # of two features of documents
    kind_pairs: Pairs | None = None  # of a feature and a kind, in the cases whose chunkings were counted


def take(dialect: str, seed: int, cases: int, *, deep: bool = False, pairs: bool = False) -> Census:
    """Draw the first ``cases`` cases of a campaign with this seed, at least one, and count what is in them.

    ``deep`` counts the chunkings of all cases, which takes several times as long. Raises ``UsageError``
    for a dialect that does not exist.
    """
    grammar, known = by_name(dialect).grammar, FEATURES[dialect]
    features, cut = _Members(cases), _Members(cases)
    knowledge, relies_on = _Members(cases), _Members(cases)
    every, chosen = _Counts(), _Counts()
    characters = 0
    numbers = range(0, cases, 1 if deep else EVERY)
    for index in range(cases):
        counted = index in numbers
        case = case_at(seed, index, dialect, deep=counted)
        characters += len(case.text)
        features.add(index, case.features)
        knowledge.add(index, (case.knowledge,))
        relies_on.add(index, case.relies_on if case.answers else ())
        if counted:
            found = [kinds(case.text, chunking, grammar) for chunking in case.chunkings]
            every.add(found)
            chosen.add(found[:CHOSEN])
            cut.add(index, chain.from_iterable(found))
    shares = features.shares()
    return Census(
        schema=1,
        generator=VERSION,
        dialect=dialect,
        seed=seed,
        cases=cases,
        mean_length=characters / cases,
        knowledge=knowledge.shares(),
        relies_on=relies_on.shares(),
        groups={
            group: tuple([_promise(item, shares) for item in items])
            for group, items in DOCUMENTS[dialect].items()
        },
        unlisted={name: share for name, share in shares.items() if name not in known},
        chunked=len(numbers),
        chunkings=every.total,
        kinds=tuple([_promise(item, every.shares(), chosen.shares()) for item in CHUNKINGS]),
        pairs=_pairs(cases, features.sets(), combinations(known, 2)) if pairs else None,
        kind_pairs=_kind_pairs(features, cut, numbers, known) if pairs else None,
    )


class _Members:
    """Which cases have what: a bit for each case."""

    def __init__(self, cases: int) -> None:
        self.cases = cases
        self.bits: dict[str, bytearray] = {}

    def add(self, index: int, names: Iterable[str]) -> None:
        for name in names:
            bits = self.bits.setdefault(name, bytearray(self.cases // 8 + 1))
            bits[index >> 3] |= 1 << (index & 7)

    def sets(self) -> dict[str, int]:
        return {name: int.from_bytes(bits, "little") for name, bits in sorted(self.bits.items())}

    def shares(self) -> dict[str, float]:
        return {name: members.bit_count() / self.cases for name, members in self.sets().items()}


class _Counts:
    """How many chunkings are of each kind."""

    def __init__(self) -> None:
        self.total = 0
        self.counts: dict[str, int] = {}

    def add(self, found: Sequence[set[str]]) -> None:
        self.total += len(found)
        for name in chain.from_iterable(found):
            self.counts[name] = self.counts.get(name, 0) + 1

    def shares(self) -> dict[str, float]:
        return {name: count / self.total for name, count in self.counts.items()}


def _promise(item: Item, shares: Mapping[str, float], chosen: Mapping[str, float] | None = None) -> Promise:
    features = [
        Feature(name, says, shares.get(name, 0.0), None if chosen is None else chosen.get(name, 0.0))
        for name, says in item.features.items()
    ]
    return Promise(item.promise, tuple(sorted(features, key=lambda feature: -feature.share)))


def _kind_pairs(features: _Members, cut: _Members, numbers: range, known: Sequence[str]) -> Pairs:
    """Pair features with kinds in the cases whose chunkings were counted."""
    counted = sum(1 << index for index in numbers)
    sets = {name: members & counted for name, members in features.sets().items()}
    return _pairs(len(numbers), sets | cut.sets(), product(known, KINDS))


def _pairs(cases: int, sets: Mapping[str, int], pairs: Iterable[tuple[str, str]]) -> Pairs:
    possible = met = 0
    gaps = []
    for one, other in pairs:
        if apart(one, other):
            continue
        possible += 1
        mine, its = sets.get(one, 0), sets.get(other, 0)
        if mine & its:
            met += 1
        else:
            gaps.append(Gap((one, other), mine.bit_count() * its.bit_count() / cases))
    return Pairs(possible, met, tuple(sorted(gaps, key=lambda gap: -gap.expected)))
