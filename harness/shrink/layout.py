"""The parts of a text that a sentence about cuts can name: tags, values, calls, line ends and the like.

A text that was made small is seldom whole: a tag may end with the text, a call may have no end. So parts
are found by their looks, as a reader would find them, and not by the rules of a dialect.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.generate.chunkings import places
from harness.generate.chunkings.places import Span

if TYPE_CHECKING:
    from harness.dialects.dialect import Dialect, Grammar

_SPECIAL = {
    "a line end of two characters": places.CRLF,
    "an entity": places.ENTITY,
    "the start of a CDATA section": places.CDATA_START,
    "the end of a CDATA section": places.CDATA_END,
    "the mark of a comment": places.COMMENT,
    "the run of a fence": places.FENCE,
    "an escape": places.ESCAPE,
}
_WHITE = re.compile(r"\s+")
_WORD = re.compile(r"\w+")

NEXT = "the next"
REST = "the rest of "
CALL, BLOCK, PARAMETER = "a call", "a block", "a parameter"

WHOLES = frozenset({CALL, BLOCK, PARAMETER, "white space", "a word"})
"""Parts that hold others, or that any cut may fall into: named where nothing else fits."""

_VALUE = "the value of a parameter"


class Tag(Struct, frozen=True):
    """A tag of the dialect, also one that the end of the text cuts off."""

    start: int
    end: int
    name: str  # in lower case
    closes: bool
    alone: bool  # opens and closes


class Layout(Struct, frozen=True):
    """A text with its parts by what a sentence calls them. The narrower name comes first."""

    text: str
    parts: dict[str, tuple[Span, ...]]
    # Parts that follow each other: what the sentence calls them, and the pairs.
    pairs: dict[tuple[str, str], tuple[tuple[Span, Span], ...]]


def layout(text: str, dialect: Dialect) -> Layout:
    """Find the parts of a text."""
    grammar = dialect.grammar
    tags = _tags(text, grammar)
    roles = {grammar.wrapper: "a block", grammar.call: "a call", grammar.parameter: "a parameter"}
    found: dict[str, list[Span]] = {}
    for name, pattern in _SPECIAL.items():
        found[name] = places.spans(pattern, text)
    found["a character of several code points"] = _graphemes(text)
    for name, role in roles.items():
        for closes, word in ((False, "opening"), (True, "closing")):
            found[f"the {word} tag of {role}"] = [
                (tag.start, tag.end) for tag in tags if tag.name == name and tag.closes == closes
            ]
    found["an opening tag"] = [(tag.start, tag.end) for tag in tags if not tag.closes]
    found["a closing tag"] = [(tag.start, tag.end) for tag in tags if tag.closes]
    found["a tag"] = [(tag.start, tag.end) for tag in tags]
    values = _elements(tags, grammar.parameter)
    calls = _elements(tags, grammar.call)
    blocks = _elements(tags, grammar.wrapper)
    found[_VALUE] = [(first.end, last.start) for first, last in values if first.end < last.start]
    found[PARAMETER] = _outer(values)
    found[CALL] = _outer(calls)
    found[BLOCK] = _outer(blocks) or _bare(tags, grammar)
    found["white space"] = places.spans(_WHITE, text)
    found["a word"] = places.spans(_WORD, text)
    pairs = _pairs(tags, values, grammar)
    for name, element in ((PARAMETER, grammar.parameter), (CALL, grammar.call), (BLOCK, grammar.wrapper)):
        pairs[name, NEXT] = _following(tags, element)
    pairs[BLOCK, NEXT] = pairs[BLOCK, NEXT] or list(pairwise(found[BLOCK]))
    return Layout(
        text,
        {name: tuple(spans) for name, spans in found.items() if spans},
        {names: tuple(some) for names, some in pairs.items() if some},
    )


def _pairs(
    tags: list[Tag], values: list[tuple[Tag, Tag]], grammar: Grammar
) -> dict[tuple[str, str], list[tuple[Span, Span]]]:
    written = [((first.end, last.start), last) for first, last in values if first.end < last.start]
    ends = {
        "its call": [tag.end for tag in tags if tag.closes and tag.name == grammar.call],
        "its block": [tag.end for tag in tags if tag.closes and tag.name == grammar.wrapper],
    }
    pairs: dict[tuple[str, str], list[tuple[Span, Span]]] = {
        ("a value", "the closing tag behind it"): [(value, (tag.start, tag.end)) for value, tag in written],
        ("the closing tag of a parameter", "the closing tag of its call"): _closers(
            tags, grammar.parameter, grammar.call
        ),
        ("the closing tag of a call", "the closing tag of its block"): _closers(
            tags, grammar.call, grammar.wrapper
        ),
    }
    begun = {
        "a value": [value for value, _ in written],
        "the opening tag of a call": _begun(tags, grammar.call),
        "the opening tag of a block": _begun(tags, grammar.wrapper),
    }
    for name, spans in begun.items():
        for whose, places_ in ends.items():
            if name != "the opening tag of a block" or whose == "its block":
                pairs[name, f"{REST}{whose}"] = [
                    (span, (span[1], end)) for span in spans if (end := _next(places_, span[1])) is not None
                ]
    return pairs


def _begun(tags: list[Tag], name: str) -> list[Span]:
    """List what opens an element and leaves it open: one that closes itself has no rest."""
    return [(tag.start, tag.end) for tag in tags if tag.name == name and not (tag.closes or tag.alone)]


def _next(ends: list[int], behind: int) -> int | None:
    return next((end for end in ends if end > behind), None)


def _tags(text: str, grammar: Grammar) -> list[Tag]:
    names = "|".join(map(re.escape, (grammar.wrapper, grammar.call, grammar.parameter)))
    # A tag of some style, up to its end, or to where another one or the text's end cuts it off.
    pattern = re.compile(
        rf"<(?P<slash>/?)(?:{re.escape(grammar.marker)})?(?P<name>{names})(?![\w-])[^<>]*(?:>|(?=<)|\Z)",
        re.ASCII | re.IGNORECASE,
    )
    return [
        Tag(
            found.start(),
            found.end(),
            found["name"].lower(),
            bool(found["slash"]),
            alone=found[0].endswith("/>"),
        )
        for found in pattern.finditer(text)
    ]


def _elements(tags: list[Tag], name: str) -> list[tuple[Tag, Tag]]:
    """Pair each opening tag with the next closing one of its name, unless another opens before."""
    pairs: list[tuple[Tag, Tag]] = []
    opened = None
    for tag in tags:
        if tag.name != name:
            continue
        if tag.closes:
            if opened is not None:
                pairs.append((opened, tag))
            opened = None
        elif tag.alone:
            pairs.append((tag, tag))
        else:
            opened = tag
    return pairs


def _outer(pairs: list[tuple[Tag, Tag]]) -> list[Span]:
    return [(first.start, last.end) for first, last in pairs]


def _following(tags: list[Tag], name: str) -> list[tuple[Span, Span]]:
    """Pair what closes an element with the next one of its name, up to where that ends."""
    ones = [tag for tag in tags if tag.name == name]
    pairs: list[tuple[Span, Span]] = []
    for at, (closer, opener) in enumerate(pairwise(ones)):
        if (closer.closes or closer.alone) and not opener.closes:
            last = ones[at + 2] if at + 2 < len(ones) and ones[at + 2].closes else opener
            pairs.append(((closer.start, closer.end), (opener.start, last.end)))
    return pairs


def _bare(tags: list[Tag], grammar: Grammar) -> list[Span]:
    """Find blocks without opening tags, where no block has one: each begins with its first call."""
    spans: list[Span] = []
    start = None
    for tag in tags:
        if tag.closes and tag.name == grammar.wrapper:
            if start is not None:
                spans.append((start, tag.end))
            start = None
        elif start is None and not tag.closes:
            start = tag.start
    return spans


def _closers(tags: list[Tag], inner: str, outer: str) -> list[tuple[Span, Span]]:
    return [
        ((one.start, one.end), (two.start, two.end))
        for one, two in pairwise(tags)
        if one.closes and two.closes and (one.name, two.name) == (inner, outer)
    ]


def _graphemes(text: str) -> list[Span]:
    """Join code points that a reader sees as one character."""
    spans: list[Span] = []
    for at in places.graphemes(text):
        if spans and spans[-1][1] == at:
            spans[-1] = (spans[-1][0], at + 1)
        else:
            spans.append((at - 1, at + 1))
    return spans
