"""The cut map: which ways of cutting a small case show its finding, and one sentence about them.

Each single cut is tried, chunks of each size, and where it takes several cuts each of them at every place
while the others stay. The sentence says "exactly" only where the claim in it is true of all the ways that
fail and of none that pass, of all that were tried. Claims that fit alike are told apart by a second text,
the same with letters around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Literal

from msgspec import Struct, structs

from harness.dialects import by_name
from harness.model import Case, Chunking, CutMap, CutRun, Outcome, Varied, Violation, without_empty_chunks
from harness.oracles import ORACLES
from harness.oracles.crash import wrong
from harness.oracles.difference import difference
from harness.shrink.causes import Chunks, Claim, chunks_of, claims
from harness.shrink.layout import Layout, layout

_MOST_PLACES = 400  # of a text at which a cut is tried; of a longer one, every so many-th
_MOST_SIZES = 64
_MOST_FIXED = 4  # cuts of a chunking that are varied one by one
_PAIRS_UP_TO = 24  # code points of a text of which all pairs of cuts are tried
_AT_ONCE = 32
# What is put around a text: letters, that no tag takes for its own, and white space in front of it.
_PADS = (("ab", " ab"), ("\n ab", " ab"))
_MOST_PADDED = 64
_LEAST_SHARE = 0.3  # of what is named and what fails, that both have: below that a name says nothing
_NEED_THE_ANSWER = frozenset({"truth", "policy"})


class Seen(Struct, frozen=True):
    """What became of a case: does it show the finding, and what did the target do."""

    shows: bool
    outcome: Outcome | None


Look = Callable[[Sequence[Case]], Sequence[Seen]]
"""Run cases on the target that a finding speaks of."""

Ways = dict[Chunking, bool]
"""Chunkings, and does each of them fail."""


_Told = tuple[Chunking, Chunks, bool]


class CutMapError(Exception):
    """The time is over before the map was made, or the target does not promise to read all the ways."""


def cut_map(case: Case, violation: Violation, look: Look, *, exhausted: Callable[[], bool]) -> CutMap | None:
    """Try the ways to cut a small case.

    None where the target has no stream or reads some cuts only, where the finding is of no plain run, where
    it does not come again, and where the time is over.
    """
    guilty = case.chunkings[violation.chunkings[0]] if violation.chunkings else ()
    tried = _Trial(case, violation, guilty, look, exhausted)
    try:
        return tried.map()
    except CutMapError:
        return None


class _Trial:
    """The ways that were tried of one case."""

    def __init__(
        self, case: Case, violation: Violation, guilty: Chunking, look: Look, exhausted: Callable[[], bool]
    ) -> None:
        self._case = case
        self._violation = violation
        self._guilty = guilty
        self._look = look
        self._exhausted = exhausted
        self._side: Literal["cut", "whole", "inverted"] = "cut"

    def map(self) -> CutMap | None:
        """Make the map."""
        text, guilty = self._case.text, self._guilty
        whole, found = self._seen([((),), self._plan(guilty, len(text))])
        if whole.outcome is None or whole.outcome.kind != "result" or not whole.outcome.streams:
            return None
        if whole.shows:
            if ORACLES[self._violation.oracle].asks is not None:
                return None
            self._side = "whole"
        elif not found.shows:
            return None
        elif self._violation.oracle == "split" and is_inverted(found.outcome):
            self._side = "inverted"
        length = len(text)
        step = -(-length // _MOST_PLACES) or 1
        places = range(1, length, step)
        sizes = range(1, min(length, _MOST_SIZES + 1))
        fixed = _fixed(guilty, length)
        more = [(cuts, [(*cuts, place) for place in places]) for cuts in fixed]
        asked: list[Chunking] = [
            (),
            *((place,) for place in places),
            *(_sized(length, size) for size in sizes),
        ]
        asked += [tuple(sorted(way)) for _, ways in more for way in ways]
        if length <= _PAIRS_UP_TO:
            asked += combinations(range(1, length), 2)
        if without_empty_chunks(guilty, length) != guilty:
            asked += [_empty(place, length) for place in range(0, length + 1, step)]
        asked.append(guilty)
        ways = self._fails(text, asked)
        varied = [
            Varied(cuts, _runs((way[-1], ways[tuple(sorted(way))]) for way in some)) for cuts, some in more
        ]
        if without_empty_chunks(guilty, length) != guilty:
            empties = ((place, ways[_empty(place, length)]) for place in range(0, length + 1, step))
            varied = [Varied((), _runs(empties))]
        sentence, exact = self._sentence(ways, every=step == 1)
        return CutMap(
            whole="fail" if ways[()] else "pass",
            single=_runs((place, ways[place,]) for place in places),
            sizes=_runs((size, ways[_sized(length, size)]) for size in sizes),
            sentence=sentence,
            exact=exact,
            varied=tuple(varied),
            every=step == 1,
        )

    # -------------------------------------------------------- running

    def _seen(self, plans: Iterable[tuple[Chunking, ...]], text: str | None = None) -> list[Seen]:
        case = self._case
        if text is not None:
            case = structs.replace(case, text=text, knowledge="underived", answers=())
        cases = [structs.replace(case, chunkings=plan) for plan in plans]
        seen: list[Seen] = []
        for at in range(0, len(cases), _AT_ONCE):
            if self._exhausted():
                raise CutMapError
            seen += self._look(cases[at : at + _AT_ONCE])
        if any(one.outcome is not None and None in one.outcome.streams for one in seen):
            raise CutMapError
        return seen

    def _fails(self, text: str, asked: Iterable[Chunking]) -> Ways:
        """Say of each way whether it fails."""
        ways = list(dict.fromkeys(asked))
        edited = None if text == self._case.text else text
        if self._side == "whole":
            seen = self._seen([(way,) for way in ways], edited)
            return {way: one.shows for way, one in zip(ways, seen, strict=True)}
        seen = self._seen([self._plan(way, len(text)) for way in ways], edited)
        if self._side == "cut":
            return {way: one.shows for way, one in zip(ways, seen, strict=True)}
        return {way: _as_whole(one.outcome) for way, one in zip(ways, seen, strict=True)}

    def _plan(self, way: Chunking, length: int) -> tuple[Chunking, ...]:
        twin = without_empty_chunks(way, length) if self._violation.oracle == "finish" else ()
        return tuple(dict.fromkeys(((), way, twin)))

    def _padded(self, ways: Ways, before: str, behind: str) -> tuple[Layout, Ways] | None:
        """Try some ways on the text with others around it. None where it fails in another way there."""
        shift = len(before)
        text = f"{before}{self._case.text}{behind}"
        length, end = len(text), shift + len(self._case.text)
        known = [way for way in ways if ways[way]][: _MOST_PADDED // 2]
        known += [way for way in ways if not ways[way]][: _MOST_PADDED // 2]
        moved = [tuple(cut + shift for cut in way) for way in known]
        around: list[Chunking] = [(), (1,), (shift,), (end,), (length - 1,), (1, length - 1), (shift, end)]
        around += [(1, shift), *(tuple(sorted((1, *way))) for way in moved[:8])]
        # A chunk that ended with the text ends there again.
        around += [tuple(sorted((shift, *way, end))) for way in moved[:16]]
        if without_empty_chunks(self._guilty, len(self._case.text)) != self._guilty:
            around += [(0,), (length,), (1, 1)]
        tried = self._fails(text, [*moved, *around])
        if (self._side == "cut" and tried[()]) or not any(tried.values()):
            return None
        return layout(text, by_name(self._case.dialect)), tried

    # -------------------------------------------------------- saying it

    def _sentence(self, ways: Ways, *, every: bool) -> tuple[str, bool]:
        if all(ways.values()):
            return self._of_all(), every
        text = layout(self._case.text, by_name(self._case.dialect))
        every_claim = list(claims(text, cuts=len(self._guilty)))
        told = _told(text, ways)
        fitting = [claim for claim in every_claim if _fits(claim, text, told)]
        if fitting:
            claim = self._most_likely(fitting, ways)
            return _said(claim.clause, every=every), every
        part = _in_part(every_claim, text, ways)
        return part if every else f"{part}, of the places that were tried", False

    def _most_likely(self, fitting: list[Claim], ways: Ways) -> Claim:
        """Pick the claim that is right of most ways to cut other texts, too; of equals, the first."""
        if len(fitting) == 1 or self._violation.oracle in _NEED_THE_ANSWER:
            return fitting[0]
        others = [
            (padded[0], _told(*padded)) for pad in _PADS if (padded := self._padded(ways, *pad)) is not None
        ]
        return max(fitting, key=lambda claim: sum(_right(claim, text, tried) for text, tried in others))

    def _of_all(self) -> str:
        """Say who fails where all ways to cut do."""
        oracle = self._violation.oracle
        if oracle == "parity":
            return "batch and stream differ however the text is cut"
        outcome = self._seen([((),)])[0].outcome
        if oracle == "crash" and outcome is not None and outcome.batch is not None:
            streams = [reading for reading in outcome.streams if reading is not None]
            if all(wrong(reading) is None for reading in streams):
                return "fails only in batch"
            if wrong(outcome.batch) is None:
                return "fails in the stream, however the text is cut, and not in batch"
        return "fails however the text is cut"


def is_inverted(outcome: Outcome | None) -> bool:
    """Tell whether the whole text is what goes wrong: the batch gives what the last chunks give."""
    if outcome is None or outcome.batch is None or not outcome.streams:
        return False
    whole, cut = outcome.streams[0], outcome.streams[-1]
    if whole is None or cut is None:
        return False
    return difference(outcome.batch, cut) is None and difference(outcome.batch, whole) is not None


def _as_whole(outcome: Outcome | None) -> bool:
    """Tell whether a stream in chunks gives what the whole text in one chunk gives."""
    if outcome is None or not outcome.streams:
        return False
    whole, cut = outcome.streams[0], outcome.streams[-1]
    return whole is not None and cut is not None and difference(whole, cut) is None


def _fixed(guilty: Chunking, length: int) -> list[Chunking]:
    """List the cuts that stay while another one is varied."""
    if len(guilty) < 2 or without_empty_chunks(guilty, length) != guilty:
        return []
    return [guilty[:at] + guilty[at + 1 :] for at in range(min(len(guilty), _MOST_FIXED))]


def _sized(length: int, size: int) -> Chunking:
    return tuple(range(size, length, size))


def _empty(place: int, length: int) -> Chunking:
    """Put one empty chunk at a place."""
    return (place,) if place in (0, length) else (place, place)


def _runs(places: Iterable[tuple[int, bool]]) -> tuple[CutRun, ...]:
    """Join neighbours that do the same."""
    runs: list[CutRun] = []
    for place, fails in places:
        what: Literal["pass", "fail"] = "fail" if fails else "pass"
        if runs and runs[-1][2] == what:
            runs[-1] = (runs[-1][0], place, what)
        else:
            runs.append((place, place, what))
    return tuple(runs)


def _told(text: Layout, ways: Ways) -> list[_Told]:
    """List the ways with their chunks. Those that fail come first: few claims get as far as the others."""
    told = [(way, chunks_of(text.text, way), fails) for way, fails in ways.items()]
    return sorted(told, key=lambda one: (not one[2], len(one[0])))


def _fits(claim: Claim, text: Layout, told: list[_Told]) -> bool:
    test = claim.of(text)
    return all(test(way, chunks) == fails for way, chunks, fails in told)


def _right(claim: Claim, text: Layout, told: list[_Told]) -> int:
    """Count the ways of which a claim is right."""
    test = claim.of(text)
    return sum(test(way, chunks) == fails for way, chunks, fails in told)


def _said(clause: str, *, every: bool) -> str:
    # Where the claim is of chunks and not of places, "exactly when" would promise more than was tried.
    return f"fails {'exactly ' if every else ''}when {clause}"


def _in_part(every_claim: list[Claim], text: Layout, ways: Ways) -> str:
    """Name the places that come nearest to those that fail, and how many of them do."""
    failing = {way[0] for way, fails in ways.items() if fails and len(way) == 1}
    if not failing:
        least = min((way for way, fails in ways.items() if fails), key=lambda way: (len(way), way))
        return f"fails with cuts behind characters {_listed(least)} together"
    best: tuple[float, str] = (_LEAST_SHARE, "")
    for claim in every_claim:
        named = claim.places(text) if claim.places is not None and claim.part else frozenset()
        hits = len(named & failing)
        if not hits:
            continue
        share = 2 * hits / (len(named) + len(failing))
        others = len(failing) - hits
        rest = f", and in {others} others" if others else ""
        part = f"in {hits} of {len(named)} places where {claim.clause}{rest}"
        if share > best[0]:
            best = share, part
    return f"fails {best[1]}" if best[1] else f"fails with a cut behind character {_listed(sorted(failing))}"


def _listed(places: Sequence[int]) -> str:
    most = 8
    told = ", ".join(map(str, places[:most]))
    return f"{told} and {len(places) - most} more" if len(places) > most else told
