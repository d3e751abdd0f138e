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
MARKS = ("entity", "cdata start", "cdata end", "comment", "fence", "escape", "special", "near tag")
LINES = ("line", "crlf")

START, END, OPENER, CLOSER, MARK, WHITE, TEXT, VALUE = CONTEXTS = (
    "start",
    "end",
    "opener",
    "closer",
    "mark",
    "white space",
    "text",
    "value",
)
"""What can stand beside a place: an end of the text, an item, or else white space, a value, other text."""

BESIDE = {
    **{name: OPENER if name.endswith("opener") else CLOSER for name in TAGS},
    **dict.fromkeys(MARKS, MARK),
    **dict.fromkeys(LINES, WHITE),
}
"""What an item is to its neighbours."""

TAG_BORDER, MARK_BORDER, LINE_BORDER = "tag border", "mark border", "line border"
_BORDERS = {
    **dict.fromkeys(TAGS, TAG_BORDER),
    **dict.fromkeys(MARKS, MARK_BORDER),
    **dict.fromkeys(LINES, LINE_BORDER),
}
KINDS = (
    *(f"in {name}" for name in (*TAGS, *MARKS, "crlf")),
    TAG_BORDER,
    MARK_BORDER,
    LINE_BORDER,
)
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


@cache
def _pattern(dialect: str) -> re.Pattern[str]:
    spoken = by_name(dialect)
    tag = spoken.grammar.tag
    letters = "i" if tag.flags & re.IGNORECASE else "-i"
    special = "|".join(re.escape(token) for token in sorted(spoken.special, key=len, reverse=True))
    parts = {
        "tag": f"(?{letters}:{tag.pattern})",
        "cdata_start": CDATA_START.pattern,
        "cdata_end": CDATA_END.pattern,
        "comment": COMMENT.pattern,
        "special": f"(?-i:{special})",
        "near_tag": rf"<[^\s<>]{{1,{LONGEST_NEAR}}}>?",
        "entity": ENTITY.pattern,
        "fence": FENCE.pattern,
        "escape": ESCAPE.pattern,
        "crlf": r"\r\n",
        "line": r"[\r\n]",
    }
    written = "|".join(f"(?P<{name}>{pattern})" for name, pattern in parts.items())
    return re.compile(written, re.ASCII | re.DOTALL | re.IGNORECASE)


def items(text: str, dialect: str) -> list[Item]:
    """List the structural items of a text, from left to right; they don't overlap."""
    return [item for item, _ in _items(text, dialect)]


def _items(text: str, dialect: str) -> Iterator[tuple[Item, bool]]:
    """Give each item, and whether what follows it is a value."""
    grammar = by_name(dialect).grammar
    roles = {grammar.wrapper: "wrapper", grammar.call: "call", grammar.parameter: "parameter"}
    value = False
    for found in _pattern(dialect).finditer(text):
        kind = found.lastgroup or ""
        if kind == "tag":
            role = roles[found["name"].lower()]
            value = role == "parameter" and not found["slash"] and not found["rest"].endswith("/")
            kind = f"{role} {'closer' if found['slash'] else 'opener'}"
        else:
            kind = kind.replace("_", " ")
        yield Item(*found.span(), kind), value


def structural_places(text: str, dialect: str) -> tuple[int, ...]:
    """List every structural place of a text, from left to right; its two ends are none."""
    found = {at for start, end, _ in items(text, dialect) for at in range(start, end + 1)}
    return tuple(sorted(found - {0, len(text)}))


def described_places(text: str, dialect: str) -> dict[int, Place]:
    """Say of every structural place what it is, and what stands beside it."""
    places: dict[int, Place] = {}
    length, end, left, value = len(text), 0, START, False
    pending: list[tuple[Item, str]] = []  # the last item, of which it is not yet known what follows
    for item, opens_value in _items(text, dialect):
        start, stop, kind = item
        right = BESIDE[kind]
        if start > end:
            gap = VALUE if value else TEXT
            for last, before in pending:
                _describe(places, last, before, WHITE if text[end].isspace() else gap)
            left = WHITE if text[start - 1].isspace() else gap
        else:
            for last, before in pending:
                _describe(places, last, before, right)
        pending = [(item, left)]
        end, left = stop, right
        if kind in TAGS:
            value = opens_value
    for last, before in pending:
        gap = END if end == length else WHITE if text[end].isspace() else VALUE if value else TEXT
        _describe(places, last, before, gap)
    places.pop(0, None)
    places.pop(length, None)
    return places


def _describe(places: dict[int, Place], item: Item, before: str, after: str) -> None:
    """Enter the places of an item. A border of a tag stays one, a border of a mark yields to it only."""
    start, end, kind = item
    border, self = _BORDERS[kind], BESIDE[kind]
    if end - start > 1:
        places.update(dict.fromkeys(range(start + 1, end), Place(f"in {kind}", before, after)))
    known = places.get(start)
    if known is None or border == TAG_BORDER or known.kind == LINE_BORDER:
        places[start] = Place(border, before, self)
    places[end] = Place(border, self, after)
