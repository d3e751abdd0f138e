"""Fixed examples in three ways of cutting them: what the test suites of parsers do.

First all examples run plainly, in the order of the file, and are judged by what needs no further runs. Then
the oracles that ask for runs look at each with at most five chunkings, as a campaign's case has. In the other
order, a bug that the second example shows at once would be found some eighty parses later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate.chunkings.places import TOKEN
from harness.generate.source import Stream
from harness.model import every_character
from harness.selftest.baselines.examples import examples
from harness.selftest.baselines.judging import Judge
from harness.selftest.baselines.search import searched

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from harness.model import Chunking
    from harness.selftest.baselines.examples import Examples
    from harness.selftest.baselines.record import Method, Try
    from harness.selftest.baselines.search import Search
    from harness.zoo.bug import Bug

    Ways = Callable[[str, Stream], list[Chunking]]

UNASKED = "0:1"
"""The id of a case of which no oracle asks anything: none looks at the second case of a campaign."""

_SPLITS = 50
_LONGEST_PIECE = 8  # code points of a piece of a random split
_GROUPINGS = 100
_LARGEST_MEAN = 8  # tokens of a group of a random grouping
_ASKED = 5  # chunkings of an example that oracles ask about


def characters(text: str, draw: Stream) -> list[Chunking]:
    """Cut at each character."""
    del draw
    return [every_character(len(text))]


def random_splits(text: str, draw: Stream) -> list[Chunking]:
    """Cut into pieces of one to eight characters, fifty times."""
    return [_pieces(len(text), draw) for _ in range(_SPLITS)]


def _pieces(length: int, draw: Stream) -> Chunking:
    cuts = []
    at = 1 + draw.below(_LONGEST_PIECE)
    while at < length:
        cuts.append(at)
        at += 1 + draw.below(_LONGEST_PIECE)
    return tuple(cuts)


def two_chunks(text: str, draw: Stream) -> list[Chunking]:
    """Cut once, at each character; then group what is like tokens at random, a hundred times."""
    borders = [token.start() for token in TOKEN.finditer(text)][1:]
    groupings = []
    for _ in range(_GROUPINGS):
        mean = 2 + draw.below(_LARGEST_MEAN - 1)  # tokens of a group
        groupings.append(tuple([border for border in borders if draw.chance(1, mean)]))
    return [*[(cut,) for cut in range(1, len(text))], *groupings]


WAYS: Mapping[Method, Ways] = {
    "examples-characters": characters,
    "examples-random-splits": random_splits,
    "examples-two-chunks": two_chunks,
}
"""How each of the three methods cuts a text. Every example is fed whole before."""


def run(method: Method, bug: Bug, seed: int, cap: int) -> Try:
    """Search for a bug with the examples of its dialect. Raises ``TargetUnavailable``."""
    given = examples()[bug.head.dialect]
    judge = Judge(bug.target, bug.head.dialect, given.tools)
    return searched(method, bug.name, judge, cap, lambda search: go(search, WAYS[method], given, seed))


def go(search: Search, cut: Ways, given: Examples, seed: int) -> None:
    """Look at all examples, plainly first. Raises what a search raises."""
    draw = Stream(seed)
    ways = [(example, ((), *cut(example.text, draw))) for example in given.example]
    for example, chunkings in ways:
        search.look(search.judge.case(UNASKED, example.text, chunkings))
    for example, chunkings in ways:
        search.look(search.judge.case(example.name, example.text, chunkings[:_ASKED]))
