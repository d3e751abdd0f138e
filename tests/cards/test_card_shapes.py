"""The shape of a difference in full: each way in which two values differ has its words."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from harness.cards.shape import Sight, _of_calls, sight
from harness.model import Answer, Call, Case, Event, Outcome, ParserError, Reading, Violation
from harness.oracles import agreement, final, parity, split
from harness.oracles.difference import reading_of

CASE = Case("1:1", "dsml", "abc", ((), (1,), (1, 2)))


def reading(value: Any, name: str = "a") -> Reading:
    return reading_of((Event(call=Call(name, value)),))


def truth(due: Any, given: Any) -> str:
    """Name the shape of what ``truth`` says of one call."""
    case = structs.replace(CASE, knowledge="known", answers=(Answer((Event(call=Call("a", due)),)),))
    violation = Violation("truth", ("one",), "value differs", "")
    found = sight(case, violation, {"one": Outcome("result", reading(given))}, {"one": {}})
    assert found.direct
    return found.shape


@pytest.mark.parametrize(
    ("due", "given", "how"),
    [
        (" a ", "a", "trimmed"),
        (" a ", "a ", "trimmed"),
        ("a", " a", "padded"),
        (" a", "a ", "padded"),  # as long, and the space elsewhere
        ("ab", "a", "prefix"),
        ("ab", "", "prefix"),
        ("a", "ab", "lengthened"),
        ("ab", "cb", "other text"),
        ("1", 1, "text to scalar"),
        (None, "null", "scalar to text"),
        ("[]", [], "text to structure"),
        ({}, "{}", "structure to text"),
        (0, [], "scalar to structure"),
        ({"x": 1}, None, "structure to scalar"),
        (True, 1, "another scalar"),
        (0, False, "another scalar"),
        (1, 2, "another scalar"),
        ([], {}, "another structure"),
    ],
)
def test_what_became_of_a_value_is_told_wherever_it_stands(due: Any, given: Any, how: str) -> None:
    assert truth({"k": due}, {"k": given}) == f"argument: {how}"
    assert truth({"k": {"l": due}}, {"k": {"l": given}}) == f"member: {how}"
    assert truth({"k": [0, due]}, {"k": [0, given]}) == f"item: {how}"
    assert truth({"k": [{"l": due}]}, {"k": [{"l": given}]}) == f"member: {how}"
    assert truth({"a": 1, "k": due, "z": 2}, {"z": 3, "k": given, "a": 1}) == f"argument: {how}"


@pytest.mark.parametrize(
    ("due", "given", "shape"),
    [
        ({"a": 1, "b": 1}, {"a": 1}, "argument missing"),
        ({"a": 1}, {"a": 1, "b": 1}, "argument extra"),
        ({"a": 1}, {"b": 1}, "argument renamed"),
        ({"k": {"a": 1}}, {"k": {}}, "member missing"),
        ({"k": {}}, {"k": {"a": 1}}, "member extra"),
        ({"k": [{"a": 1}]}, {"k": [{"b": 1}]}, "member renamed"),
        ({"k": {"l": 1}, "z": 1}, {"k": {"l": 1}, "z": "1"}, "argument: scalar to text"),
        ({"k": [1, "a"]}, {"k": ["1", "b"]}, "item: scalar to text"),
        ({"k": [1, 2, 3]}, {"k": [1, "2", 3]}, "item: scalar to text"),
        ({"k": [1, 2]}, {"k": [1]}, "item missing"),
        ({"k": [1]}, {"k": [1, 2]}, "item extra"),
        ({"k": [[1], [2], [3]]}, {"k": [[1], [2], ["3"]]}, "item: scalar to text"),
        ({"k": ["1", 2, 3]}, {"k": [1, 2, 3]}, "item: text to scalar"),
    ],
)
def test_what_there_is_less_or_more_of_is_told(due: Any, given: Any, shape: str) -> None:
    assert truth(due, given) == shape


def test_of_several_calls_the_first_that_differs_is_told() -> None:
    calls = [Event(call=Call("a", {"x": value})) for value in (1, 1, 1)]
    given = [Event(call=Call("a", {"x": value})) for value in (1, "1", 2)]
    case = structs.replace(CASE, knowledge="known", answers=(Answer(tuple(calls)),))
    violation = Violation("truth", ("one",), "value differs", "")
    found = sight(case, violation, {"one": Outcome("result", reading_of(tuple(given)))}, {"one": {}})
    assert found == Sight("argument: scalar to text", direct=True)


LONG, CUT = "a" * 200, "a" * 199
"""Two values of which messages show the same."""


def seen(oracle: Any, outcomes: dict[str, Outcome]) -> Sight:
    stances: dict[str, dict[str, str]] = {name: {} for name in outcomes}
    violation = oracle.judge(CASE, outcomes, stances)
    assert violation is not None
    return sight(CASE, violation, outcomes, stances)


def test_of_a_split_the_plainest_stream_is_held_against_the_whole() -> None:
    right, cut, other = (reading({"x": value}) for value in (LONG, CUT, 1))
    outcome = Outcome("result", batch=other, streams=(right, cut, other))
    assert seen(split, {"one": outcome}) == Sight("argument: prefix", direct=True)


def test_of_parity_the_stream_is_held_against_the_batch() -> None:
    batch, whole, cut = (reading({"x": value}) for value in (LONG, CUT, 1))
    outcome = Outcome("result", batch=batch, streams=(whole, cut, cut))
    assert seen(parity, {"one": outcome}) == Sight("argument: prefix", direct=True)


def test_of_a_disagreement_the_odd_one_is_held_against_the_others() -> None:
    right, cut = (reading({"x": value}) for value in (LONG, CUT))
    one, odd = Outcome("result", right), Outcome("result", streams=(cut,) * 3)
    dead = Outcome("hang")
    for outcomes in (
        {"dead": dead, "one": one, "odd": odd, "two": one},
        {"odd": odd, "one": one, "two": one},
        {"odd": odd, "one": one},  # of two both are named, and the first is the odd one
    ):
        assert seen(agreement, outcomes) == Sight("argument: prefix", direct=True)
    assert seen(agreement, {"one": one, "odd": odd}) == Sight("argument: lengthened", direct=True)


def test_of_an_answer_the_way_of_feeding_that_differs_is_held_against_it() -> None:
    case = structs.replace(CASE, knowledge="known", answers=(Answer((Event(call=Call("a", {"x": "ab"})),)),))
    right, cut = (reading({"x": value}) for value in ("ab", "a"))
    violation = Violation("truth", ("one",), "value differs", "")
    for outcome in (
        Outcome("result", right, (cut,) * 3),
        Outcome("result", cut, (right,) * 3),
        Outcome("result", streams=(cut,) * 3),
    ):
        found = sight(case, violation, {"one": outcome}, {"one": {}})
        assert found == Sight("argument: prefix", direct=True)


def test_without_an_answer_the_message_is_all_there_is() -> None:
    stated = structs.replace(reading({"x": "a"}), final=(Call("a", {"x": "ab"}),))
    found = seen(final, {"one": Outcome("result", streams=(stated,) * 3)})
    assert (found.shape.partition(":")[0], found.direct) == ("argument", True)


def test_what_is_not_seen_in_the_text_itself_is_read_off_the_message() -> None:
    answer = Answer((Event(call=Call("a", {"x": "ab"})),))
    case = structs.replace(CASE, knowledge="known", answers=(answer,))
    outcomes = {"one": Outcome("result", reading({"x": "a"}))}
    told = "calls[0].input['k']: 1, not '1'"
    for targets, direct, shape in (
        (("one",), True, "argument: prefix"),
        (("one", "two"), False, "argument: text to scalar"),
    ):
        found = sight(case, Violation("truth", targets, "value differs", told), outcomes, {"one": {}})
        assert found == Sight(shape, direct=direct)


def test_an_input_that_is_no_object_is_told_so() -> None:
    assert truth({"a": 1}, "x") == "input: structure to text"


def test_calls_that_are_equal_as_far_as_both_go_tell_nothing() -> None:
    one, two = Call("a", {"x": 1}), Call("b", {"x": 1})
    assert _of_calls((one, two), (one,)) == _of_calls((one,), (one, two)) == ""
    assert _of_calls((one,), (Call("a", arguments_raw="{"),)) == ""
    assert _of_calls((Call("a", arguments_raw="{"),), (one,)) == ""


def test_a_kind_that_says_all_is_the_shape() -> None:
    lost = Outcome("result", Reading(text=""), (reading({}),) * 3)
    assert seen(parity, {"one": lost}) == Sight("call extra", direct=True)


@pytest.mark.parametrize(
    ("told", "shape"),
    [
        ("calls[0].input['k']: 1, not '1'", "argument: text to scalar"),
        ('calls[10].input["it\'s"]: 1, not 2', "argument: another scalar"),
        ("one: calls[0].input['k'][0]['l']: 'a', not 'ab'", "member: prefix"),
        ("calls[0].input['k'][12]: 'ab', not 'a'", "item: lengthened"),
        ("calls[0].input['k'][0][1]: 'x', not 'y'", "item: other text"),
        ("calls[0].input['7']: 'x', not 'y'", "argument: other text"),
        ("calls[0].input['k']['7']: 'x', not 'y'", "member: other text"),
        ("calls[0].input: [], not {}", "input: another structure"),
        ("calls[0].input['k']: 'a\\nb', not ' a\\nb'", "argument: trimmed"),
        ("calls[0].input['k']: 'a, not b, not c', not 'a'", "argument: lengthened"),
        ("calls[0].input: members [], not members ['a']", "argument missing"),
        ("calls[0].input: members ['a', 'b'], not members ['a']", "argument extra"),
        ("calls[0].input['k']: members ['b'], not members ['a']", "member renamed"),
        ("calls[0].input['k'][0]: members ['b'], not members ['b', 'c']", "member missing"),
        ("calls[0].input['k']: 1 elements, not 2 elements", "item missing"),
        ("calls[0].input['k']: 10 elements, not 2 elements", "item extra"),
        ("calls[0].input['k']: 'members x', not ['members y']", "argument: structure to text"),
        ("calls[0].input['k']: 2 elements, not ['x']", "value differs"),
        ("calls[0].input['k']: ['x'], not 2 elements", "value differs"),
        ("calls[0].input['k']: members ['a'…, not members ['b']", "value differs"),
        ("calls[0].input['k']: 'a', not 'b…", "value differs"),
        ("calls[0].input['k']: <odd>, not 'b'", "value differs"),
        ("calls[0].input['k']: 'a'", "value differs"),
        ("something else", "value differs"),
    ],
)
def test_of_another_text_the_message_is_all_there_is(told: str, shape: str) -> None:
    outcomes = {"one": Outcome("result", Reading(text="x"))}
    found = sight(CASE, Violation("truth", ("one",), "value differs", told), outcomes, {"one": {}})
    assert found == Sight(shape, direct=False)


def error(*messages: tuple[str, str] | None, kind: str = "exception", told: str = "") -> str:
    """Name the shape of an error; the messages are those of the batch and of the streams."""
    batch, *streams = (
        None if one is None else Reading(text="") if not one else Reading(error=ParserError(*one))
        for one in messages
    )
    outcomes = {"one": Outcome("result", batch, tuple(streams))}
    return sight(CASE, Violation("crash", ("one",), kind, told), outcomes, {}).shape


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("IndexError: list index 3", "IndexError"),
        ("  builtins.IndexError: x", "IndexError"),
        ("a.b.c.MyException", "MyException"),
        ("KeyboardInterrupt", "KeyboardInterrupt"),
        ("StopIteration: ", "StopIteration"),
        ("runtimePanic!", "runtimePanic"),
        ("calls[3] has no name", "a call has no name"),
        ("7: bad thing 9 happened", "bad thing"),
        ("w" * 60, "w" * 40),
        ("w" * 39 + " word", "w" * 39),
        ("it was a ValueError", "it was a ValueError"),
    ],
)
def test_an_exception_is_told_by_its_class_or_else_by_its_first_words(message: str, named: str) -> None:
    assert error(("exception", message)) == f"exception: {named}"


def test_an_exception_without_words_is_told_by_its_kind() -> None:
    assert error(("exception", "7: 9")) == "exception"
    assert error(("exception", "")) == "exception"


def test_the_first_error_of_the_kind_is_told() -> None:
    wrong, other = ("value", "XError"), ("exception", "YError: y")
    assert error(None, (), wrong, other, ("exception", "ZError")) == "exception: YError"
    assert error(other, wrong, kind="value") == "value: XError"


def test_what_no_answer_may_hold_is_told_without_the_number_of_its_call() -> None:
    calls = (Call("a", {}), Call("b", []))
    outcomes = {"one": Outcome("result", Reading(calls=calls))}
    found = sight(CASE, Violation("crash", ("one",), "value", ""), outcomes, {})
    assert found.shape == "value: the input of a call is no object"


def test_of_a_parser_that_is_not_there_the_class_is_read_off_what_was_said() -> None:
    said = Violation("crash", ("one",), "exception", "one: exception: batch: some ValueError of FooPanic")
    assert sight(CASE, said, {}, {}) == Sight("exception: ValueError", direct=False)
    hang = Violation("crash", ("one",), "hang", "one: hang: nothing came")
    assert sight(CASE, hang, {"one": Outcome("hang", detail="nothing came")}, {}).shape == "hang"
    assert sight(CASE, hang, {"one": Outcome("hang", detail="nothing came")}, {}).direct
