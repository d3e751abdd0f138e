"""A fingerprint says what is wrong, and nothing of how the case happened to be worded."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from harness.cards.place import (
    ANYWHERE,
    EMPTY,
    ONE_CHUNK,
    Tried,
    kinds_of_cuts,
    may_lie_in,
    place_of,
    single_cuts,
)
from harness.cards.shape import sight
from harness.cards.traits import Traits
from harness.model import Answer, Call, Case, Event, Outcome, ParserError, Reading, Violation

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = st.text(string.ascii_lowercase, min_size=1, max_size=6)
WORDS = st.text(string.ascii_letters + " ", min_size=2, max_size=12).filter(lambda text: text == text.strip())

HARMS: dict[str, tuple[Callable[[str], Any], Callable[[str], Any]]] = {
    # by shape: what is due, and what is given, for a word
    "trimmed": (lambda word: f" {word}\n", lambda word: word),
    "prefix": (lambda word: f"{word}</x>", lambda word: word),
    "text to scalar": (lambda word: str(len(word)), len),
    "structure to text": (lambda word: {word: 1}, lambda word: word),
    "lengthened": (lambda word: word, lambda word: f"{word}0"),
}


def truth(due: dict[str, Any], given_: dict[str, Any]) -> str:
    """Name the shape of what ``truth`` says of one call."""
    answer = Answer((Event(call=Call("a", due)),))
    case = Case("1:1", "dsml", "x", knowledge="known", answers=(answer,))
    reading = Reading(calls=(Call("a", given_),), text="", events=(Event(call=Call("a", given_)),))
    violation = Violation("truth", ("one",), "value differs", "one: value differs: batch: calls[0] …")
    return sight(case, violation, {"one": Outcome("result", reading)}, {"one": {}}).shape


@settings(max_examples=50)
@given(
    harm=st.sampled_from(sorted(HARMS)),
    names=st.lists(NAMES, min_size=1, max_size=5, unique=True),
    words=st.lists(WORDS, min_size=5, max_size=5),
    at=st.integers(0, 4),
)
def test_the_shape_is_the_same_for_all_names_words_and_orders(
    harm: str, names: list[str], words: list[str], at: int
) -> None:
    right, wrong = HARMS[harm]
    at %= len(names)
    due: dict[str, Any] = dict(zip(names, words, strict=False))
    told = {**due, names[at]: wrong(words[at])}
    due[names[at]] = right(words[at])
    assert truth(due, told) == f"argument: {harm}"
    assert truth(dict(reversed(due.items())), told) == f"argument: {harm}"
    assert truth({"outer": due}, {"outer": told}) == f"member: {harm}"
    assert (
        truth({"outer": [*words, right(words[at])]}, {"outer": [*words, wrong(words[at])]}) == f"item: {harm}"
    )


@settings(max_examples=50)
@given(due=st.dictionaries(NAMES, WORDS, min_size=1), more=NAMES)
def test_arguments_that_are_missing_extra_or_renamed_are_told_apart(due: dict[str, str], more: str) -> None:
    lost = dict(list(due.items())[1:])
    assert truth(due, lost) == "argument missing"
    assert truth(lost, due) == "argument extra"
    if more not in due:
        assert truth(due, {**lost, more: "x"}) == "argument renamed"


def test_true_is_not_one() -> None:
    assert truth({"a": True}, {"a": 1}) == "argument: another scalar"


def test_an_exception_is_told_by_its_class_and_not_by_its_words() -> None:
    for message in ("IndexError: list index 3", "IndexError: list index 40000", "builtins.IndexError: x"):
        reading = Reading(error=ParserError("exception", message))
        violation = Violation("crash", ("one",), "exception", message)
        case = Case("1:1", "dsml", "x")
        assert (
            sight(case, violation, {"one": Outcome("result", reading)}, {}).shape == "exception: IndexError"
        )


def test_what_an_oracle_saw_in_another_text_is_read_off_its_message() -> None:
    case = Case("1:1", "dsml", "x")
    right = {"one": Outcome("result", Reading(text="x"))}
    for told, shape in {
        "calls[0].input['k']: 1, not '1'": "argument: text to scalar",
        "calls[2].input['a, not b'][0]: 'x', not ' x'": "item: trimmed",
        "calls[0].input['k']['l']: 'a, not b', not 'a, not b, not c'": "member: prefix",
        "calls[0].input: members ['a'], not members ['a', 'b']": "argument missing",
        "calls[0].input['k']: 2 elements, not 3 elements": "item missing",
        "calls[0].input['k']: 'too lo…, not 'x'": "value differs",
    }.items():
        seen = sight(case, Violation("truth", ("one",), "value differs", f"one: {told}"), right, {"one": {}})
        assert (seen.shape, seen.direct) == (shape, False)


@settings(max_examples=50)
@given(name=st.sampled_from(("a", "get_weather", "x.y")), before=st.sampled_from(("", "Sure. ", "ab ")))
def test_the_place_is_the_same_for_all_names_and_texts(name: str, before: str) -> None:
    block = f'<tool_calls><invoke name="{name}"></invoke></tool_calls>'
    text = f"{before}{block}"
    at = len(before)
    kinds = {
        "in opener": at + 3,
        "beside tag": at + len("<tool_calls>"),
        "in closer": len(text) - 3,
    }
    for place, cut in kinds.items():
        case = Case("1:1", "dsml", text, ((), (cut,)))
        assert place_of(case, Violation("split", ("one",), "call missing", "", (1,)), None) == place
    assert kinds_of_cuts(text, "dsml", (at + 3, at + 4)) == {"in opener"}
    assert kinds_of_cuts(text, "dsml", (5, 5)) >= {EMPTY}


@pytest.mark.parametrize(
    ("tried", "place"),
    [
        (Tried(whole=False, singles=(True, True)), ANYWHERE),
        (Tried(whole=True, singles=(True, True)), ""),
        (Tried(whole=False, singles=(True, True), inverted=True), ONE_CHUNK),
        (Tried(whole=False, singles=(True, False)), "in text"),
        (None, "in text"),
    ],
)
def test_other_ways_of_cutting_tell_where_no_place_counts(tried: Tried | None, place: str) -> None:
    case = Case("1:1", "dsml", "abcdef", ((), (1,)))
    assert place_of(case, Violation("split", ("one",), "text lost", "", (1,)), tried) == place


def test_without_a_guilty_chunking_there_is_no_place() -> None:
    case = Case("1:1", "dsml", "abc", ((), (1,)))
    assert place_of(case, Violation("truth", ("one",), "call missing", ""), None) == ""
    assert place_of(case, Violation("holdback", ("one",), "plain text held back", "", (1,)), None) == ""


def test_a_way_of_cutting_without_the_place_is_of_another_fault() -> None:
    text = '<tool_calls><invoke name="a"></invoke></tool_calls>'
    case = Case("1:1", "dsml", text, ((), (3,), (len(text) - 3,)))
    assert may_lie_in(case, Violation("split", ("one",), "call missing", "", (1,)), "in opener")
    assert not may_lie_in(case, Violation("split", ("one",), "call missing", "", (1, 2)), "in opener")
    assert may_lie_in(case, Violation("split", ("one",), "call missing", "", (1, 2)), ANYWHERE)


def test_every_part_counts_for_the_fingerprint_and_no_order_does() -> None:
    base = Traits("split", ("one", "two"), "text lost", "in text", ("a", "b"))
    again = Traits("split", ("two", "one"), "text lost", "in text", ("b", "a"))
    others = (
        structs.replace(base, oracle="parity"),
        structs.replace(base, targets=("one",)),
        structs.replace(base, shape="text added"),
        structs.replace(base, place=""),
        structs.replace(base, needs=("a",)),
    )
    assert again.fingerprint == base.fingerprint
    assert len({base.fingerprint, *(other.fingerprint for other in others)}) == 6
    assert all(len(one.fingerprint) == 12 for one in others)


def test_fewer_needs_cover_more_and_so_does_what_lies_less_deep() -> None:
    def of(shape: str, *needs: str, direct: bool = True) -> Traits:
        return Traits("truth", ("one",), shape, "", needs, direct)

    assert of("argument: trimmed").covers(of("argument: trimmed", "cdata"))
    assert not of("argument: trimmed", "cdata").covers(of("argument: trimmed"))
    assert of("argument: trimmed").covers(of("member: trimmed"))
    assert not of("member: trimmed").covers(of("argument: trimmed"))
    assert not of("argument: trimmed").covers(of("argument: prefix"))
    assert of("argument missing").covers(of("member missing"))
    assert of("call missing", "cdata").covers(of("call missing", direct=False))
    assert not of("call missing", direct=False).covers(of("call missing", "cdata"))


def test_two_findings_that_came_down_to_one_case_need_only_what_both_do() -> None:
    one = Traits("parity", ("one",), "call missing", "", ("fence", "reasoning"))
    other = structs.replace(one, needs=("fence", "rejected"), direct=False)
    met = one.met(other)
    assert met == structs.replace(one, needs=("fence",))
    assert met.covers(one)
    assert met.covers(other)
    assert one.met(structs.replace(one, shape="text lost")) is None


@given(st.integers(0, 2_000))
def test_single_cuts_are_tried_all_over_a_text_and_are_not_many(length: int) -> None:
    cuts = single_cuts(length)
    assert len(cuts) <= 64
    assert all(0 < cut < length for cut in cuts)
    assert len(cuts) == length - 1 or length == 0 or length > 64
