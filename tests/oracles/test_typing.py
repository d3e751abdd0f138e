"""The oracle ``typing``: values of the types that their schemas mean, and ones that are not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from harness.dialects import by_name
from harness.generate import case_at
from harness.model import Answer, Call, Case, Event, Outcome, Policies, Reading, Tool
from harness.oracles import ORACLES, truth, typing
from harness.oracles.difference import reading_of
from tests.oracles.qwen_fakes import OURS
from tests.oracles.runs import first_violations

SPELLINGS: tuple[Any, ...] = (
    {"type": "integer"},
    {"type": ["integer"]},
    {"anyOf": [{"type": "integer"}]},
    {"oneOf": [{"anyOf": [{"type": "integer"}]}, {}]},
)


def case(schema: Any, raw: str = "7", due: Any = None) -> Case:
    """One argument ``p`` with this schema, and a second one that is not declared."""
    text = f"<tool_call>\n<function=f>\n<parameter=p>\n{raw}\n</parameter>\n</function>\n</tool_call>"
    properties = {"other": {"type": "boolean"}, "p": schema} if schema is not None else {}
    tools = (Tool("f", {"properties": properties}),)
    known = "underived" if due is None else "known"
    answers = () if due is None else (Answer((Event(call=Call("f", {"p": due[0]})),), {}),)
    return Case("1:0", "qwen", text, ((), (1,)), tools, known, answers)


def gave(value: Any, key: str = "p") -> Outcome:
    reading = reading_of((Event(call=Call("f", {key: value})),))
    return Outcome("result", batch=reading, streams=(reading,) * 2)


def kind(given: Case, outcome: Outcome, stance: Policies = OURS) -> str | None:
    found = typing.judge(given, {"one": outcome}, {"one": stance})
    return found.kind if found else None


@pytest.mark.parametrize("schema", SPELLINGS)
def test_every_spelling_of_a_schema_asks_for_the_same_type(schema: Any) -> None:
    assert kind(case(schema), gave(7)) is None
    assert kind(case(schema, "7.0"), gave(7.0)) is None
    assert kind(case(schema, "seven"), gave("seven")) is None
    assert kind(case(schema), gave("7")) == typing.LEFT
    for raw, value in (("true", True), ("7.5", 7.5), ("[]", [])):
        assert kind(case(schema, raw), gave(value)) == typing.NOT_ALLOWED


@pytest.mark.parametrize("raw", ["123", "true", "null", '{"a":1}', " x ", "\n", ""])
def test_a_declared_string_and_an_undeclared_value_stay_their_text(raw: str) -> None:
    for schema in ({"type": "string"}, {"anyOf": [{"type": "string"}]}, {}, None, {"$ref": "#"}):
        assert kind(case(schema, raw), gave(raw)) is None
        assert kind(case(schema, raw), gave(f"{raw}!")) == typing.NOT_THERE
        for value in (123, True, None, {"a": 1}, [1]):
            assert kind(case(schema, raw), gave(value)) == typing.NOT_TEXT


def test_beside_a_string_only_null_and_containers_are_read() -> None:
    schema = {"type": ["string", "integer", "null", "object"]}
    for value in ("7", "x", None, {"a": 1}):
        assert kind(case(schema, str(value)), gave(value)) is None
    for value in (7, [1], True):
        assert kind(case(schema), gave(value)) == typing.NOT_TEXT
    assert kind(case(schema, "null"), gave("null")) == typing.LEFT
    assert kind(case(schema, '{"a": 1}'), gave('{"a": 1}')) == typing.LEFT
    assert kind(case(schema, "[1]"), gave("[1]")) is None


def test_a_known_type_that_is_not_the_one_given_is_told_although_the_schema_allows_it() -> None:
    schema = {"type": ["integer", "null"]}
    assert kind(case(schema, "Null", due=("Null",)), gave(None)) == typing.OTHER
    assert kind(case(schema, "1", due=(1,)), gave(None)) == typing.OTHER
    assert kind(case(schema, "1", due=(1,)), gave(1.0)) is None


def test_a_text_that_is_another_text_than_was_written_is_a_matter_of_truth() -> None:
    words = case({"type": "string"}, "ab", due=("ab",))
    for value in ("a", "AB"):
        assert kind(words, gave(value)) is None
        assert truth.judge(words, {"one": gave(value)}, {"one": OURS}) is not None
    cut = case({"type": "integer"}, "1</parameter>2", due=("1</parameter>2",))
    assert kind(cut, gave(1)) is None
    assert kind(case({"type": "integer"}, "1", due=(1,)), gave(2)) is None


def test_the_last_tool_of_a_name_counts_and_a_tool_that_is_not_declared_has_text() -> None:
    twice = structs.replace(
        case({"type": "string"}), tools=(*case({"type": "string"}).tools, *case({"type": "integer"}).tools)
    )
    assert kind(twice, gave(7)) is None
    assert kind(structs.replace(twice, tools=twice.tools[::-1]), gave(7)) == typing.NOT_TEXT
    assert kind(structs.replace(twice, tools=()), gave(7)) == typing.NOT_TEXT


def test_equal_keys_may_give_a_list_where_that_is_not_ruled_out() -> None:
    words = case({"type": "integer"})
    words = structs.replace(words, text=words.text + words.text)
    assert kind(words, gave([7, 7])) == typing.NOT_ALLOWED
    assert kind(words, gave([7, 7]), {**OURS, "duplicates": "list"}) is None
    assert kind(words, gave([7, "7"]), {**OURS, "duplicates": "list"}) == typing.NOT_ALLOWED
    assert kind(case({"type": "integer"}), gave([7]), {**OURS, "duplicates": "list"}) == typing.NOT_ALLOWED


def test_whoever_does_not_declare_to_type_by_schema_is_not_judged_and_nobody_in_dsml() -> None:
    words = case({"type": "integer"})
    for stance in ({}, {**OURS, "scalars": "json"}, {**OURS, "structure": "text"}):
        assert kind(words, gave("7"), stance) is None
        assert not typing.ORACLE.applies(words, {"one": gave("7")}, {"one": stance})
    assert typing.ORACLE.applies(words, {"one": gave("7")}, {"one": OURS})
    other = structs.replace(words, dialect="dsml")
    assert kind(other, gave("7")) is None
    assert not typing.ORACLE.applies(other, {"one": gave("7")}, {"one": OURS})


def test_the_stream_is_judged_where_the_batch_is_right_and_each_stance_for_itself() -> None:
    late = structs.replace(gave(7), streams=(reading_of((Event(call=Call("f", {"p": "7"})),)),) * 2)
    found = typing.judge(case({"type": "integer"}), {"one": late}, {"one": OURS})
    assert found is not None
    assert "stream: calls[0].input['p'] is '7', string; its schema says integer" in found.message
    same = gave("7")
    stances: dict[str, Policies] = {"one": {}, "two": OURS}
    found = typing.judge(case({"type": "integer"}), {"one": same, "two": same}, stances)
    assert found is not None
    assert found.targets == ("two",)


def test_what_is_no_object_and_what_is_too_large_for_a_double_can_be_judged() -> None:
    raw = Reading(calls=(Call("f", arguments_raw="{"), Call("f", 1)))
    assert kind(case({"type": "integer"}), Outcome("result", batch=raw)) is None
    assert kind(case({"type": "integer"}), gave(10**400)) is None
    assert kind(case({"type": "integer"}), gave(float("inf"))) == typing.NOT_ALLOWED


@given(st.integers(0, 2**32 - 1), st.integers(0, 5_000), st.sampled_from(["ignore", "route"]))
def test_the_right_answer_breaks_no_oracle(seed: int, index: int, reasoning: str) -> None:
    drawn = case_at(seed, index, "qwen")
    stance = {**OURS, "reasoning": reasoning}
    answer = drawn.answer_for(stance)
    if answer is None:
        return
    calls = [event.call for event in answer.events if event.call]
    reading = reading_of(answer.events, saw=by_name("qwen").saw_tool_syntax(drawn.text, calls))
    reading = structs.replace(reading, second_finish=())
    outcome = Outcome("result", batch=reading, streams=(reading,) * len(drawn.chunkings))
    for oracle in ORACLES.values():
        assert oracle.judge(drawn, {"one": outcome}, {"one": stance}) is None, oracle.id


def test_the_reference_is_never_complained_of() -> None:
    assert not first_violations("Right", cases=384)


def test_a_parser_that_misses_a_spelling_is_found_whatever_the_answer_is() -> None:
    found = first_violations("AnyOfIsText", cases=256)
    assert {oracle for oracle, _ in found} == {"typing"}
    assert found["typing", typing.LEFT] > 10


def test_a_parser_that_takes_the_digits_of_a_string_for_a_number_is_found() -> None:
    assert set(first_violations("DigitsAreNumbers", cases=1024)) == {("typing", typing.NOT_TEXT)}
