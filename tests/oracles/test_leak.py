"""The oracle ``leak``: pieces of an accepted block in the text, and what is only too much text."""

from __future__ import annotations

import pytest

from harness.model import Case, Event, Outcome, Reading
from harness.oracles import leak
from tests.oracles.build import ALL, call, case, gave, text

BLOCK = '<tool_calls><invoke name="a"><parameter name="x">Oslo</parameter></invoke></tool_calls>'
WORDS = f"see {BLOCK} there"
DUE = (text("see "), call("a", x="Oslo"), text(" there"))
CALL = DUE[1]


def kind_of(words: Case, outcome: Outcome, stance: dict[str, str] | None = None) -> str | None:
    found = leak.judge(words, {"one": outcome}, {"one": ALL if stance is None else stance})
    return found.kind if found else None


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ((text("see "), CALL, text("</tool_calls> there")), leak.MARKUP),
        ((text("see <tool_calls>"), CALL, text(" there")), leak.MARKUP),
        ((text("see <tool_calls>"), CALL, text("</tool_calls> there")), leak.MARKUP),
        ((text("see "), CALL, text("s> there")), leak.MARKUP),
        ((text("see "), CALL, text("> there")), leak.MARKUP),
        ((text("see <"), CALL, text(" there")), leak.MARKUP),
        ((text("see "), CALL, text(' there\n<parameter name="x">Oslo</parameter>')), leak.MARKUP),
        ((text("see Oslo"), CALL, text(" there")), leak.ARGUMENT),
        ((text("see "), CALL, text('{"x": "Oslo"} there')), leak.ARGUMENT),
        (DUE, None),
        ((text("see see "), CALL, text(" there")), None),  # doubled text
        ((text("see "), CALL, text(" there there")), None),
        ((text("see "), CALL, text("  there")), None),  # white space
        ((text("see it "), CALL, text(" there")), None),  # from nowhere
        ((text("see "), CALL), None),  # lost, not added
        ((text("see <tool_calls>"), CALL), None),  # lost and added: text differs
        ((text("see <tool_calls>"), call("b"), text(" there")), None),  # the call is wrong
        ((text(WORDS),), None),  # no call: nothing was accepted
    ],
)
def test_what_comes_out_of_an_accepted_block_is_a_leak(given: tuple[Event, ...], kind: str | None) -> None:
    assert kind_of(case(WORDS, *DUE), gave(*given)) == kind


def test_doubled_text_is_no_leak_even_if_it_holds_markup_that_a_block_holds_too() -> None:
    words = case(f"</tool_calls> is a tag {BLOCK}", text("</tool_calls> is a tag "), CALL)
    doubled = text("</tool_calls> is a tag </tool_calls> is a tag ")
    assert kind_of(words, gave(doubled, CALL)) is None
    longer = case(f"{BLOCK}</tool_calls> b", CALL, text("</tool_calls> b"))
    assert kind_of(longer, gave(CALL, text("</tool_calls></tool_calls> b"))) == leak.MARKUP
    mark = case(f"</tool_calls>{BLOCK}", text("</tool_calls>"), CALL)
    assert kind_of(mark, gave(text("</tool_calls></tool_calls>"), CALL)) is None


def test_an_argument_that_is_a_tag_is_markup_and_one_that_holds_a_tag_is_none() -> None:
    for value, kind in (("</invoke>", leak.MARKUP), ("the </invoke> tag", leak.ARGUMENT)):
        given = call("a", x=value)
        written = BLOCK.replace("Oslo", f"<![CDATA[{value}]]>")
        words = case(f"see {written}", text("see "), given)
        assert kind_of(words, gave(text(f"see {value}"), given)) == kind
        assert kind_of(case(f"see {written}", known=False), gave(text(f"see {value}"), given)) == kind


def test_the_whole_text_of_a_batch_without_order_is_judged_too() -> None:
    batch = Reading(calls=(CALL.call,), text="see </tool_calls> there") if CALL.call else None
    assert kind_of(case(WORDS, *DUE), gave(*DUE, batch=batch)) == leak.MARKUP


def test_a_parser_that_trims_leaks_all_the_same() -> None:
    loose = {**ALL, "space_around_calls": "trim"}
    assert kind_of(case(WORDS, *DUE), gave(text("see"), CALL, text("there")), loose) is None
    assert (
        kind_of(case(WORDS, *DUE), gave(text("see"), CALL, text("</tool_calls> there")), loose) == leak.MARKUP
    )


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ((text("see </parameter>"), CALL, text(" there")), leak.MARKUP),
        ((text("see "), CALL, text("</invoke> there")), leak.MARKUP),
        ((text("see Oslo"), CALL, text(" there")), leak.ARGUMENT),
        (DUE, None),
        ((text("see see "), CALL, text(" there")), None),
        ((text("ee </parameter>"), CALL, text(" there")), None),
    ],
)
def test_without_an_answer_text_that_is_conserved_but_for_markup_is_a_leak(
    given: tuple[Event, ...], kind: str | None
) -> None:
    assert kind_of(case(WORDS, known=False), gave(*given)) == kind
    assert kind_of(case(WORDS, known=False), gave(*given), {**ALL, "truncated": "drop"}) is None
