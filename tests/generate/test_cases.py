"""What campaigns are made of: shares, determinism, and that everything can come."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from harness.errors import UsageError
from harness.generate import VERSION, case_at, replay
from harness.generate.features import FEATURES
from harness.model import Case, encode


def share(cases: list[Case], feature: str) -> float:
    return sum(feature in case.features for case in cases) / len(cases)


def test_most_answers_are_known(cases: list[Case]) -> None:
    counts = Counter(case.knowledge for case in cases)
    assert counts["known"] / len(cases) >= 0.60
    assert 0.08 <= counts["unspecified"] / len(cases) <= 0.13


def test_a_fifth_and_more_is_damaged(cases: list[Case]) -> None:
    damaged = [case for case in cases if any(name.startswith("damage:") for name in case.features)]
    assert len(damaged) / len(cases) >= 0.20
    assert {case.knowledge for case in damaged} == {"underived"}


def test_a_third_has_two_blocks_or_more(cases: list[Case]) -> None:
    assert share(cases, "blocks:2+") >= 0.35


def test_texts_are_long_enough_and_not_too_long(cases: list[Case]) -> None:
    lengths = [len(case.text) for case in cases if not {"long-value", "crowded"} & {*case.features}]
    assert 400 <= sum(lengths) / len(lengths) <= 650


def test_most_known_answers_hold_calls_and_all_kinds_of_policies(cases: list[Case]) -> None:
    known = [case for case in cases if case.knowledge == "known"]
    assert sum(any(event.call for event in case.answers[0].events) for case in known) / len(known) >= 0.6
    relied = {name for case in known for name in case.relies_on}
    assert relied == {
        "damaged_call",
        "duplicates",
        "entities",
        "fences",
        "junk_in_block",
        "reasoning",
        "scalars",
        "space_around_calls",
        "structure",
        "text_after_call",
        "truncated",
        "unknown_tools",
    }


def test_every_feature_can_come_and_none_is_unheard_of(cases: list[Case]) -> None:
    assert {name for case in cases for name in case.features} == set(FEATURES["dsml"])


def test_no_choices_give_the_simplest_case_with_a_call() -> None:
    case, _ = replay([], "dsml", "zero")
    assert case.text == (
        '<tool_calls><invoke name="a"><parameter name="b">x</parameter></invoke></tool_calls>'
    )
    assert (case.knowledge, case.relies_on) == ("known", ())
    assert case.tools[0].name == "a"
    assert case.chunkings == ((), tuple(range(1, len(case.text))), (), (), ())
    assert replay([0] * 500, "dsml", "zero")[0] == case


def test_a_case_is_named_by_seed_and_index() -> None:
    assert case_at(12, 34, "dsml").id == "12:34"
    assert VERSION == 3


def test_other_seeds_and_other_indices_are_other_cases() -> None:
    texts = {case_at(seed, index, "dsml").text for seed in range(20) for index in range(20)}
    assert len(texts) > 300


def test_another_process_makes_the_same_bytes() -> None:
    program = (
        "import sys; from harness.generate import case_at; from harness.model import encode\n"
        "sys.stdout.buffer.write(b''.join(encode(case_at(9, i, 'dsml')) for i in range(50)))"
    )
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
    assert other == b"".join(encode(case_at(9, index, "dsml")) for index in range(50))


def test_an_unknown_dialect_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="no dialect 'klingon'") as failure:
        case_at(1, 1, "klingon")
    assert "dsml" in failure.value.hint


def test_texts_hold_no_lone_surrogates(cases: list[Case]) -> None:
    for case in cases:
        case.text.encode()


def test_code_points_outside_ascii_and_outside_the_basic_plane_come(cases: list[Case]) -> None:
    seen = set("".join(case.text for case in cases))
    assert {"\u212a", "\u0130", "\ufeff", "\x85", "\x00", "\r", "\u0301", "\U0001f600"} <= seen
    assert sum(any(character > "\uffff" for character in case.text) for case in cases) / len(cases) > 0.15
