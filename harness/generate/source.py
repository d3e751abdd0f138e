"""The choice source: all randomness of a case is a list of bounded integers.

A generator asks a source for a number below ``n`` and knows nothing else, so the same code runs on
a seeded stream (campaigns), on a recorded list (shrinking) and on Hypothesis
(``Source(lambda n: draw(st.integers(0, n - 1)))``). Two rules make recorded lists shrinkable:

* 0 is the simplest choice, everywhere: no frill, no further item, the shortest word.
* One decision is one choice. Loops ask ``chance`` after each item, so deleting a run of choices
  deletes an item, and nothing is drawn up front that later draws depend on.

``below``, ``chance`` and ``pick`` are attributes that hold functions and not methods of a source: a
document makes over a hundred draws, and a function that takes its random number itself is twice as
fast as a method on top of another method (measured; this is the hottest code of a campaign).
"""

from __future__ import annotations

from _random import Random  # what random.Random inherits from, with no layer of Python on top
from math import floor
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")

SEED_SHIFT = 32
"""A case's stream is seeded with ``seed << 32 | index``: every pair is a stream of its own."""


class Pick(Protocol):
    """The type of ``Source.pick``."""

    def __call__(self, options: Sequence[T], /) -> T:
        """Choose one option; the first is the simplest."""
        raise NotImplementedError


class Part(Protocol):
    """The type of ``Source.part``."""

    def __call__(self, write: Callable[..., None], /, *of: Any) -> None:
        """Write an item and what follows it."""
        raise NotImplementedError


class Source:
    """Choices drawn through one function."""

    __slots__ = ("below", "chance", "part", "pick")

    below: Callable[[int], int]
    """``below(n)`` is one of 0 .. n-1."""
    chance: Callable[[int, int], bool]
    """``chance(k, n)`` is true for k of n choices, the highest ones: 0 is always no."""
    part: Part
    """``part(write, *of)`` calls ``write(*of)``: an item of a series, and in it, as a part, all that follow.

    Who shrinks by structure learns from it that the rest can stand in place of the whole. (Not a closure
    that calls itself: such a one is a cycle, and keeps the whole document until the collector comes.)
    """
    pick: Pick

    def __init__(self, below: Callable[[int], int]) -> None:
        """Build the helpers on top of ``below``, which must keep to its bounds."""

        def chance(times: int, of: int) -> bool:
            return below(of) >= of - times

        def pick(options: Sequence[T]) -> T:
            return options[below(len(options))]

        self.below = below
        self.chance = chance
        self.part = at_once
        self.pick = pick


def at_once(write: Callable[..., None], *of: Any) -> None:
    """Make nothing of a part but what it writes."""
    write(*of)


class Stream:
    """Uniform choices from the random numbers of a seed.

    Methods and not closures, which would be new in each document: the interpreter has a quick way only for
    functions that it knows. ``floor`` takes two thirds of the time of ``int`` (both measured).
    """

    __slots__ = ("numbers",)

    def __init__(self, seed: int) -> None:
        """Start the stream of a seed."""
        self.numbers = Random(seed)

    def below(self, n: int) -> int:
        """Draw one of 0 .. n-1."""
        return floor(self.numbers.random() * n)

    def chance(self, times: int, of: int) -> bool:
        """Draw ``below(of) >= of - times``: ``floor(x) >= k`` is ``x >= k`` for a whole ``k``."""
        return self.numbers.random() * of >= of - times

    def pick(self, options: Sequence[T]) -> T:
        """Draw an option."""
        return options[floor(self.numbers.random() * len(options))]


class Seeded(Source):
    """The fast path: uniform choices from a stream that depends on seed and index only.

    ``random()`` is the one generator whose values Python promises to keep for a given seed, so
    cases stay the same over Python versions. The helpers draw exactly what those of ``Source``
    would, with one call less.
    """

    __slots__ = ()

    def __init__(self, seed: int, index: int) -> None:
        """Start the stream of case ``index``; neither number may be negative."""
        stream = Stream(seed << SEED_SHIFT | index)
        self.below = stream.below
        self.chance = stream.chance
        self.part = at_once
        self.pick = stream.pick


class Recording(Source):
    """Another source, with every choice it made kept in ``choices``."""

    __slots__ = ("choices",)

    def __init__(self, source: Source) -> None:
        """Pass every draw on to ``source``."""
        choices: list[int] = []
        inner = source.below

        def below(n: int) -> int:
            choice = inner(n)
            choices.append(choice)
            return choice

        super().__init__(below)
        self.choices = choices
        self.part = source.part


class Replay(Source):
    """A list of choices, read again. Any list of integers will do.

    What is out of range counts as the nearest choice in range, and past the end everything is 0:
    a shrinker may cut and lower as it likes and always gets a case.
    """

    __slots__ = ()

    def __init__(self, choices: Sequence[int]) -> None:
        """Read ``choices`` from the front."""
        rest = iter(choices)

        def below(n: int) -> int:
            return min(max(next(rest, 0), 0), n - 1)

        super().__init__(below)
