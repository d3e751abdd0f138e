"""The answers: consistent with the text, with what they assume, and with a parser that does not know them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from other_reader import reference, strict

from harness.dialects.dsml import POLICIES, saw_tool_syntax
from harness.generate import case_at
from harness.model import Answer, Call, Case

if TYPE_CHECKING:
    from collections.abc import Iterator

ONES_OWN = "space_around_calls"  # the text oracle's, never assumed


def derived(cases: list[Case]) -> Iterator[tuple[Case, Answer]]:
    for case in cases:
        for answer in case.answers:
            yield case, answer


def test_answers_come_in_the_number_that_the_knowledge_says(cases: list[Case]) -> None:
    for case in cases:
        assert len(case.answers) == {"known": 1, "unspecified": 2, "underived": 0}[case.knowledge]


def test_an_answer_assumes_the_reference_on_all_that_is_relied_upon(cases: list[Case]) -> None:
    for case, answer in derived(cases):
        open_question = {"missing_opener"} if case.knowledge == "unspecified" else set()
        assert set(answer.assumes) == set(case.relies_on) - {ONES_OWN}
        assert len(case.relies_on) == len(set(case.relies_on))
        for name in set(answer.assumes) - open_question:
            assert answer.assumes[name] == POLICIES[name]


def test_an_unspecified_case_has_an_answer_for_each_value(cases: list[Case]) -> None:
    for case in cases:
        if case.knowledge == "unspecified":
            values = [answer.assumes["missing_opener"] for answer in case.answers]
            assert values == ["repair", "text"]


def test_damage_relies_on_every_policy(cases: list[Case]) -> None:
    for case in cases:
        if case.knowledge == "underived":
            assert set(case.relies_on) == set(POLICIES)


def test_visible_text_is_the_text_without_spans_that_hold_the_calls(cases: list[Case]) -> None:
    for case, answer in derived(cases):
        at = 0
        texts = [event.text for event in answer.events if event.text]
        for piece in texts:
            found = case.text.find(piece, at)
            assert found >= at
            at = found + len(piece)
        if not any(event.call for event in answer.events):
            assert "".join(texts) == case.text


def test_no_text_is_empty_and_no_two_texts_are_neighbours(cases: list[Case]) -> None:
    for _, answer in derived(cases):
        kinds = ["text" if event.text else "call" for event in answer.events]
        assert all(bool(event.text) != bool(event.call) for event in answer.events)
        assert ("text", "text") not in set(pairwise(kinds))


def test_text_beside_calls_is_noted(cases: list[Case]) -> None:
    for case in cases:
        if case.knowledge != "known":
            continue
        kinds = ["call" if event.call else "text" for event in case.answers[0].events]
        assert ("space_around_calls" in case.relies_on) == ({"call", "text"} == set(kinds))
        assert ("text_after_call" in case.relies_on) == (
            "text" in kinds[kinds.index("call") :] if "call" in kinds else False
        )


def test_called_tools_are_declared_but_for_one(cases: list[Case]) -> None:
    for case, answer in derived(cases):
        called = {event.call.name for event in answer.events if event.call}
        missing = called - {tool.name for tool in case.tools}
        assert bool(missing) == ("unknown_tools" in case.relies_on and bool(called & missing))
        assert len(missing) <= 1


@pytest.mark.parametrize("policy", ["repair", "text"])
def test_a_parser_written_by_others_gives_exactly_these_answers(policy: str) -> None:
    parser = reference()
    for index in range(2_500):
        case = case_at(77, index, "dsml")
        if case.knowledge == "underived":
            continue
        answer = case.answers[0 if policy == "repair" else -1]
        stream = parser.stream(dialect="dsml", policies={"missing_opener": policy})
        got: list[Any] = []
        for event in (*stream.feed(case.text), *stream.finish()):
            if "call" in event:
                got.append((event["call"]["name"], strict(event["call"]["input"])))
            elif got and isinstance(got[-1], str):
                got[-1] += event["text"]
            else:
                got.append(event["text"])
        want = [(e.call.name, strict(e.call.input)) if e.call else e.text for e in answer.events]
        assert got == want, case.text
        calls = [event.call for event in answer.events if isinstance(event.call, Call)]
        assert stream.saw_tool_syntax == saw_tool_syntax(case.text, calls), case.text
