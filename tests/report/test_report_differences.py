from __future__ import annotations

from typing import Any

import pytest

from harness.model import Call, Event, ParserError, Reading
from harness.report.differences import MOST, differences


def call(**arguments: Any) -> Reading:
    return Reading(calls=(Call("a", arguments),))


def test_equal_readings_have_no_differences() -> None:
    assert differences(call(x=[1, {"y": None}]), call(x=[1, {"y": None}])) == ()


def test_what_one_side_does_not_say_is_no_difference() -> None:
    batch = Reading(calls=(Call("a", {}),))
    stream = Reading(
        calls=(Call("a", {}),), text="x", events=(Event(text="x"), Event(call=Call("a", {}))), saw=True
    )
    assert differences(batch, stream) == ()
    assert differences(stream, batch) == ()


@pytest.mark.parametrize(
    ("one", "other"), [(1, 1.0), (-0.0, 0), (2**53 + 1, 2**53), ({"a": 1, "b": 2}, {"b": 2, "a": 1})]
)
def test_numbers_are_doubles_and_members_have_no_order(one: Any, other: Any) -> None:
    assert differences(call(x=one), call(x=other)) == ()


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (True, 1, "call 1, arguments.x: true instead of 1"),
        (None, "", "call 1, arguments.x: null instead of ''"),
        ("a\u200b", "a", r"call 1, arguments.x: 'a\u200b' instead of 'a'"),
        ([1], [1, 2], "call 1, arguments.x: [1] instead of [1, 2]"),
        ([1, "b"], [1, "c"], "call 1, arguments.x[1]: 'b' instead of 'c'"),
        ({}, {"k v": 1}, "call 1, arguments.x: member 'k v' is missing"),
        ({"k": 1}, {}, "call 1, arguments.x: member k is extra"),
        (
            10**400,
            1,
            f"call 1, arguments.x: 1{'0' * 59} … 321 code points left out … {'0' * 20} instead of 1",
        ),
    ],
)
def test_a_value_is_told_with_its_path(one: Any, other: Any, told: str) -> None:
    assert differences(call(x=one), call(x=other)) == (told,)


def test_calls_text_errors_and_order_are_told() -> None:
    left = Reading(text="ab", saw=False)
    assert differences(left, Reading(calls=(Call("a", {}),), text="", saw=True)) == (
        "0 calls instead of 1",
        "text: 'ab' instead of ''",
        "says that it saw no tool syntax",
    )
    error = Reading(error=ParserError("exception", "boom\x00"))
    assert differences(error, left) == ("error exception instead of an answer",)
    assert differences(left, error) == ("an answer instead of an error",)
    assert differences(error, Reading(error=ParserError("exception", "other"))) == (
        r"error exception: boom\u0000 instead of exception: other",
    )
    events = (Event(text="t"), Event(call=Call("a", {})))
    one = Reading(calls=(Call("a", {}),), events=events)
    assert differences(one, Reading(calls=(Call("a", {}),), events=events[::-1])) == (
        "order: text call instead of call text",
    )


def test_fragments_that_are_no_json_are_told() -> None:
    raw = Reading(calls=(Call("a", arguments_raw='{"x'),))
    (told,) = differences(raw, call(x=1))
    assert "no JSON" in told
    assert differences(raw, raw) == ()


def test_long_texts_are_told_by_the_place_where_they_part() -> None:
    text = "x" * 500_000
    (told,) = differences(Reading(text=f"{text}a{text}"), Reading(text=f"{text}b{text}"))
    assert "code point 500,000" in told
    assert len(told) < 250


def test_many_differences_are_cut_short() -> None:
    told = differences(call(**{f"k{n}": 1 for n in range(50)}), call())
    assert len(told) == MOST + 1
    assert told[-1] == "and more"


def test_deep_values_are_compared_without_recursion() -> None:
    def nest(leaf: int) -> Any:
        value: Any = leaf
        for _ in range(5_000):
            value = [value]
        return value

    (told,) = differences(call(x=nest(1)), call(x=nest(2)))
    assert told.endswith("1 instead of 2")
