"""What the cuts of a small case lie in, in the words of the map of coverage (``harness.coverage``).

Blocks open with the tag of their wrapper or, where that is missing, with that of their first call, so these
two are one place here. Closers likewise. What is no structural place is plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from harness.coverage.structure import LINE_BORDER, MARK_BORDER, TAG_BORDER, described_places
from harness.model import without_empty_chunks
from harness.oracles import ORACLES

if TYPE_CHECKING:
    from harness.model import Case, Chunking, Violation

ANYWHERE, ONE_CHUNK, EMPTY, TEXT = "anywhere", "in one chunk", "an empty chunk", "in text"

_NAMES = {
    "in wrapper opener": "in opener",
    "in call opener": "in opener",
    "in wrapper closer": "in closer",
    "in call closer": "in closer",
    "in near tag": "in opener",
    TAG_BORDER: "beside tag",
    MARK_BORDER: "beside mark",
    LINE_BORDER: "beside line end",
}
"""Kinds of structural places that have another name here than there."""

_MOST = 2  # kinds of places that are named; of more, none is what counts
SEVERAL = "several places"

_PLACES = 64  # at which a single cut is tried


def kinds_of_cuts(text: str, dialect: str, cuts: Chunking) -> frozenset[str]:
    """Say what each cut of a chunking lies in."""
    real = set(without_empty_chunks(cuts, len(text)))
    found = {EMPTY} if len(real) < len(cuts) else set()
    if real:
        described = described_places(text, dialect)
        for cut in real:
            kind = described[cut].kind if cut in described else TEXT
            found.add(_NAMES.get(kind, kind))
    return frozenset(found)


class Tried(Struct, frozen=True):
    """What became of a small case that was cut in other ways."""

    whole: bool  # does the text in one chunk show the finding
    singles: tuple[bool, ...]  # does a single cut, at each of the places of ``single_cuts``
    inverted: bool = False  # is it the text in one chunk that is read wrongly, as the batch tells


def single_cuts(length: int) -> list[int]:
    """List the places of a text at which a single cut is tried: all of a short one, some of a long one."""
    step = -(-length // _PLACES) or 1
    return list(range(1, length, step))


def place_of(case: Case, violation: Violation, tried: Tried | None) -> str:
    """Name the place of the cuts of a small case. Empty where the finding does not hang on them."""
    guilty = guilty_cuts(case, violation)
    if not guilty:
        return ""
    kinds = kinds_of_cuts(case.text, case.dialect, guilty)
    if EMPTY in kinds:
        return EMPTY
    if tried is not None:
        if tried.whole:
            return ""
        if tried.inverted:
            return ONE_CHUNK
        if all(tried.singles):
            return ANYWHERE
    return " and ".join(sorted(kinds)) if len(kinds) <= _MOST else SEVERAL


def guilty_cuts(case: Case, violation: Violation) -> Chunking:
    """Give the cuts that show a violation; none where they play no part.

    An oracle that asks for runs of its own is not asked how they were cut.
    """
    if not violation.chunkings or ORACLES[violation.oracle].asks is not None:
        return ()
    return case.chunkings[violation.chunkings[0]]


def may_lie_in(case: Case, violation: Violation, place: str) -> bool:
    """Tell whether every way of cutting that shows a violation has a cut in a place.

    Where one has not, something else than a fault that takes such a cut is at work.
    """
    if place in ("", ANYWHERE, ONE_CHUNK, SEVERAL):
        return True
    wanted = set(place.split(" and "))
    return all(
        wanted <= kinds_of_cuts(case.text, case.dialect, case.chunkings[which])
        for which in violation.chunkings
    )
