"""The oracle ``fabrication``: calls that nobody wrote, and texts without a call that are changed."""

from __future__ import annotations

import pytest
from msgspec import structs

from harness.dialects import by_name
from harness.model import Answer, Case, Outcome
from harness.oracles import fabrication
from tests.oracles.build import ALL, call, case, gave, text


def kind_of(words: Case, outcome: Outcome, stance: dict[str, str] | None = None) -> str | None:
    found = fabrication.judge(words, {"one": outcome}, {"one": ALL if stance is None else stance})
    return found.kind if found else None


def test_a_call_that_was_not_written_is_made_up_in_texts_with_and_without_calls() -> None:
    for due in ((text("hi"),), (text("hi"), call())):
        words = case("hi", *due)
        assert kind_of(words, gave(*due, call("z"))) == "call extra"
        assert kind_of(words, gave(*due, batch=gave(*due, call("z")).batch)) == "call extra"
        assert kind_of(words, gave(*due)) is None


def test_missing_and_wrong_calls_are_not_made_up() -> None:
    words = case("hi", text("hi"), call(), call())
    assert kind_of(words, gave(text("hi"), call())) is None
    assert kind_of(words, gave(text("hi"), call(), call("z"))) is None


def test_without_an_answer_no_call_comes_of_a_text_in_which_nothing_opens_one() -> None:
    for plain in (
        '{"name": "a"}',
        "<function_calls>",
        "<\uff5cDSML\uff5ctool_calls>",
        "<tool_call>",
        "</invoke>",
    ):
        assert kind_of(case(plain, known=False), gave(call())) == "call extra"
        assert kind_of(case(plain, known=False), gave(call()), {}) == "call extra"
        assert kind_of(case(plain, known=False), gave(text(plain))) is None
    for opened in ("<tool_calls", "x <|dsml|INVOKE y", "<Invoke"):
        assert kind_of(case(opened, known=False), gave(call())) is None


@pytest.mark.parametrize("letter", ["\u017f", "\u212a"])
def test_only_ascii_letters_are_folded_where_something_opens_a_call(letter: str) -> None:
    assert not by_name("dsml").could_hold_calls(f"<tool_call{letter}> <invo{letter}e>")
    assert by_name("dsml").could_hold_calls("<TOOL_CALLS> ")


def test_a_text_without_a_call_comes_out_unchanged() -> None:
    words = case("hi <b>", text("hi <b>"))
    assert kind_of(words, gave(text("hi "))) == "text lost"
    assert kind_of(words, gave(text("hi <b>!"))) == "text added"
    assert (
        kind_of(structs.replace(words, knowledge="underived", answers=()), gave(text("hi "))) == "text lost"
    )
    assert kind_of(structs.replace(words, knowledge="underived", answers=()), gave(text("hi ")), {}) is None


def test_nothing_is_expected_where_the_answer_hangs_on_an_open_policy() -> None:
    words = structs.replace(case("<tool_calls"), answers=(Answer((), {"fences": "inert"}),))
    assert kind_of(words, gave(call())) is None
    assert kind_of(words, gave(call()), {**ALL, "fences": "inert"}) == "call extra"
