"""The structure of a text as cuts meet it: tags, marks and line ends, and what stands beside them.

A *structural item* is a piece of text that a parser has to see whole: a tag, an entity, a marker of CDATA or
of a comment, a run of a fence, an escape, a special token of the vocabulary, anything else that begins like a
tag, a line end. Every place inside of one is structural, and so are both its borders. Values end where the
tags around them begin, so their ends are among these.

What is found is what stands in the text, not what a parser makes of it: a tag in a fence or in CDATA is a tag
here. All is linear in the text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from harness.dialects import by_name
from harness.generate.chunkings.places import CDATA_END, CDATA_START, COMMENT, ENTITY, ESCAPE, FENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_NEAR = 40
"""Characters behind the ``<`` of what only begins like a tag, at most: beyond that it is ordinary text."""

TAGS = tuple(f"{role} {end}" for role in ("wrapper", "call", "parameter") for end in ("opener", "closer"))
MARKS = ("escape", "opaque", "near tag", "fence")
"""What is no tag: entities and backslashes; markers of CDATA and of comments; special tokens of the
vocabulary, and what begins like a tag; runs of a fence."""
LINES = ("line", "crlf")

EDGE, TAG, WHITE, TEXT, VALUE = CONTEXTS = ("edge", "tag", "white space", "text", "value")
"""What can stand beside a place: the start or the end of the text, a tag, white space, a value, other text.

A mark is part of the value or the text that it stands in. An edge is told for the inside of tags only: to
everything else it is text that has come to its end.
"""

TAG_BORDER, MARK_BORDER, LINE_BORDER = "tag border", "mark border", "line border"
_BORDERS = {
    **dict.fromkeys(TAGS, TAG_BORDER),
    **dict.fromkeys(MARKS, MARK_BORDER),
    **dict.fromkeys(LINES, LINE_BORDER),
}
KINDS = (*(f"in {name}" for name in (*TAGS, *MARKS, "crlf")), TAG_BORDER, MARK_BORDER, LINE_BORDER)
"""What a structural place is. The border of a tag is that and nothing else, whatever else ends there."""


class Item(NamedTuple):
    """A piece of a text that means something only as a whole: ``kind`` is one of TAGS, MARKS, LINES."""

    start: int
    end: int
    kind: str


class Place(NamedTuple):
    """What a structural place is, and what stands before and after it (CONTEXTS).

    For a place inside an item that is what stands before and after the item.
    """

    kind: str
    before: str
    after: str


class Told(NamedTuple):
    """An item with what its places are: those inside of it, and its two borders.

    Where two items touch, their border is the back of the first.
    """

    start: int
    end: int
    inside: Place
    front: Place
    back: Place


_FLAGS = re.ASCII | re.DOTALL | re.IGNORECASE


@cache
def _alternatives(dialect: str) -> dict[str, list[str]]:
    """Write what items are, by kind: the first that matches counts.

    Each begins with the one character that it can begin with: by these the engine for regular expressions
    passes over nearly all places in a text.
    """
    spoken = by_name(dialect)
    tag = spoken.grammar.tag
    case = "i" if tag.flags & re.IGNORECASE else "-i"
    special = sorted(spoken.special, key=len, reverse=True)
    return {
        "tag": [f"{tag.pattern[0]}(?{case}:{tag.pattern[1:]})"],
        "opaque": [CDATA_START.pattern, CDATA_END.pattern, COMMENT.pattern],
        "near_tag": [
            *(f"{re.escape(token[0])}(?-i:{re.escape(token[1:])})" for token in special),
            rf"<[^\s<>]{{1,{LONGEST_NEAR}}}>?",
        ],
        "escape": [ENTITY.pattern, ESCAPE.pattern],
        "fence": [FENCE.pattern],
        "crlf": [r"\r\n"],
        "line": [r"\r", r"\n"],
    }


@cache
def _pattern(dialect: str) -> re.Pattern[str]:
    parts = _alternatives(dialect)
    return re.compile("|".join(f"(?P<{name}>{'|'.join(some)})" for name, some in parts.items()), _FLAGS)


@cache
def splitter(dialect: str) -> re.Pattern[str]:
    """Give what splits a text into gaps and items, in turn. It begins and ends with a gap, empty or not."""
    written = "|".join("|".join(some) for some in _alternatives(dialect).values())
    return re.compile(f"({re.sub(r'[(][?]P<[a-z]+>', '(?:', written)})", _FLAGS)


def items(text: str, dialect: str) -> list[Item]:
    """List the structural items of a text, from left to right; they don't overlap."""
    return [Item(start, end, kind) for start, end, kind, _ in _items(text, dialect)]


