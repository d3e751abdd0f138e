from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.model import Call, Reading
from harness.oracles.difference import difference, loosened, reading_of, value_difference
from tests.oracles.build import call, text

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_a_value_is_the_same_as_its_own_round_trip_through_json(value: Any) -> None:
    assert value_difference(value, json.loads(json.dumps(value))) is None


@given(JSON, JSON)
def test_the_comparison_of_values_does_not_depend_on_their_order(a: Any, b: Any) -> None:
    assert (value_difference(a, b) is None) == (value_difference(b, a) is None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (True, 1),
        (False, 0),
        (None, False),
        ("1", 1),
        ([], {}),
        ("", None),
        ([1], [True]),
        ({"a": 0}, {"a": False}),
    ],
)
def test_json_types_are_kept_apart(a: Any, b: Any) -> None:
    assert value_difference(a, b) is not None


@pytest.mark.parametrize(
    ("a", "b"),
    [(1, 1.0), (0.0, -0.0), (2**53, 2**53 + 1), (10**400, 10**401), ({"a": 1, "b": 2}, {"b": 2, "a": 1})],
)
def test_numbers_are_doubles_and_members_have_no_order(a: Any, b: Any) -> None:
    assert value_difference(a, b) is None


def test_a_value_nested_deeper_than_the_stack_is_compared() -> None:
    deep: list[Any] = []
    other: list[Any] = []
    for _ in range(20_000):
        deep, other = [deep], [other]
    assert value_difference(deep, other) is None
    other = [other]
    assert value_difference(deep, other) is not None


def test_the_path_of_the_first_difference_is_named() -> None:
    found = value_difference({"a": [1, {"b": "x"}]}, {"a": [1, {"b": "y"}]})
    assert found == ("['a'][1]['b']", "'x'", "'y'")


@pytest.mark.parametrize(
    ("want", "have", "kind"),
    [
        ((call(),), (), "call missing"),
        ((call(),), (call(), call()), "call extra"),
        ((call("a"),), (call("b"),), "name differs"),
        ((call("a"), call("b")), (call("b"), call("a")), "calls reordered"),
        ((call("a", x="1"),), (call("a", x=1),), "value differs"),
        ((call("a", x="1"),), (call("a"),), "value differs"),
        ((text("abc"),), (text("ac"),), "text lost"),
        ((text("ac"),), (text("abc"),), "text added"),
        ((text("abc"),), (text("axc"),), "text differs"),
        ((text("abc"), call()), (call(), text("abc")), "order differs"),
        ((text("ab"), call(), text("c")), (text("a"), call(), text("bc")), "order differs"),
    ],
)
def test_each_kind_of_difference_has_its_phrase(want: Any, have: Any, kind: str) -> None:
    found = difference(reading_of(want), reading_of(have))
    assert found is not None
    assert found.kind == kind


def test_what_one_side_does_not_give_is_not_compared() -> None:
    calls = (Call("a", {}),)
    full = reading_of((text("x"), call()), saw=True)
    assert difference(full, Reading(calls=calls)) is None
    assert difference(full, Reading(calls=calls, saw=False)) is not None


def test_fragments_that_are_no_json_are_always_a_difference() -> None:
    found = difference(reading_of((call(),)), Reading(calls=(Call("a", arguments_raw="{"),)))
    assert found is not None
    assert found.kind == "arguments are not JSON"


@pytest.mark.parametrize(
    ("want", "have", "kind"),
    [
        ((text(" "),), (), "text lost"),
        ((), (text(" "),), "text added"),
        ((text("a b"), call()), (text("ab"), call()), "text lost"),
        ((text("a b"), call(), text("c")), (text("a"), call(), text("b c")), "order differs"),
    ],
)
def test_white_space_that_no_call_is_beside_is_text_and_no_order(want: Any, have: Any, kind: str) -> None:
    found = difference(loosened(reading_of(want)), loosened(reading_of(have)))
    assert found is not None
    assert found.kind == kind


def test_loosened_readings_ignore_white_space_next_to_calls_and_nothing_else() -> None:
    spaced = reading_of((text("a b \n"), call(), text("\n c")))
    tight = reading_of((text("a b"), call(), text("c")))
    other = reading_of((text("ab"), call(), text("c")))
    assert difference(loosened(spaced), loosened(tight)) is None
    assert difference(loosened(spaced), loosened(other)) is not None
