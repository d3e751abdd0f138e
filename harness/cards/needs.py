"""The features without which a fault does not show: what stays when as much as can be is left out.

While a case is shrunk, hundreds of texts that the generator drew are tried, and what any failing one lacks is
not necessary. Then come texts that are drawn anew, which a fault that is not rare shows in soon, and variants
of the smallest one in which a single choice is changed. A feature is necessary if there were such variants
without it and none of them failed. Nothing is said of one that could not be left out, nor of what more than
half of all texts have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.generate.source import Replay, Source

if TYPE_CHECKING:
    from harness.model import Case
    from harness.shrink import Choices

FRESH = 192
"""Texts drawn anew that may be run to find what one finding needs."""
CALLS = 256
"""Variants of the smallest text that may."""

_AT_ONCE = 32
_VALUES = 12  # that are tried in the place of one choice
_ROOM = 2  # how many times as long as the smallest text a variant may be
_SHORT = 500  # code points that any may have

Draw = Callable[[Source], "Case"]
"""Draw a case from a source of choices."""

Fails = Callable[[Sequence["Case"]], Sequence[bool]]
"""Run cases: does each of them show the same."""


_WHOLE = frozenset({"policy", "blocks", "calls", "style", "name"})
"""What stands before the colon of features that are told in full."""


def plain(features: Iterable[str]) -> frozenset[str]:
    """Give the features as they are told of a fault: of most, what stands before the colon.

    Which damage made a text, or which form of CDATA, is a matter of chance more than of the fault.
    """
    return frozenset(map(_plain, features))


@cache
def _plain(name: str) -> str:
    stem = name.partition(":")[0]
    return name if stem in _WHOLE else stem


class Drawn(Struct, frozen=True):
    """A generated case that shows a finding: its choices and its features."""

    choices: tuple[int, ...]
    features: frozenset[str]
    length: int  # of its text


def necessary(drawn: Sequence[Drawn], draw: Draw, fails: Fails, fresh: Iterable[Source]) -> tuple[str, ...]:
    """Name the features that every failing text has, as far as some hundred more cases can tell.

    ``drawn`` are the generated cases that showed the finding, at least one; of ``fresh`` sources others are.
    """
    least = min(drawn, key=lambda one: (len(one.choices), one.choices))
    trial = _Trial(set(least.features), fails)
    for one in drawn:
        trial.left &= one.features
    others = [draw(source) for source in islice(fresh, FRESH)]
    trial.left -= _common(others)
    trial.run(iter(others), FRESH)
    trial.forget()  # a text drawn anew may lack more than one thing that it takes
    longest = max(_ROOM * least.length, _SHORT)
    trial.run((case for case in _variants(least.choices, draw) if len(case.text) <= longest), CALLS)
    return tuple(sorted(trial.left & trial.passed))


def _common(cases: Sequence[Case]) -> set[str]:
    """List the features that more than half of the texts have: those say little of a fault."""
    times = Counter(chain.from_iterable(plain(case.features) for case in cases))
    return {name for name, number in times.items() if 2 * number > len(cases)}


class _Trial:
    """What may be necessary, while cases without some of it are run."""

    def __init__(self, left: set[str], fails: Fails) -> None:
        self.left = left
        self.passed: set[str] = set()  # features without which a case did not fail
        self._fails = fails
        self._seen: set[str] = set()

    def forget(self) -> None:
        """Forget what passed."""
        self.passed.clear()
        self._seen.clear()

    def run(self, cases: Iterator[Case], calls: int) -> None:
        """Run those cases that can tell anything, up to so many."""
        while self.left and calls > 0:
            batch = list(islice(self._telling(cases), min(_AT_ONCE, calls)))
            if not batch:
                return
            calls -= len(batch)
            for case, failed in zip(batch, self._fails(batch), strict=True):
                has = plain(case.features)
                if failed:
                    self.left &= has
                else:
                    self.passed |= self.left - has

    def _telling(self, cases: Iterator[Case]) -> Iterator[Case]:
        for case in cases:
            if case.text not in self._seen and not self.left <= plain(case.features):
                self._seen.add(case.text)
                yield case


def _variants(choices: Choices, draw: Draw) -> Iterator[Case]:
    """Change one choice at a time, to values all over its range. What follows is read as it was."""
    bounds: list[int] = []
    replay = Replay(choices)

    def below(n: int) -> int:
        bounds.append(n)
        return replay.below(n)

    draw(Source(below))
    for round_ in range(_VALUES):
        for at, (value, bound) in enumerate(zip(choices, bounds, strict=False)):
            others = [other for other in _spread(bound) if other != value]
            if round_ < len(others):
                yield draw(Replay((*choices[:at], others[round_], *choices[at + 1 :])))


def _spread(bound: int) -> list[int]:
    """Choose values from a range, evenly, from the simplest on."""
    if bound <= _VALUES:
        return list(range(bound))
    return [at * (bound - 1) // (_VALUES - 1) for at in range(_VALUES)]