def _items(text: str, dialect: str) -> Iterator[tuple[int, int, str, bool]]:
    """Give start, end and kind of each item, and whether a value is behind it.

    That is so from the opener of a parameter on until the next tag of any sort.
    """
    value = False
    for found in _pattern(dialect).finditer(text):
        kind, opens = _kind(found, dialect)
        if found.lastgroup == "tag":
            value = opens
        yield found.start(), found.end(), kind, value


def _kind(found: re.Match[str], dialect: str) -> tuple[str, bool]:
    if found.lastgroup == "tag":
        slash, name, rest = found.group("slash", "name", "rest")
        kind = _roles(dialect)[slash, name.lower()]
        # Where a name stands behind a sign of equality, a slash at the end is a letter of it.
        return kind, kind == "parameter opener" and (rest.startswith("=") or not rest.endswith("/"))
    return (found.lastgroup or "").replace("_", " "), False


def kind_of(item: str, dialect: str) -> tuple[str, bool]:
    """Say of an item as it is written what it is, and whether a value is behind it.

    What an item is does not hang on what stands around it: that says only where it begins. Raises
    ``ValueError`` for what is no item.
    """
    found = _pattern(dialect).fullmatch(item)
    if found is None:
        raise ValueError(f"No item: {item!r}")
    return _kind(found, dialect)


@cache
def _roles(dialect: str) -> dict[tuple[str, str], str]:
    grammar = by_name(dialect).grammar
    names = {"wrapper": grammar.wrapper, "call": grammar.call, "parameter": grammar.parameter}
    return {
        (slash, name): f"{role} {end}"
        for role, name in names.items()
        for slash, end in (("", "opener"), ("/", "closer"))
    }


def structural_places(text: str, dialect: str) -> tuple[int, ...]:
    """List every structural place of a text, from left to right; its two ends are none."""
    found = {at for start, end, _, _ in _items(text, dialect) for at in range(start, end + 1)}
    return tuple(sorted(found - {0, len(text)}))


def told_items(text: str, dialect: str) -> list[Told]:
    """Say of every item what its places are."""
    length = len(text)
    told: list[Told] = []
    # Of the item before: where it is, what it is, what stands before it, and what it is to its neighbours.
    start = end = 0
    kind = before = self = ""
    value = False
    for first, last, following, behind in _items(text, dialect):
        here = VALUE if value else TEXT
        me = _CLASSES.get(following, here)
        if end < first:
            after = WHITE if text[end].isspace() else here
            left = WHITE if text[first - 1].isspace() else here
            kept = ""
        else:
            after, left, kept = me, self, following
        if kind:
            told.append(Told(start, end, *places_of(kind, before, self, after, kept)))
        before = left if first else EDGE
        start, end, kind, self, value = first, last, following, me, behind
    if kind:
        after = EDGE if end == length else WHITE if text[end].isspace() else VALUE if value else TEXT
        told.append(Told(start, end, *places_of(kind, before, self, after, "")))
    return told


_CLASSES = {**dict.fromkeys(TAGS, TAG), **dict.fromkeys(LINES, WHITE)}
"""What an item is to its neighbours; a mark is part of what it stands in."""


@cache
def places_of(kind: str, before: str, self: str, after: str, following: str) -> tuple[Place, Place, Place]:
    """Name the places of an item: inside, front, back. Some hundred different ones are all there can be.

    ``following`` is the item that begins where this one ends, if one does: the border of the two is then this
    one's back. Edges are text to all but the inside of tags.
    """
    border = _BORDERS[kind]
    ends = [TEXT if beside == EDGE else beside for beside in (before, after)]
    inside = (before, after) if kind in TAGS else ends
    return (
        Place(f"in {kind}", *inside),
        Place(border, ends[0], self),
        Place(TAG_BORDER if following in TAGS else border, self, ends[1]),
    )


def described_places(text: str, dialect: str) -> dict[int, Place]:
    """Say of every structural place what it is, and what stands beside it."""
    places: dict[int, Place] = {}
    for start, end, inside, front, back in told_items(text, dialect):
        places.setdefault(start, front)
        places.update(dict.fromkeys(range(start + 1, end), inside))
        places[end] = back
    places.pop(0, None)
    places.pop(len(text), None)
    return places
