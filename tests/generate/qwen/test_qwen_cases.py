"""Cases of qwen: their answers against two readers, and what the generator promises of them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from drawn import by_the_page, by_the_reference, meant

from harness.dialects.qwen import QWEN
from harness.generate import case_at
from harness.generate.damage import DAMAGES
from harness.generate.features import DOCUMENTS, FEATURES, apart

if TYPE_CHECKING:
    from harness.model import Case

SEED = 2026
MANY = 5_000
LEAST = 0.004


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return [case_at(SEED, index, "qwen") for index in range(MANY)]


def test_two_readers_give_exactly_the_answers_and_agree_where_there_is_none(cases: list[Case]) -> None:
    for case in cases:
        got = by_the_page(case.text, case.tools)
        assert by_the_reference(case.text, case.tools) == got, case.text
        answer = case.answer_for(QWEN.policies)
        assert (answer is None) == (case.knowledge == "underived")
        if answer is not None:
            assert got == meant(answer.events), case.text


def test_answers_come_in_the_number_that_the_knowledge_says(cases: list[Case]) -> None:
    for case in cases:
        assert (
            len(case.answers) in {"known": (1,), "unspecified": (2, 3, 4), "underived": (0,)}[case.knowledge]
        )
        for answer in case.answers:
            assert set(answer.assumes) == set(case.relies_on) - {"space_around_calls"}
            for name, value in answer.assumes.items():
                assert value == QWEN.policies[name] or f"policy:{name}" in case.features


def test_reasoning_that_is_routed_is_in_no_other_channel(cases: list[Case]) -> None:
    asked = [case for case in cases if "policy:reasoning" in case.features]
    assert len(asked) > MANY * LEAST
    for case in asked:
        ignored, routed = case.answers
        assert routed.assumes["reasoning"] == "route"
        untagged, at = case.text.replace("<think>", "").replace("</think>", ""), 0
        for event in routed.events:
            piece = event.text or event.reasoning or ""
            assert "<think>" not in piece
            at = untagged.find(piece, at) + len(piece)
            assert at >= len(piece)
        calls = [[event.call for event in answer.events if event.call] for answer in (ignored, routed)]
        assert calls[0] == calls[1]


def test_undecided_texts_and_damaged_ones_are_underived_and_no_others(cases: list[Case]) -> None:
    for case in cases:
        unknown = any(name.startswith(("damage", "undecidable")) for name in case.features)
        assert unknown == (case.knowledge == "underived")


def test_tools_that_are_called_are_declared_but_for_those_that_it_says(cases: list[Case]) -> None:
    for case in cases:
        if case.knowledge != "known":
            continue
        called = {event.call.name for event in case.answers[0].events if event.call}
        missing = called - {tool.name for tool in case.tools}
        assert bool(missing) == ("unknown_tools" in case.relies_on)


def test_no_feature_falls_out_and_none_is_rare_or_unheard_of(cases: list[Case]) -> None:
    counts = Counter(name for case in cases for name in case.features)
    assert set(counts) == set(FEATURES["qwen"])
    assert {name: count / MANY for name, count in counts.items() if count < MANY * LEAST} == {}


def test_a_feature_stands_in_the_table_once_and_says_what_it_is() -> None:
    names = Counter(FEATURES["qwen"])
    assert set(names.values()) == {1}
    assert len(names) > 150
    items = [item for group in DOCUMENTS["qwen"].values() for item in group]
    assert all(item.promise and says for item in items for says in item.features.values())


def test_every_damage_is_in_the_table() -> None:
    assert {f"damage:{name}" for name, _ in DAMAGES["qwen"]} <= set(FEATURES["qwen"])


def test_what_is_said_never_to_meet_never_meets(cases: list[Case]) -> None:
    for case in cases:
        assert not [pair for pair in combinations(case.features, 2) if apart(*pair)], case.features
