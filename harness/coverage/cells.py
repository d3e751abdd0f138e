"""The cells that chunkings of well-formed texts can reach: listed from the grammar, never from what was seen.

A cell is left out where no text has it, or where only a malformed one does. What falls into a cell that is
not listed is counted as *beyond the grammar*: damage and truncation make nearly every arrangement there is,
now and then, and nobody can say that one of them ought to have come.

Out by what the words mean (``structure``):

- TEXT on one side and VALUE on the other, of anything that is no tag: only tags begin and end a value.
- VALUE behind a tag that is no opener of a parameter: a tag of any other sort ends the value.
- EDGE beside marks and line ends: to them it is text.

Out by the grammar of both dialects, where two tags or a tag and its content make the difference:

- a closer, or a tag of a parameter, at the start of a text: what it belongs to has to stand before it;
- an opener, or a closer of a parameter, at the end: what it opened has to be closed, and its call, too;
- a closer between a value and the end: directly behind a value stands the closer of its parameter, so any
  other one is quoted in the value, which goes on;
- a tag beside a run of backticks or tildes: it has to stand alone on its line to be a fence (SEMANTICS D1).

Out by the grammar of ``qwen``:

- markers of CDATA and of comments: there are none, they are letters like all others;
- TEXT behind the opener of a parameter: no tag closes itself, so it is a value.

What stays in may be rare: white space, text that belongs to nothing and quoted tags are allowed nearly
everywhere in a block (SEMANTICS D9 to D13, Q4 to Q8), and a parser has to get all of these cuts right.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from harness.coverage.count import SIZES, Cell, cell_name
from harness.coverage.structure import (
    EDGE,
    LINE_BORDER,
    MARK_BORDER,
    MARKS,
    TAG,
    TAG_BORDER,
    TEXT,
    VALUE,
    WHITE,
    Place,
)
from harness.dialects import by_name
from harness.events import Coverage

_ANY = (TAG, WHITE, TEXT, VALUE)
_NO_VALUE = (TAG, WHITE, TEXT)

_BESIDE_TAGS = {
    "wrapper opener": ((EDGE, *_ANY), _NO_VALUE),
    "wrapper closer": (_ANY, (EDGE, *_NO_VALUE)),
    "call opener": ((EDGE, *_ANY), _NO_VALUE),
    "call closer": (_ANY, (EDGE, *_NO_VALUE)),
    "parameter opener": (_ANY, _ANY),
    "parameter closer": (_ANY, _NO_VALUE),
}
"""What can stand before a tag, and what behind it."""

_AT_AN_END = {(VALUE, EDGE)}
"""Out of these: the closer between a value and the end."""

_AT_BORDERS = {
    TAG_BORDER: (
        *((TAG, after) for after in _ANY),
        *((before, TAG) for before in (WHITE, TEXT, VALUE)),
    ),
    MARK_BORDER: (
        (TEXT, TEXT),
        (TEXT, WHITE),
        (WHITE, TEXT),
        (VALUE, VALUE),
        (VALUE, WHITE),
        (WHITE, VALUE),
    ),
    LINE_BORDER: ((TEXT, WHITE), (VALUE, WHITE), (WHITE, WHITE), (WHITE, TEXT), (WHITE, VALUE)),
}
"""What meets at a border; at least one side is what the border is named after."""


@cache
def grammar_cells(dialect: str) -> frozenset[Cell]:
    """List all cells of well-formed texts in a dialect."""
    grammar = by_name(dialect).grammar
    places = {
        Place(f"in {tag}", before, after)
        for tag, (fronts, backs) in _BESIDE_TAGS.items()
        for before, after in product(fronts, backs)
        if (before, after) not in _AT_AN_END
    }
    if not grammar.marker:
        places -= {place for place in places if (place.kind, place.after) == ("in parameter opener", TEXT)}
    hides = grammar.opaque.search("<![CDATA[<!--") is not None
    marks = [mark for mark in MARKS if hides or mark != "opaque"]
    for mark in (*marks, "crlf"):
        beside = (WHITE, TEXT, VALUE) if mark == "fence" else _ANY
        places |= {
            Place(f"in {mark}", before, after)
            for before, after in product(beside, beside)
            if {before, after} != {TEXT, VALUE}
        }
    places |= {Place(border, *pair) for border, pairs in _AT_BORDERS.items() for pair in pairs}
    return frozenset(product(places, SIZES))


def coverage(dialect: str, counted: int, reached: dict[str, int]) -> Coverage:
    """Sum up what a campaign reached: ``reached`` are cuts by the name of their cell."""
    names = frozenset(map(cell_name, grammar_cells(dialect)))
    beyond = {name: cuts for name, cuts in reached.items() if name not in names}
    return Coverage(
        cases=counted,
        known=len(names),
        reached={name: cuts for name, cuts in sorted(reached.items()) if name in names},
        never=tuple(sorted(names - reached.keys())),
        beyond=len(beyond),
        beyond_cuts=sum(beyond.values()),
    )
