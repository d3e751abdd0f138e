"""What a test of an exported thing asserts: the answer where it is known, else what has to agree with what.

A test that does not fail for the parser that the finding is of would be worse than none. So where a report
says what that parser gave for the small case, a demand is tried on it here, with the very checks that the
test will use. What a test behind two functions can't see (when something is said, memory, a second finish,
a parser that is used twice) is refused with the reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from harness.dialects import by_name
from harness.export import altered, typed
from harness.export.check import Check, answer_of, due, fails, placed
from harness.oracles import finish, reasoning
from harness.oracles.conservation import conserves
from harness.oracles.difference import difference, loosened
from harness.shrink import ENDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from harness.export.exported import Exported
    from harness.model import Chunking, Event, Reading

_UNSEEN = {
    "final": "it is about calls that a stream states at its end beside its events",
    "monotone": "it is about the fragments that a call is streamed in",
    "flush": "it is about when a call comes out, and a test sees only what",
    "lag": "it is about when arguments come out, and a test sees only what",
    "holdback": "it is about when text comes out, and a test sees only what",
    "isolation": "it takes one parser for several streams, and a test makes a new one each time",
}
"""Oracles that look at more than an answer, and at what."""

_MODES_ALIKE = "The text parsed at once and the text streamed whole have to give the same."
_CUTS_ALIKE = "All ways of cutting the text into chunks have to give the same."
_RIGHT = "What is right was known before the text was written."


def assertions(one: Exported) -> tuple[Check, ...] | str:
    """Say what tests of it demand, or why there can't be one. The first demand that fails is taken."""
    if not one.oracle:
        return (_of_text(one),)
    if one.kind == "memory":
        return "it is about the memory that a parser takes, which a test does not limit"
    if one.kind in ENDS:
        # Here there is nothing to try it on: the parser did not come back.
        return (structs.replace(_end(one), apart=True),)
    return altered.checks(one) or _first(one)


def _first(one: Exported) -> tuple[Check, ...] | str:
    for check in _candidates(one):
        if not one.shown:
            return (check,)
        if fails(check, one.shown, _guilty(one)):
            # Where nothing else shows it, a seam without pieces would always pass.
            bare = fails(check, one.shown, _guilty(one), pieces=False)
            return (check if bare else placed(check),)
    return _UNSEEN.get(one.oracle, "in what the parser gave there is nothing wrong that a test could see")


def _guilty(one: Exported) -> tuple[str, ...]:
    return tuple(target.name for target in one.targets)


# ---------------------------------------------------------------- where no oracle complains


def _of_text(one: Exported) -> Check:
    """Demand the answer of a fixture or a saved case, or where it is not known the same of all ways."""
    characters = len(one.case.text) > 1
    if one.due is None:
        told = "What is right is not known: all ways of feeding the text have to give the same."
        return structs.replace(_alike(one, told, batch=True), characters=characters)
    return structs.replace(_answer(one, one.due, _RIGHT), characters=characters)


# ---------------------------------------------------------------- by oracle


def _candidates(one: Exported) -> Iterator[Check]:
    """Give the demands that could show a finding, the one that says most first."""
    own: dict[str, Callable[[Exported], Iterator[Check]]] = {
        "crash": _crash,
        "finish": _finish,
        "split": _split,
        "parity": _parity,
        "reasoning": _reasoning,
        "agreement": _agreement,
    }
    if one.oracle in own:
        yield from own[one.oracle](one)
    if one.due is not None:
        yield _answer(one, one.due, _RIGHT)
    elif one.oracle in ("leak", "text"):
        yield from _conserved(one)
    elif one.oracle == "fabrication":
        yield from _nothing(one)
    elif one.oracle == "typing":
        yield from typed.checks(one)


def _crash(one: Exported) -> Iterator[Check]:
    yield _end(one)


def _finish(one: Exported) -> Iterator[Check]:
    if one.kind == finish.HELD_BACK:
        if one.due is None:
            yield from _conserved(one)
    elif not one.kind.startswith("second finish"):
        yield _alike(one, _CUTS_ALIKE)


def _split(one: Exported) -> Iterator[Check]:
    yield _alike(one, _CUTS_ALIKE)


def _parity(one: Exported) -> Iterator[Check]:
    yield structs.replace(_alike(one, _MODES_ALIKE, batch=True), chunkings=((),))


def _reasoning(one: Exported) -> Iterator[Check]:
    if one.kind == reasoning.ROUTED:
        told = "The parser declares that it takes no reasoning apart."
        yield _check(one, "expect", {"reasoning": ""}, told)
    elif one.kind == reasoning.MODES_DIFFER:
        yield from _parity(one)
    elif one.due is None:
        told = "Reasoning has to stand in the input, and nothing may come out in two places."
        yield _check(one, "expect_one_place", None, told)


def _agreement(one: Exported) -> Iterator[Check]:
    """Demand what the other parsers gave, if that is one answer."""
    others: dict[str, Reading] = {}
    for row in one.shown:
        if row.target in _guilty(one) or row.reading is None or row.reading.error is not None:
            continue
        if row.how == "whole" or row.target not in others:
            others[row.target] = row.reading
    readings = list(others.values())
    if not readings or any(difference(loosened(readings[0]), loosened(other)) for other in readings[1:]):
        return
    names = " and ".join(others)
    told = f"Nobody knows what is right; this is what {names} gave, with the same policies."
    wanted = answer_of(readings[0])
    yield _check(one, "expect", {**wanted, "exact": False}, told)
    yield _check(one, "expect", wanted, told)


def _conserved(one: Exported) -> Iterator[Check]:
    if conserves(one.policies):
        told = "The visible text has to be the input without the blocks of the calls."
        yield _check(one, "expect_conserved", None, told)


def _nothing(one: Exported) -> Iterator[Check]:
    if by_name(one.case.dialect).could_hold_calls(one.case.text):
        return
    wanted: dict[str, Any] = {"calls": []}
    if conserves(one.policies):
        wanted["text"] = one.case.text
    yield _check(one, "expect", wanted, "Nothing in this text opens a call.")


# ---------------------------------------------------------------- making them


def _answer(one: Exported, events: tuple[Event, ...], told: str) -> Check:
    exact = one.policies.get("space_around_calls") == "exact"
    return _check(one, "expect", due(events, one.case.text, exact=exact), told)


def _end(one: Exported) -> Check:
    return _check(one, "expect_answer", None, "The parser has to answer, whatever it makes of the text.")


def _alike(one: Exported, told: str, *, batch: bool = False) -> Check:
    return structs.replace(_check(one, "expect_alike", None, told), batch=batch)


def _check(one: Exported, demand: str, wanted: Any, told: str) -> Check:
    ways: tuple[Chunking, ...] = tuple(dict.fromkeys(((), *one.case.chunkings)))
    return Check(one.case.text, one.case.tools, demand, wanted, chunkings=ways, why=(told,))
