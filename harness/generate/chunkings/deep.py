"""The chunkings of ``--deep``: all that servers, relays and proxies were seen to do to a stream.

About twenty for each text, beside the five of every campaign. Those that the text has no place for are
left out, and so is what comes out twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate.chunkings.chosen import with_empty_chunks
from harness.generate.chunkings.places import (
    CRLF,
    SPECIAL,
    TOKEN,
    WHITE,
    borders,
    graphemes,
    inner,
    spans,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.dialects.dialect import Grammar
    from harness.generate.chunkings.places import Span
    from harness.generate.pen import Pen
    from harness.model import Chunking

MOST = 1024
"""Cuts in one of these chunkings, at most. One character a chunk is fed of every text anyway."""
SIZES = (2, 3, 5, 7, 16, 64)
WORDS = 8
"""Tokens that a fast server sends at once, at most."""


def deepened(pen: Pen, text: str, grammar: Grammar, five: tuple[Chunking, ...]) -> tuple[Chunking, ...]:
    """Put the deep chunkings behind the chosen ones.

    The others are searched for places all over the text; what has more than ``MOST`` cuts keeps a run of
    so many of them, somewhere.
    """
    length = len(text)
    tags = spans(grammar.tag, text)
    plans = [*_aligned(pen, text, tags, grammar), *_inside(text), *_by_size(pen, text, length)]
    more = []
    for places in plans:
        cuts = sorted({cut for cut in places if 0 < cut < length})
        more.append(tuple(cuts if len(cuts) <= MOST else _run(pen, cuts)))
    more.append(with_empty_chunks(pen, more[0], length))
    more.append(_all_twice(more[1], length))
    return (*five, *(chunking for chunking in dict.fromkeys(more) if chunking not in five))


def _run(pen: Pen, cuts: list[int]) -> list[int]:
    """Keep neighbouring cuts."""
    start = pen.below(len(cuts) - MOST + 1)
    return cuts[start : start + MOST]


def _all_twice(chunking: Chunking, length: int) -> Chunking:
    """Send an empty chunk before each one, and at the end."""
    return (0, *(cut for cut in chunking for _ in range(2)), length)


def _aligned(pen: Pen, text: str, tags: Sequence[Span], grammar: Grammar) -> Iterator[Sequence[int]]:
    """Cut where tags begin, end, and are."""
    below, pick = pen.below, pen.pick
    yield borders(tags)
    yield [a + 1 + below(b - a - 1) for a, b in tags]  # one place in each
    if not tags:
        return
    yield inner([pick(tags)])
    pieces = pick(tags)
    yield [pieces[0] + 1 + below(pieces[1] - pieces[0] - 1) for _ in range(3)]
    yield [pick(tags)[0] + 1]  # in two chunks, just behind the `<`
    yield [pick(borders(tags))]
    openers = spans(grammar.opener, text)
    if openers:
        yield pick(openers)  # an opener alone, then all the rest
        yield [b for _, b in openers]  # with the prose before it
    closers = [place for place, (a, _) in enumerate(tags) if text.startswith("</", a)]
    followed = [place for place in closers if place + 1 < len(tags)]
    if followed:
        place = pick(followed)
        (a, b), (c, d) = tags[place], tags[place + 1]
        yield (a, d)  # the end of one thing and the start of the next, both whole
        yield (a + 1 + below(b - a - 1), c + 1 + below(d - c - 1))  # both cut
    behind = [
        place
        for place in closers
        if place and place - 1 not in closers and tags[place][0] - tags[place - 1][1] > 1
    ]
    if behind:
        place = pick(behind)
        start, end = tags[place - 1][1], tags[place][0]
        yield (start + 1 + below(end - start - 1),)  # the end of a value with all that closes
        yield (start + 1 + below(end - start - 1), tags[place][1])


def _inside(text: str) -> Iterator[Sequence[int]]:
    """Cut inside what means something only as a whole, and around white space."""
    yield inner(spans(CRLF, text))
    yield graphemes(text)
    yield inner(spans(SPECIAL, text))
    yield borders(spans(WHITE, text))


def _by_size(pen: Pen, text: str, length: int) -> Iterator[Sequence[int]]:
    """Cut into pieces like tokens, and into pieces of one size."""
    below = pen.below
    tokens = [found.start() for found in TOKEN.finditer(text)]
    yield tokens
    cuts, at = [], 0
    while at < len(tokens):
        cuts.append(tokens[at])
        at += 1 + below(WORDS)
    yield cuts
    for size in SIZES:
        yield range(size, length, size)
