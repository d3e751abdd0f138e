"""What each writer says of its text is what two readers give that do not know it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from drawn import by_the_page, is_read_as_meant, pen

from harness.dialects import Block, Thought
from harness.dialects.policies import ANSWERS
from harness.dialects.qwen import QWEN, undecidable
from harness.dialects.qwen.hand import Hand
from harness.generate.draft import Draft
from harness.generate.questions import fenced_question

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.dialects import Either
    from harness.generate.pen import Pen

    Question = Callable[[Pen], Either]

MANY = 1_000
SOME = 150
QUESTIONS = tuple(
    {question.__name__: question for question in (*QWEN.questions, *QWEN.last_questions)}.values()
)


def test_an_accepted_block_is_read_as_it_says_and_its_tools_hold_for_the_next_one() -> None:
    for index in range(MANY):
        writer = pen(1, index)
        parts = [QWEN.accepted(writer), "|", QWEN.accepted(writer), QWEN.plain(writer)]
        assert is_read_as_meant(parts, QWEN.declare(writer)), parts


def test_a_rejected_block_is_text_and_hides_nothing_that_follows() -> None:
    for index in range(MANY):
        writer = pen(2, index)
        parts = [QWEN.rejected(writer), QWEN.plain(writer)]
        assert is_read_as_meant(parts, QWEN.declare(writer)), parts


@pytest.mark.parametrize("behind", ["", "\n", " x", "\u3000and then "])
def test_an_unfinished_block_is_text_once_another_opens(behind: str) -> None:
    for index in range(SOME):
        writer = pen(3, index)
        saved = writer.aside()
        text = QWEN.unfinished(writer)
        writer.resume(saved)
        parts = [text, behind, QWEN.plain(writer)]
        assert is_read_as_meant(parts, QWEN.declare(writer)), parts


def test_an_open_value_takes_in_the_rest_of_the_text() -> None:
    for index in range(SOME):
        text = QWEN.swallowed(pen(4, index))
        assert is_read_as_meant([text], []), text
        assert is_read_as_meant([text, "\n<tool_call>\n<function=q>\n"], []), text


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_the_first_answer_is_the_references_own(question: Question) -> None:
    for index in range(SOME):
        writer = pen(5, index)
        either = question(writer)
        assert next(iter(either.parts)) == QWEN.policies[either.policy]
        assert set(either.parts) <= set(ANSWERS[either.policy])
        assert len(either.parts) > 1
        assert either.policy not in writer.relies
        assert is_read_as_meant([either], QWEN.declare(writer)), either


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_under_every_answer_the_parts_are_the_text_but_for_what_is_dropped_or_routed(
    question: Question,
) -> None:
    for index in range(SOME):
        either = question(pen(6, index))
        for answer, parts in either.parts.items():
            text = "".join(part if isinstance(part, str) else part.text for part in parts)
            if answer == "route":
                thoughts = [part.text for part in parts if isinstance(part, Thought)]
                assert "<think>" + "".join(thoughts) in either.text
                assert "<think>" not in text
                assert not [part for part in parts if isinstance(part, Block)]
            else:
                assert text == ("" if answer == "drop" and not parts else either.text)


def test_every_policy_of_the_dialect_is_asked_but_those_about_text() -> None:
    asked = {question(pen(7, 0)).policy for question in QUESTIONS} | {"fences"}
    assert asked == set(QWEN.policies) - {"space_around_calls", "text_after_call"}


def test_a_fenced_call_is_a_call_and_without_fences_first() -> None:
    for index in range(SOME):
        writer, draft = pen(8, index), Draft()
        fenced_question(writer, QWEN, draft)
        (either,) = draft.parts
        assert not isinstance(either, str | Block)
        assert list(either.parts) == ["live", "inert"]
        assert is_read_as_meant([either], QWEN.declare(writer))


def test_what_is_undecided_is_told_and_comes_out_otherwise() -> None:
    turn = import_module("harness.dialects.qwen.undecided").turn
    for index in range(MANY):
        writer = pen(9, index)
        calls, text = turn(writer)
        tools = QWEN.declare(writer)
        assert undecidable(calls, tools, text) is not None, (calls, tools)
        if text != "Write <tool_call>" or calls:
            whole = QWEN.undecided(pen(9, index))
            parts = ([f"{text}\n\n"] if text else []) + [Block("", calls)]
            assert by_the_page(whole, tools) != parts


def test_a_writer_that_is_wrong_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hand, "framed", lambda hand, text: f"{hand.left}{text}{hand.right}")
    seen = 0
    for index in range(MANY):
        writer = pen(1, index)
        parts = [QWEN.accepted(writer)]
        seen += not is_read_as_meant(parts, QWEN.declare(writer))
    assert seen
