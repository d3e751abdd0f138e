"""Make a case smaller by deleting from its text and its cuts together.

Works on any text, generated or not, for every oracle that needs no known answer. A deletion moves
the cuts behind it and merges those inside it, so that the chunks shrink with the text. Cuts go
first: with few cuts there are few places whose surroundings must survive.

What is tried is taken only if it comes before the best so far in the one order of ``order``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from harness.model import Case, Chunking, Violation, without_empty_chunks
from harness.shrink.order import Small, comes_before, simplest_first

if TYPE_CHECKING:
    from harness.shrink.budget import Budget

_PAIRS_UP_TO = 80  # code points of a text for which every pair of cuts is tried
_SINGLES_UP_TO = 2_000  # the same for every single cut
_MOST_TAGS = 30  # of a text for which every pair of tags is tried
_MOST_MOVED = 4  # cuts of a chunking of which each is put at simpler places
_TAG = re.compile(r"<[^<>]*>")


Build = Callable[[Small], Case]
"""Make the case that is run for a text and its cuts."""


def shrink_text(
    small: Small, found: tuple[Case, Violation], build: Build, budget: Budget, *, keep_text: bool
) -> tuple[Case, Violation]:
    """Shrink text and cuts until neither can go on, or the budget is gone.

    ``keep_text`` is for texts with a known answer: only the cuts may change then.
    """
    work = _Shrinker(small, *found, build, budget)
    while not budget.exhausted():
        before = work.small
        work.drop_cuts()
        if not keep_text:
            work.delete_text()
            work.delete_elements()
            work.plain_characters()
        work.simplify_places()
        if work.small == before:
            break
    return work.case, work.violation


class _Shrinker:
    """The smallest so far, and the passes that try to beat it."""

    def __init__(self, small: Small, case: Case, violation: Violation, build: Build, budget: Budget) -> None:
        self.small = small
        self.case = case
        self.violation = violation
        self._build = build
        self._budget = budget

    def drop_cuts(self) -> None:
        """Try no cut, single cuts, lone empty chunks, leaving out runs of cuts, then pairs if it is short."""
        text = self.small.text
        long = len(text) > _SINGLES_UP_TO
        if self.small.cuts and self._take([Small(text, ())]) is None and long:
            self._halve_cuts()  # a recorded stream has a thousand of them, each as dear as the text is long
        if len(self.small.cuts) > 1:
            singles = self.small.cuts if long else simplest_first(text, self.case.dialect)
            if self._take(Small(text, (cut,)) for cut in singles) is None:
                self._take(Small(text, empty) for empty in _lone_empty_chunks(self.small))
        self._halve_cuts()
        short = range(1, len(text)) if len(text) <= _PAIRS_UP_TO else ()
        if len(self.small.cuts) > 2:
            self._take(Small(text, (a, b)) for a in short for b in range(a, len(text)))

    def _halve_cuts(self) -> None:
        size = len(self.small.cuts) // 2
        while size >= 1:
            if self._take(_without_cuts(self.small, size)) is None:
                size //= 2

    def delete_text(self) -> None:
        """Delete runs of the text, halving their length each time that none can go."""
        size = max(1, (len(self.small.text) + 1) // 2)  # two halves, and no third piece of one character
        while size >= 1:
            at = 0
            while at < len(self.small.text):
                places = range(at, len(self.small.text), size)
                taken = self._take([_without(self.small, place, size) for place in places])
                if taken is None:
                    break
                at = places[taken]  # what stood behind the deleted run stands there now
            size //= 2

    def delete_elements(self) -> None:
        """Delete from a tag to one behind it, long ones first, or the two without what they enclose.

        Runs of one length fall into elements and out of them, so these are left by ``delete_text``.
        """
        while self._take(_without_elements(self.small)) is not None:
            pass

    def plain_characters(self) -> None:
        """Put a letter for each character that is not printable ASCII."""
        at = 0
        while True:
            text, cuts = self.small.text, self.small.cuts
            odd = [i for i in range(at, len(text)) if not (text[i].isascii() and text[i].isprintable())]
            taken = self._take([Small(f"{text[:i]}a{text[i + 1 :]}", cuts) for i in odd])
            if taken is None:
                return
            at = odd[taken] + 1

    def simplify_places(self) -> None:
        """Put each cut, or a pair of equal ones, at the simplest place at which it does the same."""
        text = self.small.text
        if len(text) > _SINGLES_UP_TO or len(self.small.cuts) > _MOST_MOVED:
            return
        for cut in dict.fromkeys(self.small.cuts):
            cuts = self.small.cuts
            others = tuple(other for other in cuts if other != cut)
            again = cuts.count(cut)
            places = simplest_first(text, self.case.dialect)
            self._take(
                Small(text, tuple(sorted((*others, *[at] * again)))) for at in places if at not in others
            )

    def _take(self, candidates: Iterable[Small]) -> int | None:
        """Go on from the first smaller candidate that still shows the violation; give its number."""
        tried: list[tuple[int, Small]] = []
        found = self._budget.first(self._cases(candidates, tried))
        if found is None:
            return None
        place, self.case, self.violation = found
        number, self.small = tried[place]
        return number

    def _cases(self, candidates: Iterable[Small], tried: list[tuple[int, Small]]) -> Iterator[Case]:
        best = self.small
        for number, candidate in enumerate(candidates):
            if comes_before(candidate, best, self.case.dialect):
                tried.append((number, candidate))
                yield self._build(candidate)


def _without(small: Small, at: int, size: int) -> Small:
    """Delete ``text[at:at+size]``. Cuts that fall together become one, unless they already were."""
    end = min(at + size, len(small.text))
    text = small.text[:at] + small.text[end:]
    kept: list[int] = []
    previous = None
    for cut in small.cuts:
        moved = cut if cut <= at else max(at, cut - (end - at))
        if not kept or kept[-1] != moved or cut == previous:
            kept.append(moved)
        previous = cut
    return Small(text, tuple(kept))


def _without_elements(small: Small) -> Iterator[Small]:
    tags = [found.span() for found in _TAG.finditer(small.text)]
    if len(tags) > _MOST_TAGS:
        return
    for distance in range(len(tags) - 1, -1, -1):
        for (start, inner), (last, end) in zip(tags, tags[distance:], strict=False):
            yield _without(small, start, end - start)
            if last > inner:
                yield _without(_without(small, last, end - last), start, inner - start)


def _lone_empty_chunks(small: Small) -> Iterator[Chunking]:
    """Of a chunking with empty chunks: just one, in front, at the end, or where there are some."""
    length = len(small.text)
    if without_empty_chunks(small.cuts, length) == small.cuts:
        return
    yield (0,)
    yield (length,)
    yield from ((a, a) for a in dict.fromkeys(small.cuts) if 0 < a < length and small.cuts != (a, a))


def _without_cuts(small: Small, size: int) -> Iterator[Small]:
    for at in range(0, len(small.cuts), size):
        yield Small(small.text, small.cuts[:at] + small.cuts[at + size :])
