"""The outline of a text, in one letter a piece: what ``structure`` says of it, at the speed of a campaign.

A text is split into items and the gaps between them. What is said of an item hangs on itself, on whether it
is in a value, and on what its neighbours are to it. That is a triple, of which there are some hundred: each
is looked at once, and what is said of it is kept as a number, as are the places.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from harness.coverage.structure import (
    EDGE,
    LINES,
    MARKS,
    TAG,
    TAGS,
    TEXT,
    VALUE,
    WHITE,
    Place,
    kind_of,
    places_of,
    splitter,
)

_TAGS, _LINES, _MARKS, _GAPS = "ABCDEF", "01", "opqr", "wxyz"
"""Tags, line ends and marks by their kinds; gaps by what they begin and end with: white space both, the first
only, the last only, none. Marks and gaps are written large where they are in a value."""

_OPENER = "V"  # of a parameter, with a value behind it; one that closes itself is as in ``_TAGS``

_ITEMS = dict(zip(_TAGS + _LINES + _MARKS, (*TAGS, *LINES, *MARKS), strict=True))
_LETTERS = {(kind, False): letter for letter, kind in _ITEMS.items()} | {("parameter opener", True): _OPENER}
_KINDS = _ITEMS | {_OPENER: "parameter opener", **{mark.upper(): _ITEMS[mark] for mark in _MARKS}}

_VALUE = re.compile(f"{_OPENER}[^{_OPENER}{_TAGS}]+")

_SPACE = frozenset(filter(str.isspace, map(chr, range(sys.maxunicode + 1))))

MOST_KEPT = 4096
"""Items that are remembered as they are written. Beyond that all are forgotten: a worker does not grow."""

NOWHERE = 0
"""The number of no place: a border that belongs to the item before, both ends of a text, and all of a gap."""


def _side(letter: str, *, last: bool) -> str:
    """Say what a piece is to its neighbours: with its last character, or with its first."""
    kind = _KINDS.get(letter)
    if kind in TAGS:
        return TAG
    white = kind in LINES if kind else letter.lower() in (_GAPS[0], _GAPS[2 if last else 1])
    return WHITE if white else VALUE if letter.isupper() else TEXT


_BEHIND_GAP = {EDGE: "^", TAG: "<", WHITE: "_", TEXT: "t", VALUE: "v"}
_BEHIND_ITEM = {TAG: "<", WHITE: "L", TEXT: "T", VALUE: "V"}
"""What stands before a piece. Where that is an item, their border is its own, and this one has no front."""

_FRONTS = frozenset(_BEHIND_GAP[side] for side in (WHITE, TEXT, VALUE))
_NAMES = {letter: side for letters in (_BEHIND_GAP, _BEHIND_ITEM) for side, letter in letters.items()}
_EVERY = (*_KINDS, *_GAPS, *_GAPS.upper())
_BEFORE = str.maketrans(
    {piece: (_BEHIND_ITEM if piece in _KINDS else _BEHIND_GAP)[_side(piece, last=True)] for piece in _EVERY}
)
_AFTER = str.maketrans({piece: _BEHIND_GAP[_side(piece, last=False)] for piece in _EVERY})


class Told(NamedTuple):
    """The numbers of a piece's places: those inside of it, and its two borders as far as they are its own."""

    inside: int
    front: int
    back: int


class _Triples(dict[tuple[str, str, str], int]):
    """What is said of the piece in the middle of a triple, as a number: where it is in ``told``."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Told] = []
        self.places = [Place("", "", "")]  # by number
        self._known: dict[Told, int] = {}
        self._numbers: dict[Place, int] = {}

    def __missing__(self, triple: tuple[str, str, str]) -> int:
        told = self._told(*triple)
        number = self[triple] = self._known.setdefault(told, len(self.told))
        if number == len(self.told):
            self.told.append(told)
        return number

    def _told(self, left: str, piece: str, right: str) -> Told:
        kind = _KINDS.get(piece)
        if kind is None:
            return Told(NOWHERE, NOWHERE, NOWHERE)
        before, after = _NAMES[left], _NAMES[right]
        # It matters only if that is a tag, and a tag is all that is one to its neighbours.
        following = TAGS[0] if after == TAG else ""
        inside, front, back = places_of(kind, before, _side(piece, last=True), after, following)
        return Told(
            self._number(inside),
            self._number(front) if left in _FRONTS else NOWHERE,
            self._number(back) if after != EDGE else NOWHERE,
        )

    def _number(self, place: Place) -> int:
        number = self._numbers.setdefault(place, len(self.places))
        if number == len(self.places):
            self.places.append(place)
        return number


_TRIPLES = _Triples()
TOLD, PLACES = _TRIPLES.told, _TRIPLES.places
"""What the numbers stand for; more is added at the end. The first place is none."""


class _Letters(dict[str, str]):
    """The letters of items, by the items as they are written."""

    def __init__(self, dialect: str) -> None:
        super().__init__()
        self._dialect = dialect

    def __missing__(self, item: str) -> str:
        if len(self) >= MOST_KEPT:
            self.clear()
        letter = self[item] = _LETTERS[kind_of(item, self._dialect)]
        return letter


_letters = cache(_Letters)


class Outline(NamedTuple):
    """The pieces of a text that are not empty: where each ends, how long it is, what is said of it."""

    ends: list[int]
    lengths: list[int]
    told: list[int]


def outline(text: str, dialect: str) -> Outline:
    """Split a text, and say of each item what its places are."""
    pieces = splitter(dialect).split(text)
    lengths = [*map(len, filter(None, pieces))]
    pieces[1::2] = map(_letters(dialect).__getitem__, pieces[1::2])
    pieces[::2] = [
        gap
        and (("w" if gap[-1] in _SPACE else "x") if gap[0] in _SPACE else "y" if gap[-1] in _SPACE else "z")
        for gap in pieces[::2]
    ]
    letters = "".join(pieces)
    if _OPENER in letters:
        letters = _VALUE.sub(_enlarged, letters)
    before, after = letters.translate(_BEFORE), letters.translate(_AFTER)
    triples = zip("^" + before, letters, after[1:] + "^", strict=False)
    return Outline([*accumulate(lengths)], lengths, [*map(_TRIPLES.__getitem__, triples)])


def _enlarged(found: re.Match[str]) -> str:
    return found[0].upper()
