"""What ways of cutting a text can have in common: claims, each a clause and a test of one chunking.

The order of the claims is the order in which they are believed where several fit: the one that says most
comes first. All of them are tried on every way that was measured, so none is more than a description.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.shrink.layout import NEXT, REST, WHOLES, Layout

if TYPE_CHECKING:
    from harness.generate.chunkings.places import Span
    from harness.model import Chunking

Chunks = list[tuple[int, int]]
"""Where each chunk begins and ends."""

Test = Callable[["Chunking", Chunks], bool]
"""Is a claim true of this way to cut."""

_LONGEST = 200  # the largest number of characters of a chunk that a sentence asks for

Places = Callable[[Layout], frozenset[int]]


class Claim(Struct, frozen=True):
    """What a sentence says of the ways that fail, behind "fails when"."""

    clause: str
    of: Callable[[Layout], Test]
    # Of claims about a single cut: the places that it names. A part of them can be counted.
    places: Places | None = None
    # Is a part of its places worth naming. Of what is narrow, only all is.
    part: bool = True


def claims(small: Layout, *, cuts: int) -> Iterator[Claim]:
    """List what can be said of the ways to cut a text, best first. It takes ``cuts`` cuts to fail."""
    parts = [name for name in small.parts if name not in WHOLES]
    blank = "is nothing but white space"
    yield from _empty_chunks(small)
    yield Claim(f"a chunk {blank}", lambda layout: _any(_blank(layout)))
    yield Claim(f"a chunk behind the first {blank}", lambda layout: _any(_blank(layout), first=1))
    yield from map(_inside, parts)
    yield from (
        _deep_inside(name, least)
        for name in parts
        if name.endswith("tag") or "tag of" in name
        for least in (2, 3)
    )
    for pair in small.pairs:
        yield from _together(pair)
    yield from map(_holds, small.parts)
    yield from (_between(one) for one, two in small.pairs if two == NEXT)
    for name in parts:
        yield from (_beside(name, behind=False), _beside(name, behind=True))
    yield from (_inside(name) for name in small.parts if name in WHOLES)
    yield from _characters(small)
    if cuts > 1:
        yield from _two_cuts(small, parts)
    yield Claim("the text comes in more than one chunk", lambda _: lambda cuts, _: bool(cuts))
    yield Claim("the whole text comes in one chunk", lambda _: lambda cuts, _: not cuts)
    yield from _sizes(small)


def chunks_of(text: str, cuts: Chunking) -> Chunks:
    """Give where each chunk begins and ends."""
    return list(pairwise((0, *cuts, len(text))))


def shown(char: str) -> str:
    """Write a character so that it is seen."""
    return ascii(char)


# ---------------------------------------------------------------- a cut at some place


def _at(clause: str, places: Places, *, part: bool = True) -> Claim:
    def of(layout: Layout) -> Test:
        named = places(layout)
        return lambda cuts, _: not named.isdisjoint(cuts)

    return Claim(clause, of, places, part)


def _inside(name: str) -> Claim:
    return _at(f"a cut lies inside {name}", _within(name))


def _within(name: str) -> Places:
    return lambda layout: _inner(layout.parts.get(name, ()))


def _deep_inside(name: str, least: int) -> Claim:
    """Say so of a tag that is known by its first characters only."""
    return _at(
        f"a cut lies inside {name}, at least {least} characters behind its start",
        lambda layout: _inner((a + least - 1, b) for a, b in layout.parts.get(name, ())),
        part=False,
    )


def _inner(spans: Iterable[Span]) -> frozenset[int]:
    return frozenset(cut for a, b in spans for cut in range(a + 1, b))


def _beside(name: str, *, behind: bool) -> Claim:
    def places(layout: Layout) -> frozenset[int]:
        return frozenset(span[behind] for span in layout.parts.get(name, ())) - {0, len(layout.text)}

    return _at(f"a cut lies right {'behind' if behind else 'before'} {name}", places)


def _between(name: str) -> Claim:
    def places(layout: Layout) -> frozenset[int]:
        pairs = layout.pairs.get((name, NEXT), ())
        return frozenset(cut for one, two in pairs for cut in range(one[1], two[0] + 1))

    noun = name.partition(" ")[2]
    return _at(f"a cut lies between the end of one {noun} and the start of the next", places)


def _characters(small: Layout) -> Iterator[Claim]:
    """Name the characters beside a cut."""
    for char in dict.fromkeys(small.text[:-1]):
        yield _ends_with(char)
    for char in dict.fromkeys(small.text[1:]):
        clause = f"a chunk behind the first begins with {shown(char)}"
        yield _at(clause, _around("", char), part=False)
    for one, two in dict.fromkeys(pairwise(small.text)):
        clause = f"a cut lies between {shown(one)} and {shown(two)}"
        yield _at(clause, _around(one, two), part=False)


def _ends_with(char: str) -> Claim:
    return _at(f"a chunk before the last ends with {shown(char)}", _around(char, ""), part=False)


def _around(before: str, after: str) -> Places:
    """Give the places between two texts, at the ends of the text too: a chunk there may be empty."""

    def places(layout: Layout) -> frozenset[int]:
        text = layout.text
        found = range(len(text) + 1)
        return frozenset(at for at in found if text.endswith(before, 0, at) and text.startswith(after, at))

    return places


# ---------------------------------------------------------------- what one chunk is or holds


def _any(is_so: Callable[[int, int], bool], *, first: int = 0) -> Test:
    return lambda _, chunks: any(is_so(a, b) for a, b in chunks[first:])


def _blank(layout: Layout) -> Callable[[int, int], bool]:
    return lambda a, b: layout.text[a:b].isspace()


def _empty_chunks(small: Layout) -> Iterator[Claim]:
    # An empty text in one chunk is no empty chunk among others.
    yield Claim(
        "a chunk is empty", lambda _: lambda cuts, chunks: bool(cuts) and any(a == b for a, b in chunks)
    )
    for name, at in (("first", 0), ("last", -1)):
        yield Claim(f"the {name} chunk is empty", _empty_one(at))
    for name in small.parts:
        yield _empty_at(f"an empty chunk comes inside {name}", _within(name))
    for char in dict.fromkeys(small.text):
        yield _empty_at(f"an empty chunk comes right behind {shown(char)}", _behind(char))


def _empty_one(at: int) -> Callable[[Layout], Test]:
    return lambda _: lambda cuts, chunks: bool(cuts) and chunks[at][0] == chunks[at][1]


def _behind(char: str) -> Places:
    return lambda layout: frozenset(at + 1 for at, other in enumerate(layout.text) if other == char)


def _empty_at(clause: str, places: Places) -> Claim:
    def of(layout: Layout) -> Test:
        named = places(layout)
        return _any(lambda a, b: a == b and a in named)

    return Claim(clause, of)


def _holds(name: str) -> Claim:
    def of(layout: Layout) -> Test:
        spans = layout.parts.get(name, ())
        return _any(lambda a, b: any(a <= start and end <= b for start, end in spans))

    article, _, noun = name.partition(" ")
    what = f"a whole {noun}" if article in {"a", "an"} else f"all of {name}"
    return Claim(f"one chunk holds {what}", of)


def _together(names: tuple[str, str]) -> Iterator[Claim]:
    """Say that a chunk holds the end of one part and the start, or all, of the part behind it."""

    def start(layout: Layout) -> Test:
        pairs = layout.pairs.get(names, ())
        return _any(lambda a, b: any(a < one[1] and two[0] < b for one, two in pairs))

    def all_of(layout: Layout) -> Test:
        pairs = layout.pairs.get(names, ())
        return _any(lambda a, b: any(a < one[1] and two[1] <= b for one, two in pairs))

    one, two = names
    if two == NEXT:
        noun = one.partition(" ")[2]
        yield Claim(f"one chunk closes {one} and opens the next", start)
        yield Claim(f"one chunk holds the end of one {noun} and all of the next", all_of)
    elif two.startswith(REST):
        yield Claim(f"one chunk holds the end of {one} and {two}", all_of)
    else:
        yield Claim(f"one chunk holds the end of {one} and all of {two}", all_of)
        yield Claim(f"one chunk holds the end of {one} and the start of {two}", start)


def _sizes(small: Layout) -> Iterator[Claim]:
    for size in range(2, min(len(small.text), _LONGEST) + 1):
        yield Claim(f"a chunk has at least {size} characters", _longer(size - 1))
        yield Claim(f"a chunk has fewer than {size} characters", _shorter(size))


def _longer(size: int) -> Callable[[Layout], Test]:
    return lambda _: _any(lambda a, b: b - a > size)


def _shorter(size: int) -> Callable[[Layout], Test]:
    return lambda _: _any(lambda a, b: b - a < size)


# ---------------------------------------------------------------- two cuts


def _two_cuts(small: Layout, parts: list[str]) -> Iterator[Claim]:
    yield from map(_twice, small.parts)
    single = [*map(_inside, parts), *(_beside(name, behind=True) for name in parts)]
    single += map(_ends_with, dict.fromkeys(small.text[:-1]))
    for one, two in combinations(single, 2):
        yield _both(one, two)


def _twice(name: str) -> Claim:
    def of(layout: Layout) -> Test:
        insides = [_inner([span]) for span in layout.parts.get(name, ())]
        return lambda cuts, _: any(len(inside.intersection(cuts)) > 1 for inside in insides)

    return Claim(f"two cuts lie inside {name}", of)


def _both(one: Claim, two: Claim) -> Claim:
    def of(layout: Layout) -> Test:
        first, second = one.of(layout), two.of(layout)
        return lambda cuts, chunks: first(cuts, chunks) and second(cuts, chunks)

    return Claim(f"{one.clause}, and {two.clause.replace('a cut', 'another')}", of)
