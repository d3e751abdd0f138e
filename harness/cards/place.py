"""What the cuts of a small case lie in, in the words of the map of coverage (``harness.coverage``).

Blocks open with the tag of their wrapper or, where that is missing, with that of their first call, so these
two are one place here. Closers likewise. What is no structural place is plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.coverage.structure import LINE_BORDER, MARK_BORDER, TAG_BORDER, described_places
from harness.model import without_empty_chunks
from harness.oracles import ORACLES

if TYPE_CHECKING:
    from harness.model import Case, Chunking, CutMap, Violation

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


def place_of(case: Case, violation: Violation, cut_map: CutMap | None) -> str:
    """Name the place of the cuts of a small case. Empty where the finding does not hang on them.

    An oracle that asks for runs of its own is not asked how they were cut.
    """
    guilty = case.chunkings[violation.chunkings[0]] if violation.chunkings else ()
    if not guilty or ORACLES[violation.oracle].asks is not None:
        return ""
    if cut_map is not None:
        fails = {what for _, _, what in cut_map.single}
        if cut_map.whole == "fail":
            return ONE_CHUNK if "pass" in fails else ""
        if fails == {"fail"}:
            return ANYWHERE
    kinds = kinds_of_cuts(case.text, case.dialect, guilty)
    if EMPTY in kinds:
        return EMPTY
    return " and ".join(sorted(kinds)) if len(kinds) <= _MOST else SEVERAL


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
