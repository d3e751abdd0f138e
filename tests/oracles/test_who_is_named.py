"""Whom the oracles that compare name, in which words, and which answers they hold against each other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from harness.model import Ask, Case, Outcome, Reading, Violation
from harness.oracles import agreement, parity, split
from harness.oracles.difference import Difference, reading_of
from harness.oracles.oracle import (
    Oracle,
    baseline,
    best_reading,
    both_modes,
    in_both_modes,
    nothing,
    violation,
)
from tests.oracles.build import ALL, call, case, gave, text, threw

RIGHT = (text("hi "), call("a", x="1"))
LOST = reading_of((text("hi "),))
WHOLE = reading_of(RIGHT)
OPENER, TRUNCATED, SPACE = "missing_opener", "truncated", "space_around_calls"


def of(*names: str, **others: dict[str, str]) -> dict[str, dict[str, str]]:
    return dict.fromkeys(names, ALL) | others


@given(
    st.lists(st.sampled_from([(), (1,), (2,)]), min_size=1, max_size=3),
    st.lists(st.sampled_from(["a", "b", None]), min_size=3, max_size=3),
)
def test_others_are_held_against_the_whole_text_or_else_against_the_first_stream(
    chunkings: list[tuple[int, ...]], texts: list[str | None]
) -> None:
    words = structs.replace(case(), chunkings=tuple(chunkings))
    streams = tuple(None if one is None else Reading(text=one) for one in texts[: len(chunkings)])
    given_ = [(cuts, stream) for cuts, stream in zip(chunkings, streams, strict=True) if stream is not None]
    whole = [stream for cuts, stream in given_ if not cuts]
    due = (whole or [stream for _, stream in given_] or [None])[0]
    outcome = Outcome("result", batch=Reading(text="batch"), streams=streams)
    assert baseline(words, outcome) is due
    assert best_reading(words, outcome) is (due or outcome.batch)


def test_a_target_without_streams_has_no_baseline_and_its_batch_says_most() -> None:
    outcome = Outcome("result", batch=WHOLE)
    assert baseline(case(), outcome) is None
    assert best_reading(case(), outcome) is WHOLE


def test_both_modes_are_those_that_are_there_and_no_error() -> None:
    assert list(both_modes(case(), gave(*RIGHT, batch=LOST))) == [("batch", LOST), ("stream", WHOLE)]
    assert list(both_modes(case(), Outcome("result", batch=LOST))) == [("batch", LOST)]
    assert list(both_modes(case(), gave(*RIGHT, batch=threw()))) == [("stream", WHOLE)]
    assert list(both_modes(case(), gave(*RIGHT, streams={0: threw()}))) == [("batch", WHOLE)]


def test_of_both_modes_the_first_complaint_counts_and_says_which_it_was() -> None:
    def complain(_name: str, reading: Reading) -> Difference | None:
        return None if reading.calls else Difference("bad", f"{len(reading.calls)} calls")

    stream = gave(*RIGHT, streams={0: LOST})
    found = in_both_modes("leak", case(), {"one": gave(*RIGHT), "two": stream, "three": stream}, complain)
    assert found == Violation("leak", ("two", "three"), "bad", "two, three: bad: stream: 0 calls")
    found = in_both_modes("leak", case(), {"one": gave(*RIGHT, batch=LOST, streams={0: LOST})}, complain)
    assert found == Violation("leak", ("one",), "bad", "one: bad: batch: 0 calls")
    assert in_both_modes("leak", case(), {"one": gave(*RIGHT)}, complain) is None


def test_the_first_kind_leads_and_only_those_that_share_it_are_named() -> None:
    complaints = {"one": ("b", "first"), "two": ("a", "second"), "three": ("b", "third")}
    assert violation("truth", complaints, (2, 1)) == Violation(
        "truth", ("one", "three"), "b", "one, three: b: first", (2, 1)
    )
    assert violation("truth", {}) is None


def test_nothing_is_never_a_complaint() -> None:
    assert nothing(case(), {}, {}) is None


@pytest.mark.parametrize(
    ("name", "every", "wanted"),
    [("1:0", 2, True), ("1:1", 2, False), ("1:4", 3, False), ("1:6", 3, True), ("9:7", 1, True)]
    + [(name, 2, True) for name in ("fixture", "fixture:1", "1:fixture", "1", "1:1:1", "")],
)
def test_an_oracle_looks_at_each_so_manieth_case_by_its_number_and_at_all_with_a_name(
    name: str, every: int, wanted: Any
) -> None:
    oracle = Oracle("x", "X.", nothing, lambda *_: True, asks=lambda words: (Ask(words),), every=every)
    assert oracle.wants(structs.replace(case(), id=name)) is wanted
    assert structs.replace(oracle, asks=None).wants(structs.replace(case(), id=name)) is False


def test_split_names_the_plainest_chunking_and_then_all_others_of_the_first_target() -> None:
    words = structs.replace(case("abcd"), chunkings=((), (1, 2), (1,), (2,)))
    streams = (WHOLE, LOST, WHOLE, LOST)
    outcomes = {
        "none": Outcome("result", batch=LOST),
        "right": Outcome("result", streams=(WHOLE,) * 4),
        "one": Outcome("result", streams=streams),
        "two": Outcome("result", streams=(WHOLE, LOST, LOST, WHOLE)),
    }
    found = split.judge(words, outcomes, {})
    told = "in 2 chunks, held against one: 0 calls where 1 is due"
    assert found == Violation(
        "split", ("one", "two"), "call missing", f"one, two: call missing: {told}", (3, 1)
    )
    assert split.judge(words, {"right": outcomes["right"]}, {}) is None


def test_split_applies_where_a_target_was_fed_in_two_ways() -> None:
    for streams, due in [
        ((), False),
        ((WHOLE,), False),
        ((WHOLE, None), False),
        ((WHOLE, WHOLE), True),
        ((None, WHOLE, None, LOST), True),
    ]:
        assert split.ORACLE.applies(case(), {"one": Outcome("result", streams=streams)}, {}) is due
    two = {name: Outcome("result", streams=(WHOLE,)) for name in ("one", "two")}
    assert split.ORACLE.applies(case(), two, {}) is False


def test_parity_holds_the_stream_against_the_batch_of_each_target_that_has_both() -> None:
    outcomes = {
        "batch": Outcome("result", batch=LOST),
        "streams": Outcome("result", streams=(WHOLE,) * 3),
        "wrong": gave(*RIGHT, batch=LOST),
    }
    told = "the stream, held against the batch: 1 call where 0 are due"
    assert parity.judge(case(), outcomes, {}) == Violation(
        "parity", ("wrong",), "call extra", f"wrong: call extra: {told}"
    )


def test_parity_applies_where_a_target_has_both() -> None:
    batch, streams = Outcome("result", batch=LOST), Outcome("result", streams=(WHOLE,))
    assert parity.ORACLE.applies(case(), {"one": batch, "two": streams}, {}) is False
    assert parity.ORACLE.applies(case(), {"one": batch, "two": gave(*RIGHT)}, {}) is True


def test_agreement_tells_the_sides_the_smaller_ones_first() -> None:
    outcomes = {"a": gave(*RIGHT), "b": gave(*RIGHT), "z": gave(text("hi "))}
    told = "z | a, b: call missing: 0 calls where 1 is due"
    assert agreement.judge(case(), outcomes, of("a", "b", "z")) == Violation(
        "agreement", ("z",), "call missing", told
    )


def test_agreement_names_all_where_no_side_is_larger_than_all_others() -> None:
    outcomes = {"a": gave(*RIGHT), "b": gave(text("hi ")), "c": gave(call("b"))}
    found = agreement.judge(case(), outcomes, of(*outcomes))
    assert found is not None
    assert found.targets == ("a", "b", "c")
    outcomes |= {"d": gave(*RIGHT)}
    found = agreement.judge(case(), outcomes, of(*outcomes))
    assert found is not None
    assert found.targets == ("b", "c")


def test_a_target_is_compared_with_those_of_its_stance_wherever_they_stand() -> None:
    hanging = case(relies_on=(OPENER,))
    outcomes = {"open": gave(*RIGHT), "one": gave(*RIGHT), "two": gave(text("hi "))}
    found = agreement.judge(hanging, outcomes, of("one", "two", open={}))
    assert found is not None
    assert (found.targets, found.kind) == (("open", "one", "two"), "call missing")


def test_what_did_not_answer_is_not_compared() -> None:
    outcomes = {"one": gave(*RIGHT), "two": Outcome("hang"), "three": Outcome("result")}
    assert agreement.judge(case(), outcomes, of(*outcomes)) is None
    fed_otherwise = Outcome("result", streams=(None, None, None))
    assert agreement.judge(case(), {"one": fed_otherwise, "two": gave(*RIGHT)}, of("one", "two")) is None


POLICY = st.dictionaries(st.sampled_from([OPENER, TRUNCATED, SPACE]), st.sampled_from("ab"))


@given(POLICY, POLICY, st.sets(st.sampled_from([OPENER, TRUNCATED, SPACE])).map(tuple))
def test_targets_are_comparable_where_both_answer_all_that_matters_alike(
    one: dict[str, str], two: dict[str, str], questions: tuple[str, ...]
) -> None:
    due = all(one.get(asked, "none") == two.get(asked, "open") for asked in questions if asked != SPACE)
    words = case(relies_on=questions)
    assert agreement.comparable(words, {"one": one, "two": two}, "one", "two") is due
    outcomes = {"one": gave(*RIGHT), "two": gave(*RIGHT)}
    assert agreement.ORACLE.applies(words, outcomes, {"one": one, "two": two}) is due


def test_agreement_applies_to_any_two_that_are_comparable() -> None:
    outcomes = dict.fromkeys(("one", "two", "three"), gave(*RIGHT))
    hanging = case(relies_on=(OPENER,))
    assert agreement.ORACLE.applies(hanging, outcomes, of("one", "three", two={})) is True
    assert agreement.ORACLE.applies(hanging, outcomes, of("one", two={}, three={})) is False
    assert agreement.ORACLE.applies(case(), {"one": gave(*RIGHT)}, of("one")) is False


@pytest.mark.parametrize(
    ("one", "two", "differ"),
    [("exact", "exact", True), ("exact", "trim", False), ("trim", "exact", False), ("trim", "trim", False)],
)
def test_white_space_beside_calls_counts_between_parsers_that_both_keep_it(
    one: str, two: str, differ: Any
) -> None:
    outcomes = {"one": gave(*RIGHT), "two": gave(text("hi"), call("a", x="1"))}
    stances = {"one": {SPACE: one}, "two": {SPACE: two}}
    assert (agreement.judge(case(), outcomes, stances) is not None) is differ
    assert agreement.judge(case(), outcomes, {"one": {}, "two": {}}) is None


BATCH = Outcome("result", batch=LOST)
STREAM = Outcome("result", streams=(WHOLE,) * 3)


@pytest.mark.parametrize(
    ("one", "two", "differ"),
    [
        (gave(*RIGHT), gave(*RIGHT, batch=LOST), False),  # both have streams
        (Outcome("result", batch=WHOLE), gave(*RIGHT, batch=LOST), True),  # both have batches
        (gave(*RIGHT, batch=LOST), Outcome("result", batch=WHOLE), True),
        (BATCH, gave(*RIGHT, batch=LOST), False),
        (BATCH, STREAM, True),  # each the other one
        (STREAM, BATCH, True),
        (STREAM, Outcome("result", batch=WHOLE), False),
    ],
)
def test_targets_are_compared_in_the_way_of_feeding_that_both_have(
    one: Outcome, two: Outcome, differ: Any
) -> None:
    found = agreement.judge(case(), {"one": one, "two": two}, of("one", "two"))
    assert (found is not None) is differ


def wishes(
    outcomes: dict[str, Outcome],
    stances: dict[str, dict[str, str]],
    settable: dict[str, tuple[str, ...]],
    questions: tuple[str, ...] = (OPENER,),
) -> dict[str, dict[str, str]] | None:
    words: Case = case(relies_on=questions)
    return agreement.equalising(words, outcomes, stances, settable)


def either(*lost: str, names: tuple[str, ...] = ("one", "two", "three")) -> dict[str, Outcome]:
    right, wrong = gave(*RIGHT), gave(text("hi "))
    return {name: wrong if name in lost else right for name in names}


def test_policies_are_equalised_between_all_that_are_incomparable_and_differ() -> None:
    free = dict.fromkeys(("one", "two", "three"), (OPENER,))
    text_ = {OPENER: "text"}
    # The third is comparable with the first and differs from the second; and the other way round.
    assert wishes(either("three"), of("one", "three", two=text_), free) == {"two": {OPENER: "repair"}}
    assert wishes(either("two"), of("one", "two", three=text_), free) == {"three": {OPENER: "repair"}}
    assert wishes(either(), of("one", "two", three=text_), free) is None


def test_a_policy_that_can_not_be_set_wins_then_the_one_that_most_have_then_the_first() -> None:
    text_, repair = {OPENER: "text"}, {OPENER: "repair"}
    stances = {"one": repair, "two": text_, "three": text_}
    free = dict.fromkeys(stances, (OPENER,))
    assert wishes(either("two"), stances, free) == {"one": text_}
    assert wishes(either("two"), stances, {**free, "one": ()}) == {"two": repair, "three": repair}
    assert wishes(either("two"), {**stances, "three": {}}, free) == {"two": repair, "three": repair}
    assert wishes(either("two"), {**stances, "one": {}}, {**free, "one": ()}) is None
    nothing_said: dict[str, dict[str, str]] = {name: {} for name in stances}
    assert wishes(either("two"), nothing_said, free) is None


def test_only_what_is_open_between_the_two_is_asked_for() -> None:
    questions = (OPENER, TRUNCATED, SPACE)
    free = dict.fromkeys(("one", "two", "three"), questions)
    one = {OPENER: "repair", TRUNCATED: "text", SPACE: "exact"}
    stances = {"one": one, "two": {**one, OPENER: "text", SPACE: "trim"}, "three": {**one, TRUNCATED: "drop"}}
    assert wishes(either("two"), stances, free, questions) == {"two": {OPENER: "repair"}}
    stances["one"] = {TRUNCATED: "text"}
    settable = {**free, "two": (), "three": ()}
    assert wishes(either("two"), stances, settable, (OPENER,)) == {"one": {OPENER: "text"}}
    # What the one leaves open, the other has an answer to.
    pair = either("one", names=("one", "two"))
    assert wishes(pair, {"one": one, "two": {}}, free, (OPENER,)) == {"two": {OPENER: "repair"}}
