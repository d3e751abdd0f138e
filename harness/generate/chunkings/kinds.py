"""What a chunking tries, by name: for statistics, never on the way of a campaign."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from harness.generate.chunkings.places import (
    CDATA_END,
    CDATA_START,
    COMMENT,
    CRLF,
    ENTITY,
    ESCAPE,
    FENCE,
    TOKEN,
    Span,
    borders,
    graphemes,
    inner,
    spans,
)
from harness.model import without_empty_chunks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from harness.dialects.dialect import Grammar
    from harness.model import Chunking

KINDS = (
    "chunk:empty-between",
    "chunk:empty-end",
    "chunk:empty-start",
    "chunk:end-and-start",
    "chunk:fixed",
    "chunk:one-character",
    "chunk:opener-alone",
    "chunk:prose-and-opener",
    "chunk:tail-and-closer",
    "chunk:token-like",
    "chunk:two",
    "chunk:white-space",
    "chunk:whole",
    "cut:cdata-end",
    "cut:cdata-start",
    "cut:comment",
    "cut:crlf",
    "cut:entity",
    "cut:escape",
    "cut:fence",
    "cut:grapheme",
    "cut:in-name",
    "cut:in-pieces",
    "cut:in-tag",
    "cut:in-value",
    "cut:tag-border",
)
"""Every name that ``kinds`` knows."""

NAME = re.compile(r"</?[|\w]*")
WORDS = range(1, 9)
"""How many tokens a chunk of a fast server holds."""
SEVERAL = 3
FULL = 2
"""So many chunks of one size, and a last one, are no accident."""


def kinds(text: str, chunking: Chunking, grammar: Grammar) -> set[str]:
    """Name what ``chunking`` tries on ``text``: ``cut:…`` for where it cuts, ``chunk:…`` for what it feeds.

    All names are in ``KINDS``. Linear in the text, but slow: it searches the text a dozen times, once for
    all its chunkings if they are asked for in a row.
    """
    length = len(text)
    cuts = without_empty_chunks(chunking, length)
    marks = _marks(text, grammar)
    found = {name for name, places in marks.places.items() if not places.isdisjoint(cuts)}
    found |= _empties(chunking, length)
    edges = (0, *cuts, length)
    found |= {name for name, holds in SHAPES.items() if holds(text, edges)}
    if _token_like(marks, edges):
        found.add("chunk:token-like")
    if _in_pieces(marks.tags, cuts):
        found.add("cut:in-pieces")
    return found | _aligned(text, edges, marks)


class _Marks(NamedTuple):
    """What is where in a text, whatever the chunking."""

    tags: Sequence[Span]
    openers: set[Span]
    places: Mapping[str, set[int]]
    """Where a cut is of a kind."""
    tokens: Mapping[int, int]
    """The numbers of the tokens that begin at a place."""


@lru_cache(maxsize=1)
def _marks(text: str, grammar: Grammar) -> _Marks:
    tags = spans(grammar.tag, text)
    return _Marks(
        tags,
        {found.span() for found in grammar.opener.finditer(text)},
        _cut_places(text, tags),
        {found.start(): number for number, found in enumerate(TOKEN.finditer(text))},
    )


def _cut_places(text: str, tags: Sequence[Span]) -> dict[str, set[int]]:
    values = [
        (b, c)
        for (a, b), (c, d) in pairwise(tags)
        if not text.startswith("</", a) and text.startswith("</", c) and d
    ]
    names = [(a, found.end()) for a, _ in tags if (found := NAME.match(text, a))]
    return {
        "cut:tag-border": set(borders(tags)),
        "cut:in-tag": set(inner(tags)),
        "cut:in-name": set(inner(names)),
        "cut:in-value": set(inner(values)),
        "cut:crlf": set(inner(spans(CRLF, text))),
        "cut:grapheme": set(graphemes(text)),
        "cut:entity": set(inner(spans(ENTITY, text))),
        "cut:escape": set(inner(spans(ESCAPE, text))),
        "cut:cdata-start": set(inner(spans(CDATA_START, text))),
        "cut:cdata-end": set(inner(spans(CDATA_END, text))),
        "cut:comment": set(inner(spans(COMMENT, text))),
        "cut:fence": set(inner(spans(FENCE, text))),
    }


def _empties(chunking: Chunking, length: int) -> set[str]:
    if not chunking:
        return set()
    found = set()
    if chunking[0] == 0:
        found.add("chunk:empty-start")
    if chunking[-1] == length:
        found.add("chunk:empty-end")
    if any(a == b and 0 < a < length for a, b in pairwise(chunking)):
        found.add("chunk:empty-between")
    return found


def _fixed(text: str, edges: Sequence[int]) -> bool:
    *sizes, last = [b - a for a, b in pairwise(edges)]
    return len(sizes) >= FULL and sizes[0] > 1 and set(sizes) == {sizes[0]} and last <= sizes[0] <= len(text)


def _token_like(marks: _Marks, edges: Sequence[int]) -> bool:
    if len(edges) - 1 < SEVERAL or not marks.tokens.keys() >= set(edges[:-1]):
        return False
    numbers = [*(marks.tokens[edge] for edge in edges[:-1]), len(marks.tokens)]
    return all(b - a in WORDS for a, b in pairwise(numbers))


SHAPES: dict[str, Callable[[str, Sequence[int]], bool]] = {
    "chunk:whole": lambda _, edges: len(edges) == 2,
    "chunk:two": lambda _, edges: len(edges) == 3,
    "chunk:one-character": lambda text, edges: len(text) > 1 and len(edges) == len(text) + 1,
    "chunk:white-space": lambda text, edges: any(text[a:b].isspace() for a, b in pairwise(edges)),
    "chunk:fixed": _fixed,
}
"""What the sizes of the chunks alone can show, empty ones left out."""


def _in_pieces(tags: Sequence[Span], cuts: Sequence[int]) -> bool:
    """Is a tag in three pieces or more."""
    return any(bisect_left(cuts, b) - bisect_right(cuts, a) > 1 for a, b in tags)


def _aligned(text: str, edges: Sequence[int], marks: _Marks) -> set[str]:
    """Name what shows only in how chunks lie to tags. Chunks that are the whole text say nothing."""
    if len(edges) == 2:
        return set()
    tags, openers = marks.tags, marks.openers
    fronts, ends = [a for a, _ in tags], [b for _, b in tags]
    found = set()
    for start, end in pairwise(edges):
        if (start, end) in openers:
            found.add("chunk:opener-alone")
        last = bisect_left(ends, end)  # the first tag that does not end before the chunk does
        first = bisect_right(ends, start)  # the first tag that ends in the chunk or behind it
        if first == last < len(tags) and tags[last] in openers and fronts[last] > start and ends[last] == end:
            found.add("chunk:prose-and-opener")
        if first >= len(tags) or ends[first] > end:
            continue
        a, closer = fronts[first], text.startswith("</", fronts[first])
        if closer and a <= start and first + 1 < len(tags) and fronts[first + 1] < end <= ends[first + 1]:
            found.add("chunk:end-and-start")
        inside = first > 0 and ends[first - 1] < start < a and not text.startswith("</", fronts[first - 1])
        if closer and inside:
            found.add("chunk:tail-and-closer")
    return found
