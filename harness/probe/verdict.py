"""What the texts of one policy show of a target.

A value is *kept* in a way of feeding if no text speaks against it: wherever it is one of the possible answers
and the reading is anybody's answer at all, the reading is its own. Texts that come out as nobody's answer are
set aside, as long as they are fewer than half: one accident shall not decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, structs

from harness.dialects.policies import ANSWERS
from harness.model import Tool
from harness.probe.ask import Ask

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MIXED, UNCLEAR, SPLIT, UNSEEN = "mixed", "unclear", "batch and stream differ", "not seen"
"""What is found where it is no value: different texts give different answers; nearly none gives any, or two
answers can't be told apart; the two modes give different ones; nothing shows it."""


class Tried(Struct, frozen=True):
    """What came of one text: by way of feeding, the values that it shows. None of them: nobody's answer."""

    ask: Ask
    shows: dict[str, frozenset[str]]
    end: str = ""  # how it ended without an answer: what was thrown, a crash, a hang
    ragged: bool = False  # the stream gives something else one character at a time


class Evidence(Struct, frozen=True):
    """A text that shows an answer, with the tools that are declared for it."""

    text: str
    tools: tuple[Tool, ...] = ()


class Answer(Struct, frozen=True):
    """What was found about one policy."""

    policy: str
    declared: str | None
    found: str  # a value, or one of the words above
    # The smallest text that shows it; a second and third where one leaves another answer open.
    texts: tuple[Evidence, ...] = ()
    note: str = ""
    # Whether the declaration is what the target does; None where it declares nothing, or nothing shows it.
    kept: bool | None = None
    silent: int = 0  # texts that ended without an answer, in any way of feeding
    end: str = ""  # how the first of them did


def decide(policy: str, tried: Sequence[Tried], declared: str | None) -> Answer:
    """Say what a target's answer to a policy is.

    That cuts change what comes out answers no policy. It is noted only: the oracle ``split`` is for that.
    """
    answer = _decided(policy, tried, declared)
    notes = [answer.note] if answer.note else []
    ragged = sum(one.ragged for one in tried)
    if ragged:
        notes.append(f"one character at a time, {ragged} of {len(tried)} texts come out otherwise")
    ends = [one.end for one in tried if one.end]
    if ends:
        notes.append(f"{len(ends)} of {len(tried)} texts ended without an answer, the first: {ends[0]}")
    return structs.replace(answer, note="; ".join(notes), silent=len(ends), end=ends[0] if ends else "")


def _decided(policy: str, tried: Sequence[Tried], declared: str | None) -> Answer:
    ways = sorted({way for one in tried for way in one.shows})
    if not ways:
        return judged(policy, UNSEEN, declared, note="no text was run")
    found = {way: _found(policy, tried, way, declared) for way in ways}
    told = set(found.values())
    if len(told) > 1:
        note = "; ".join(f"{way}: {value}" for way, value in found.items())
        differing = [one for one in tried if len(set(one.shows.values())) > 1]
        return judged(policy, SPLIT, declared, _smallest(differing), note)
    (value,) = told
    if value == MIXED:
        return judged(policy, value, declared, *_conflict(tried, ways[0], declared))
    if value == UNCLEAR:
        return judged(policy, value, declared, *_nobody(tried))
    strange = sum(not any(one.shows.values()) for one in tried)
    note = f"{strange} of {len(tried)} texts came out as no answer to it" if strange else ""
    return judged(policy, value, declared, _showing(value, tried), note)


def judged(
    policy: str, found: str, declared: str | None, texts: tuple[Evidence, ...] = (), note: str = ""
) -> Answer:
    """Hold what was found against what is declared."""
    kept = None if declared is None or found == UNSEEN else found == declared
    return Answer(policy, declared, found, texts, note, kept)


def _showing(value: str, tried: Sequence[Tried]) -> tuple[Evidence, ...]:
    """Pick the fewest texts that show a value and leave no other open; of equally good ones the shortest."""
    rest = [one for one in tried if all(value in shows for shows in one.shows.values())]
    rest.sort(key=_size)
    others = set().union(*[_excluded(one) for one in rest])
    picked: list[Evidence] = []
    while rest and (others or not picked):
        best = max(rest, key=lambda one: len(_excluded(one) & others))  # the first of them
        picked.append(_evidence(best))
        others -= _excluded(best)
    return tuple(picked)


def _excluded(tried: Tried) -> frozenset[str]:
    """Name the values that a text speaks against."""
    return tried.ask.values.difference(*tried.shows.values())


def _evidence(tried: Tried) -> Evidence:
    return Evidence(tried.ask.text, tried.ask.tools)


def _size(tried: Tried) -> tuple[int, str]:
    return len(tried.ask.text), tried.ask.text


def _found(policy: str, tried: Sequence[Tried], way: str, declared: str | None) -> str:
    """Name the one value that is kept in a way of feeding."""
    seen = [one for one in tried if one.shows.get(way)]
    if not seen:
        return UNCLEAR
    kept = [value for value in ANSWERS[policy] if _keeps(value, tried, way)]
    if not kept:
        return MIXED if _informative(tried, way) else UNCLEAR
    if declared in kept:
        return declared or ""
    return kept[0] if len(kept) == 1 else UNCLEAR


def _informative(tried: Sequence[Tried], way: str) -> bool:
    """Tell whether at least half of the texts came out as somebody's answer."""
    return 2 * sum(bool(one.shows.get(way)) for one in tried) >= len(tried)


def _keeps(value: str, tried: Sequence[Tried], way: str) -> bool:
    asked = [one for one in tried if value in one.ask.values]
    seen = [one for one in asked if one.shows.get(way)]
    return 0 < len(asked) <= 2 * len(seen) and all(value in one.shows[way] for one in seen)


def _smallest(tried: Iterable[Tried]) -> tuple[Evidence, ...]:
    return tuple([_evidence(one) for one in sorted(tried, key=_size)[:1]])


def _conflict(tried: Sequence[Tried], way: str, declared: str | None) -> tuple[tuple[Evidence, ...], str]:
    """Show the smallest text that speaks against the declared value, and name one for each answer."""
    by_values: dict[frozenset[str], list[Tried]] = {}
    for one in tried:
        if one.shows.get(way):
            by_values.setdefault(one.shows[way], []).append(one)
    note = "; ".join(
        f"{' or '.join(sorted(values))}: {min(ones, key=_size).ask.text!r}"
        for values, ones in sorted(by_values.items(), key=lambda item: sorted(item[0]))
    )
    against = [
        one
        for values, ones in by_values.items()
        for one in ones
        if declared is None or (declared not in values and declared in one.ask.values)
    ]
    return _smallest(against), note


def _nobody(tried: Sequence[Tried]) -> tuple[tuple[Evidence, ...], str]:
    """Show the smallest text that came out as nobody's answer."""
    strange = [one for one in tried if not all(one.shows.values())]
    note = f"{len(strange)} of {len(tried)} texts came out as no answer to it" if strange else ""
    return _smallest(strange or tried), note or "two answers can't be told apart"
