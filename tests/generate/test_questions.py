"""What hangs on one policy: each answer checked in a way of its own, which the generator does not know."""

from __future__ import annotations

import html
import json
from typing import TYPE_CHECKING, Any

import pytest
from other_reader import reference, strict

from harness.dialects import Block, Either
from harness.dialects.dsml import DSML
from harness.generate.cases import PIECES
from harness.generate.draft import Draft
from harness.generate.pen import Pen
from harness.generate.questions import fenced_question
from harness.generate.source import Seeded

if TYPE_CHECKING:
    from harness.model import Call

MANY = 150


def drawn(policy: str) -> list[tuple[Pen, Either]]:
    """Many of the dialect's questions about this policy."""
    found = []
    for place, question in enumerate((*DSML.questions, *DSML.last_questions)):
        for index in range(MANY):
            pen = Pen(Seeded(place, index), DSML.tokens, PIECES["dsml"])
            either = question(pen)
            if either.policy != policy:
                break
            found.append((pen, either))
    return found


def calls(parts: tuple[str | Block, ...]) -> list[Call]:
    return [call for part in parts if isinstance(part, Block) for call in part.calls]


def value(parts: tuple[str | Block, ...]) -> Any:
    """The only argument of the only call."""
    (call,) = calls(parts)
    (only,) = call.input.values()
    return only


def as_the_reference_reads(either: Either) -> None:
    first = next(iter(either.parts.values()))
    answer = reference().parse(either.text, dialect="dsml")
    assert answer["text"] == "".join(part for part in first if isinstance(part, str))
    assert [(call["name"], strict(call["input"])) for call in answer["calls"]] == [
        (call.name, strict(call.input)) for call in calls(first)
    ]


POLICIES = {
    either.policy for question in DSML.questions for either in [question(Pen(Seeded(0, 0), (), ("x",)))]
}


@pytest.mark.parametrize("policy", sorted({*POLICIES, "truncated"}))
def test_the_first_answer_is_the_dialects_own_and_relies_on_nothing_about_the_policy(policy: str) -> None:
    found = drawn(policy)
    assert found
    for pen, either in found:
        assert next(iter(either.parts)) == DSML.policies[policy]
        assert policy not in pen.relies
        as_the_reference_reads(either)


@pytest.mark.parametrize("policy", sorted({*POLICIES, "truncated"}))
def test_parts_are_the_text_but_for_what_is_dropped(policy: str) -> None:
    for _, either in drawn(policy):
        for answer, parts in either.parts.items():
            text = "".join(part if isinstance(part, str) else part.text for part in parts)
            assert text == ("" if (policy, answer) == ("truncated", "drop") else either.text)


def test_entities_are_read_as_pythons_own_tables_have_them() -> None:
    for _, either in drawn("entities"):
        literal = value(either.parts["literal"])
        assert literal in either.text
        assert value(either.parts["html"]) == html.unescape(literal)


def test_scalars_are_what_json_has_for_them() -> None:
    for _, either in drawn("scalars"):
        text = value(either.parts["text"])
        try:
            expected = json.loads(text)
        except ValueError:
            expected = text
        assert strict(value(either.parts["json"])) == strict(expected)


def test_objects_and_lists_are_json_or_children_or_text() -> None:
    kinds = set()
    for _, either in drawn("structure"):
        text = value(either.parts["text"])
        as_json = value(either.parts["json"])
        assert text in either.text
        kinds.add(as_json == text)
        if as_json != text:
            assert strict(as_json) == strict(json.loads(text)) == strict(value(either.parts["children+json"]))
    assert kinds == {True, False}


def test_of_equal_names_the_last_or_the_first_counts() -> None:
    for _, either in drawn("duplicates"):
        every = value(either.parts["list"])
        assert len(every) >= 2
        assert value(either.parts["last"]) == every[-1]
        assert value(either.parts["first"]) == every[0]


@pytest.mark.parametrize(
    ("policy", "answer"), [("junk_in_block", "reject"), ("damaged_call", "reject-block")]
)
def test_a_block_that_is_rejected_is_text(policy: str, answer: str) -> None:
    for _, either in drawn(policy):
        assert either.parts[answer] == (either.text,)
        assert len(calls(next(iter(either.parts.values())))) == 1


def test_an_open_call_is_open() -> None:
    """With what is missing written behind it, it is a call, and what is missing is some of a call."""
    for _, either in drawn("truncated"):
        assert ">" in either.text
        style = "|DSML|" if either.text.startswith("<|") else ""
        assert f"</{style}tool_calls" not in either.text
        assert f"</{style}invoke>" not in either.text
        assert f"<{style}invoke name=" in either.text


def test_a_fenced_call_is_a_call_without_its_fence() -> None:
    for index in range(MANY):
        draft = Draft()
        pen = Pen(Seeded(9, index), DSML.tokens, PIECES["dsml"])
        fenced_question(pen, DSML, draft)
        (either,) = draft.parts
        assert isinstance(either, Either)
        as_the_reference_reads(either)
        head, block, tail = either.parts["live"]
        assert isinstance(block, Block)
        assert draft.after_fence
        bare = Either("fences", block.text, {"live": (block,)})
        as_the_reference_reads(bare)
        assert f"{head}{block.text}{tail}" == either.text
