"""The answers: consistent with the text, with what they assume, and with a parser that does not know them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from other_reader import reference, strict

from harness.dialects import Either
from harness.dialects.dsml import POLICIES, saw_tool_syntax
from harness.dialects.policies import ANSWERS
from harness.generate import case_at
from harness.generate.cases import readings
from harness.generate.draft import Draft, events
from harness.model import Answer, Call, Case

if TYPE_CHECKING:
    from collections.abc import Iterator

ONES_OWN = "space_around_calls"  # the text oracle's, never assumed


def derived(cases: list[Case]) -> Iterator[tuple[Case, Answer]]:
    for case in cases:
        for answer in case.answers:
            yield case, answer


def question(case: Case) -> set[str]:
    """The policy that the answers differ in."""
    return {
        name
        for name in case.answers[0].assumes
        if len({answer.assumes[name] for answer in case.answers}) == len(case.answers)
    }


def test_answers_come_in_the_number_that_the_knowledge_says(cases: list[Case]) -> None:
    for case in cases:
        count = len(case.answers)
        assert {"known": count == 1, "unspecified": count in {2, 3}, "underived": count == 0}[case.knowledge]


def test_an_answer_assumes_the_reference_on_all_that_is_relied_upon(cases: list[Case]) -> None:
    for case, answer in derived(cases):
        open_question = question(case) if case.knowledge == "unspecified" else set()
        assert len(open_question) <= 1
        assert set(answer.assumes) == set(case.relies_on) - {ONES_OWN}
        assert len(case.relies_on) == len(set(case.relies_on))
        for name in set(answer.assumes) - open_question:
            assert answer.assumes[name] == POLICIES[name]


def test_an_unspecified_case_has_one_answer_for_each_value_the_references_first(cases: list[Case]) -> None:
    for case in cases:
        asked = {name.removeprefix("policy:") for name in case.features if name.startswith("policy:")}
        assert bool(asked) == (case.knowledge == "unspecified")
        if asked:
            (policy,) = asked
            assert {policy} == question(case)
            values = [answer.assumes[policy] for answer in case.answers]
            assert values[0] == POLICIES[policy]
            assert set(values) <= set(ANSWERS[policy])


@pytest.mark.parametrize(
    ("policy", "values"),
    [
        ("missing_opener", ["repair", "text"]),
        ("fences", ["inert", "live"]),
        ("entities", ["xml", "html", "literal"]),
        ("scalars", ["text", "json"]),
        ("duplicates", ["list", "last", "first"]),
        ("structure", ["children+json", "json", "text"]),
        ("junk_in_block", ["drop", "reject"]),
        ("damaged_call", ["drop-call", "reject-block"]),
        ("truncated", ["text", "drop"]),
    ],
)
def test_every_policy_whose_alternatives_are_certain_is_asked_and_they_differ(
    cases: list[Case], policy: str, values: list[str]
) -> None:
    asked = [case for case in cases if f"policy:{policy}" in case.features]
    assert all([answer.assumes[policy] for answer in case.answers] == values for case in asked)
    for place in range(1, len(values)):
        assert any(case.answers[place].events != case.answers[0].events for case in asked)


def test_what_another_part_relies_on_is_not_left_open() -> None:
    draft = Draft()
    either = Either("entities", "ab", {"xml": ("a",), "literal": ("b",)})
    draft.ask(either)
    assert readings(draft, set()) == ("entities", [("xml", events(("a",))), ("literal", events(("b",)))])
    relies = {"entities"}
    assert readings(draft, relies) == ("", [("", events(("a",)))])
    draft.ask(Either("scalars", "cd", {"text": ("c",), "json": ("d",)}))
    relies = set[str]()
    assert readings(draft, relies)[0] == "entities"
    assert relies == {"scalars"}
    relies = {"entities"}
    assert readings(draft, relies) == ("scalars", [("text", events(("ac",))), ("json", events(("ad",)))])


def test_two_questions_about_one_policy_are_answered_together_where_both_can_be() -> None:
    draft = Draft()
    draft.ask(Either("entities", "", {"xml": ("a",), "html": ("b",), "literal": ("c",)}))
    draft.ask(Either("entities", "", {"xml": ("d",), "literal": ("e",)}))
    assert readings(draft, set())[1] == [("xml", events(("ad",))), ("literal", events(("ce",)))]


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
        dropped = answer.assumes.get("truncated") == "drop"
        if not dropped and not any(event.call for event in answer.events):
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
        answer = case.answer_for({**POLICIES, "missing_opener": policy})
        assert answer is not None or policy == "text"
        if answer is None:
            continue
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
