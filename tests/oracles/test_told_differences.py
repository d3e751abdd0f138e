"""What a difference is called and how it is told: the exact words, since kinds are part of signatures."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.model import Call, Event, ParserError, Reading
from harness.oracles.difference import (
    Difference,
    calls_difference,
    difference,
    loosened,
    reading_of,
    value_difference,
)
from tests.oracles.build import call, text


def thought(words: str) -> Event:
    return Event(reasoning=words)


def failed(kind: str, message: str) -> Reading:
    return Reading(error=ParserError(kind, message))


@pytest.mark.parametrize(
    ("want", "have", "kind", "detail"),
    [
        ((call(),), (), "call missing", "0 calls where 1 is due"),
        ((call(), call()), (call(),), "call missing", "1 call where 2 are due"),
        ((), (call(),), "call extra", "1 call where 0 are due"),
        ((call(),), (call(), call()), "call extra", "2 calls where 1 is due"),
        ((call("a"), call("b")), (call("b"), call("a")), "calls reordered", "calls[0] is 'b', not 'a'"),
        ((call("a"), call("b")), (call("a"), call("c")), "name differs", "calls[1] is named 'c', not 'b'"),
        ((call(), call(x="1")), (call(), call(x=2)), "value differs", "calls[1].input['x']: 2, not '1'"),
        ((call(x=1),), (call(y=1),), "value differs", "calls[0].input: members ['y'], not members ['x']"),
        ((call(x=[1]),), (call(x=[]),), "value differs", "calls[0].input['x']: 0 elements, not 1 elements"),
        ((text("abc"),), (text("ac"),), "text lost", "from code point 1 on: 'c', not 'bc'"),
        ((text("ab"),), (text("abc"),), "text added", "from code point 2 on: 'c', not ''"),
        ((text("abc"),), (text("ax"),), "text differs", "from code point 1 on: 'x', not 'bc'"),
        ((text("abc"),), (text("axyz"),), "text differs", "from code point 1 on: 'xyz', not 'bc'"),
        ((text("abc"),), (text("abx"),), "text differs", "from code point 2 on: 'x', not 'c'"),
        ((thought("a"),), (thought("b"),), "reasoning differs", "'b', not 'a'"),
    ],
)
def test_each_difference_is_told_in_full(want: Any, have: Any, kind: str, detail: str) -> None:
    assert difference(reading_of(want), reading_of(have)) == Difference(kind, detail)


@pytest.mark.parametrize(
    ("want", "have", "detail"),
    [
        (failed("value", "x"), Reading(), "no error, not value: 'x'"),
        (Reading(), failed("exception", "x"), "exception: 'x', not no error"),
        (failed("value", "x"), failed("value", "y"), "value: 'y', not value: 'x'"),
        (failed("value", "x"), failed("exception", "x"), "exception: 'x', not value: 'x'"),
        (failed("declared", "x"), failed("exception", "x"), "exception: 'x', not declared: 'x'"),
        (failed("exception", "x"), failed("declared", "x"), "declared: 'x', not exception: 'x'"),
        (failed("declared", "x"), Reading(), "no error, not declared: 'x'"),
        (Reading(), failed("declared", "x"), "declared: 'x', not no error"),
    ],
)
def test_errors_differ_by_kind_and_message(want: Reading, have: Reading, detail: str) -> None:
    assert difference(want, have) == Difference("error differs", detail)


@pytest.mark.parametrize(
    ("want", "have"),
    [
        (failed("exception", "x"), failed("exception", "x")),
        (failed("declared", "at 3"), failed("declared", "at 9")),
    ],
)
def test_equal_errors_and_documented_ones_are_the_same_answer(want: Reading, have: Reading) -> None:
    assert difference(want, have) is None


def test_a_flag_is_told_as_json_writes_it() -> None:
    found = difference(Reading(saw=True), Reading(saw=False))
    assert found == Difference("saw flag differs", "saw_tool_syntax is false, not true")
    assert difference(Reading(saw=None), Reading(saw=False)) is None
    assert difference(Reading(saw=True), Reading(saw=None)) is None


def test_reasoning_that_one_side_does_not_tell_is_not_compared() -> None:
    assert difference(Reading(reasoning="a"), Reading()) is None
    assert difference(Reading(), Reading(reasoning="a")) is None
    assert difference(Reading(reasoning="a"), Reading(reasoning="a")) is None


def test_the_worst_difference_is_told_first() -> None:
    """Error, calls, text, reasoning, order, saw flag."""
    want = Reading((Call("a", {}),), "a", "b", (text("a"), call()), saw=True, error=ParserError("value"))
    have = Reading((Call("b", {}),), "x", "y", (call(), text("a")), saw=False)
    kinds = []
    for same in ("error", "calls", "text", "reasoning", "events", "saw"):
        found = difference(want, have)
        assert found is not None
        kinds.append(found.kind)
        have = Reading(
            **{name: getattr(have, name) for name in have.__struct_fields__} | {same: getattr(want, same)}
        )
    assert kinds == [
        "error differs",
        "name differs",
        "text differs",
        "reasoning differs",
        "order differs",
        "saw flag differs",
    ]
    assert difference(want, have) is None


def order(want: tuple[Event, ...], have: tuple[Event, ...]) -> Difference | None:
    return difference(Reading(events=want), Reading(events=have))


def test_order_is_told_of_texts_reasoning_and_calls() -> None:
    other = Difference("order differs", "texts and calls come in another order, or are split elsewhere")
    assert order((call(), text("a")), (text("a"), call())) == other
    assert order((thought("a"), text("b")), (text("b"), thought("a"))) == other
    assert order((text("a b"), call()), (call(), text("ab"))) == other
    assert order((text("a"), call()), (text("a"), call())) is None


def test_white_space_within_texts_is_told_as_text() -> None:
    found = order((text("a b"), call(), text("c")), (text("ab"), call(), text("c")))
    assert found == Difference("text lost", "from code point 1 on: 'bc', not ' bc'")
    found = order((text(""), text("a b")), (text("ab"),))
    assert found == Difference("text lost", "from code point 1 on: 'b', not ' b'")


def test_what_is_long_is_cut_where_it_is_shown() -> None:
    found = difference(Reading(text="a" * 200), Reading(text="b" * 200))
    assert found is not None
    assert found.detail == f"from code point 0 on: '{'b' * 79}…, not '{'a' * 79}…"
    found = difference(Reading(text="a" * 78), Reading(text="b" * 78))
    assert found is not None
    assert found.detail == f"from code point 0 on: '{'b' * 78}', not '{'a' * 78}'"


def test_a_value_that_looks_like_a_list_of_members_is_quoted_like_any_other() -> None:
    assert value_difference("members x", "y") == ("", "'members x'", "'y'")


@pytest.mark.parametrize("place", range(4))
def test_a_difference_is_found_at_each_place_of_an_array(place: int) -> None:
    other: list[Any] = [0, 1, 2, 3]
    other[place] = "x"
    assert value_difference([0, 1, 2, 3], other) == (f"[{place}]", str(place), "'x'")


@pytest.mark.parametrize(
    ("a", "b", "told"),
    [
        ({"x": 1}, {"x": 1, "y": 2}, ("", "members ['x']", "members ['x', 'y']")),
        ({"y": 2, "x": 1}, {"x": 1}, ("", "members ['x', 'y']", "members ['x']")),
        ([[1], [2]], [[1], [2, 3]], ("[1]", "1 elements", "2 elements")),
        ({"x": True}, {"x": False}, ("['x']", "True", "False")),
        ({"x": None}, {"x": "None"}, ("['x']", "None", "'None'")),
        (1.5, 2, ("", "1.5", "2")),
        ({"b": 1, "a": 1}, {"b": 2, "a": 2}, ("['b']", "1", "2")),
        ([1], (2,), ("[0]", "1", "2")),
    ],
)
def test_the_first_place_and_both_values_are_told(a: Any, b: Any, told: tuple[str, str, str]) -> None:
    assert value_difference(a, b) == told


def test_what_json_has_no_name_for_is_no_array() -> None:
    assert value_difference([], Ellipsis) is not None
    assert value_difference(Ellipsis, NotImplemented) is not None
    assert value_difference(set(), frozenset()) is not None
    assert value_difference(Ellipsis, ...) is None


def test_numbers_too_large_for_a_double_are_infinite_with_their_sign() -> None:
    assert value_difference(10**400, math.inf) is None
    assert value_difference(-(10**400), -math.inf) is None
    assert value_difference(10**400, -(10**400)) == (
        "",
        repr(10**400)[:80] + "…",
        repr(-(10**400))[:80] + "…",
    )


def test_infinity_is_not_null_though_json_writes_both_alike() -> None:
    infinite, null = ((Call("a", {"x": value}),) for value in (math.inf, None))
    assert calls_difference(infinite, null) is not None
    assert calls_difference(null, infinite) is not None
    assert calls_difference(null, (Call("a", {"x": None}),)) is None


def test_fragments_that_are_no_json_are_shown() -> None:
    want, have = (Call("a", {}),), (Call("a", arguments_raw='{"x": '),)
    assert calls_difference(want, have) == Difference("arguments are not JSON", "calls[0]: '{\"x\": '")


def test_equal_fragments_are_no_difference_even_where_null_is_in_them() -> None:
    fragments = [(Call("a", arguments_raw='{"x": null'),) for _ in range(2)]
    assert calls_difference(*fragments) is None


def test_calls_that_json_can_not_hold_are_compared_all_the_same() -> None:
    one, two = ((Call("\udc00", {"x": value}),) for value in (1, 2))
    assert calls_difference(one, two) == Difference("value differs", "calls[0].input['x']: 2, not 1")
    assert calls_difference(one, (Call("\udc00", {"x": 1}),)) is None


def test_a_batch_without_an_order_loses_all_white_space_and_nothing_else_when_it_is_loosened() -> None:
    error = ParserError("declared")
    batch = Reading((Call("a", {}),), " a b\n", "c d", saw=True, error=error)
    assert loosened(batch) == Reading((Call("a", {}),), "ab", "c d", saw=True, error=error)
    assert loosened(Reading(saw=False)) == Reading(saw=False)


def test_a_stream_keeps_the_space_within_its_texts_and_all_but_texts_when_it_is_loosened() -> None:
    error = ParserError("declared")
    events = (call(), text(" a b "), call("b"), text(" \n"), thought(" c "), call("d"), text(" e "))
    stream = Reading((Call("a", {}),), "x", " c ", events, saw=True, error=error)
    kept = (call(), text("a b"), call("b"), thought(" c "), call("d"), text("e "))
    assert loosened(stream) == Reading((Call("a", {}),), "abe", " c ", kept, saw=True, error=error)
    outer = reading_of((text(" a "), call(), text(" b ")))
    assert loosened(outer).events == (text(" a"), call(), text("b "))


def test_a_reading_of_events_joins_texts_and_reasoning_apart() -> None:
    events = (thought("a"), text("b"), call("x"), thought("c"), text("d"), call("y", z=1))
    assert reading_of(events, saw=True) == Reading(
        (Call("x", {}), Call("y", {"z": 1})), "bd", "ac", events, saw=True
    )
    assert reading_of(()) == Reading((), "", None, ())


SMALL = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 1.0, "", "a", 2**53, 2**53 + 1]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)


def alike(a: Any, b: Any) -> bool:
    """Compare as the page says, the slow way: types apart, numbers as doubles, no order of members."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        return float(a) == float(b)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(alike, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(alike(a[key], b[key]) for key in a)
    return type(a) is type(b) and bool(a == b)


@given(SMALL, SMALL)
def test_values_differ_where_a_plain_comparison_says_so(a: Any, b: Any) -> None:
    assert (value_difference(a, b) is None) == alike(a, b)
    one, two = (Call("a", {"x": a}),), (Call("a", {"x": b}),)
    assert (calls_difference(one, two) is None) == alike(a, b)
    assert calls_difference(one, (Call("a", {"x": a}),)) is None
