"""The oracle ``reasoning``: the channel that reasoning goes to, and what may not happen to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from harness.model import Answer, Case, Event, Outcome, Policies, Reading
from harness.oracles import finish, parity, policy, reasoning
from harness.oracles.difference import reading_of
from tests.oracles.build import call, gave, text
from tests.oracles.qwen_fakes import OURS
from tests.oracles.runs import first_violations

if TYPE_CHECKING:
    from harness.model import Violation

ROUTE = {**OURS, "reasoning": "route"}
WORDS = "<think>so</think>yes"
ROUTED = (Event(reasoning="so"), text("yes"))
IGNORED = (text(WORDS),)
CASE = Case(
    "1:0",
    "qwen",
    WORDS,
    ((), (1,), (1, 2)),
    knowledge="unspecified",
    answers=(Answer(IGNORED, {"reasoning": "ignore"}), Answer(ROUTED, {"reasoning": "route"})),
    relies_on=("reasoning",),
)
OPEN = structs.replace(CASE, knowledge="underived", answers=())


def found(outcome: Outcome, stance: Policies, words: Case = CASE) -> Violation | None:
    return reasoning.judge(words, {"one": outcome}, {"one": stance})


def kind(outcome: Outcome, stance: Policies, words: Case = CASE) -> str | None:
    complaint = found(outcome, stance, words)
    return complaint.kind if complaint else None


def test_reasoning_that_goes_where_it_is_declared_is_right() -> None:
    for words in (CASE, OPEN):
        assert kind(gave(*ROUTED), ROUTE, words) is None
        assert kind(gave(*IGNORED), OURS, words) is None


def test_nothing_may_be_routed_where_reasoning_is_ignored() -> None:
    for words in (CASE, OPEN):
        assert kind(gave(*ROUTED), OURS, words) == reasoning.ROUTED
        assert finish.judge(words, {"one": gave(*ROUTED)}, {"one": OURS}) is None
    half = structs.replace(gave(*IGNORED), streams=(reading_of(ROUTED),) * 3)
    complaint = found(half, OURS)
    assert complaint is not None
    assert "stream: 'so' comes out as reasoning" in complaint.message


def test_no_byte_is_in_two_channels_whatever_is_declared() -> None:
    for stance in ({}, ROUTE):
        for events in (
            (text(WORDS), Event(reasoning="so")),
            (Event(reasoning="so"), text("soyes")),
            (Event(reasoning="so"), text("oyes")),
            (text("so"), Event(reasoning="so"), text("yes")),
        ):
            assert kind(gave(*events), stance, OPEN) == reasoning.TWICE, events
    counted = Reading(text=WORDS, reasoning="so")  # a batch that gives no order
    assert kind(Outcome("result", batch=counted), ROUTE, OPEN) == reasoning.TWICE
    right = Reading(text="yes", reasoning="so")
    assert kind(Outcome("result", batch=right), ROUTE, OPEN) is None


def test_reasoning_that_is_not_in_the_input_or_not_in_its_place_is_told() -> None:
    assert kind(gave(Event(reasoning="SO"), text("yes")), {}, OPEN) == reasoning.MADE_UP
    assert kind(gave(text("yes"), Event(reasoning="so")), {}, OPEN) == reasoning.OUT_OF_PLACE


def test_a_visible_text_that_is_wrong_by_itself_is_not_the_matter_of_this_oracle() -> None:
    assert kind(gave(Event(reasoning="so"), text("yes!")), ROUTE, OPEN) is None


def test_the_reasoning_that_was_written_comes_out_and_white_space_counts_as_declared() -> None:
    assert kind(gave(Event(reasoning="s"), text("yes")), ROUTE) == reasoning.DIFFERS
    assert kind(gave(text("yes")), ROUTE) == reasoning.DIFFERS
    spaced = structs.replace(
        CASE, text="<think>\nso\n</think>yes", answers=(Answer((Event(reasoning="\nso\n"), text("yes"))),)
    )
    assert kind(gave(*ROUTED), ROUTE, spaced) == reasoning.DIFFERS
    assert kind(gave(*ROUTED), {**ROUTE, "space_around_calls": "trim"}, spaced) is None


def test_whoever_does_not_say_what_is_reasoning_is_not_judged() -> None:
    assert kind(Outcome("result", batch=Reading(text="yes")), ROUTE) is None
    assert kind(gave(*IGNORED), {}) is None


def test_both_modes_route_the_same_and_parity_says_so_first() -> None:
    outcome = gave(*ROUTED, batch=Reading(text="yes", reasoning=""))
    assert kind(outcome, {}, OPEN) == reasoning.MODES_DIFFER
    first = parity.judge(OPEN, {"one": outcome}, {"one": {}})
    assert first is not None
    assert first.kind == "reasoning differs"


def test_what_is_routed_is_not_the_answer_of_whoever_ignores() -> None:
    both = gave(batch=Reading(text=WORDS, reasoning="so"), streams=dict.fromkeys(range(3), Reading()))
    assert policy.judge(CASE, {"one": both}, {"one": ROUTE}) is None
    assert kind(both, ROUTE) == reasoning.TWICE


def test_it_applies_to_texts_with_a_tag_of_reasoning_and_to_reasoning_that_came_out() -> None:
    plain = structs.replace(OPEN, text="yes")
    assert reasoning.ORACLE.applies(CASE, {"one": gave(*IGNORED)}, {"one": OURS})
    assert not reasoning.ORACLE.applies(CASE, {"one": gave(*IGNORED)}, {"one": {}})
    assert not reasoning.ORACLE.applies(plain, {"one": gave(text("yes"))}, {"one": OURS})
    assert reasoning.ORACLE.applies(plain, {"one": gave(Event(reasoning="y"))}, {"one": {}})


def test_it_is_judged_in_dsml_too() -> None:
    other = structs.replace(OPEN, dialect="dsml")
    assert kind(gave(*ROUTED, call("a")), OURS, other) == reasoning.ROUTED


def test_a_parser_that_routes_as_it_declares_is_never_complained_of() -> None:
    assert not first_violations("Routing", cases=640)


def test_a_parser_that_routes_what_it_declares_to_ignore_is_found() -> None:
    found = first_violations("RoutingUndeclared", cases=256)
    assert found["reasoning", reasoning.ROUTED] > 10
    assert found["reasoning", reasoning.ROUTED] > sum(found.values()) / 2


def test_a_parser_that_shows_the_reasoning_twice_is_found() -> None:
    found = first_violations("Doubling", cases=256)
    assert found["reasoning", reasoning.TWICE] > 10
    assert found["reasoning", reasoning.TWICE] > sum(found.values()) / 2
