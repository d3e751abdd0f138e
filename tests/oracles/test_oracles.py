"""Each oracle: a parser that breaks it, and one that doesn't."""

from __future__ import annotations

from msgspec import structs

from harness.model import Answer, Call, Outcome, Reading
from harness.oracles import CLAIMS, ORACLES, agreement, crash, parity, split, truth
from harness.oracles import text as text_oracle
from harness.oracles.difference import reading_of
from tests.oracles.build import ALL, call, case, gave, text, threw

STANCES = {"one": ALL, "two": ALL, "three": ALL}
RIGHT = (text("hi "), call("a", x="1"))


def test_the_order_of_judging_is_the_order_of_the_design() -> None:
    assert list(ORACLES) == [
        "crash",
        "finish",
        "final",
        "split",
        "parity",
        "policy",
        "reasoning",
        "leak",
        "text",
        "fabrication",
        "typing",
        "truth",
        "agreement",
        "monotone",
        "flush",
        "lag",
        "holdback",
        "isolation",
        "truncation",
        "locality",
        "atomicity",
        "drift",
    ]
    assert all(claim.endswith(".") for claim in CLAIMS.values())


def test_a_parser_that_answers_does_not_crash() -> None:
    assert crash.judge(case(), {"one": gave(*RIGHT)}, STANCES) is None


def test_a_documented_error_is_no_crash() -> None:
    outcome = gave(*RIGHT, batch=threw("declared"))
    assert crash.judge(case(), {"one": outcome}, STANCES) is None


def test_death_hang_exception_and_values_that_json_cannot_carry_are_crashes_of_their_own_kind() -> None:
    for outcome, kind in [
        (Outcome("crash", detail="SIGSEGV"), "crash"),
        (Outcome("hang"), "hang"),
        (gave(batch=threw()), "exception"),
        (gave(streams={1: threw("value")}), "value"),
    ]:
        found = crash.judge(case(), {"one": outcome}, STANCES)
        assert found is not None
        assert (found.oracle, found.targets, found.kind) == ("crash", ("one",), kind)


def test_an_exception_in_a_stream_names_its_chunking() -> None:
    found = crash.judge(case(), {"one": gave(*RIGHT, streams={2: threw()})}, STANCES)
    assert found is not None
    assert found.chunkings == (2,)


def test_equal_streams_are_not_split() -> None:
    assert split.judge(case(), {"one": gave(*RIGHT)}, STANCES) is None


def test_a_stream_that_depends_on_its_chunks_is_split_and_the_plainest_chunking_is_named_first() -> None:
    lost = reading_of((text("hi "),))
    found = split.judge(case(), {"one": gave(*RIGHT, streams={1: lost, 2: lost})}, STANCES)
    assert found is not None
    assert (found.kind, found.chunkings) == ("call missing", (1, 2))


def test_a_chunking_that_was_not_promised_is_not_held_against_a_target() -> None:
    outcome = gave(*RIGHT)
    outcome = structs.replace(outcome, streams=(outcome.streams[0], None, outcome.streams[2]))
    assert split.judge(case(), {"one": outcome}, STANCES) is None


def test_batch_and_stream_that_say_the_same_are_in_parity() -> None:
    calls_only = Reading(calls=reading_of(RIGHT).calls)
    assert parity.judge(case(), {"one": gave(*RIGHT, batch=calls_only)}, STANCES) is None


def test_a_call_that_only_the_stream_sees_breaks_parity() -> None:
    found = parity.judge(case(), {"one": gave(*RIGHT, batch=reading_of((text("hi "),)))}, STANCES)
    assert found is not None
    assert found.kind == "call extra"


def test_the_right_calls_are_true() -> None:
    assert truth.judge(case("<tool_calls", *RIGHT), {"one": gave(*RIGHT)}, STANCES) is None


def test_a_wrong_value_a_missing_call_and_an_invented_one_are_untrue() -> None:
    for events, kind in [
        ((call("a", x=1),), "value differs"),
        ((text("hi "),), "call missing"),
        ((call("a", x="1"), call("a", x="1")), "call extra"),
        ((call("b", x="1"),), "name differs"),
    ]:
        found = truth.judge(case("<tool_calls", *RIGHT), {"one": gave(*events)}, STANCES)
        assert found is not None
        assert found.kind == kind


def test_truth_is_silent_where_the_answer_is_not_known_or_hangs_on_an_open_policy() -> None:
    damaged = case(known=False)
    hanging = structs.replace(case(), answers=(Answer(RIGHT, {"entities": "xml"}),))
    for words in (damaged, hanging):
        assert truth.judge(words, {"one": gave(call("z"))}, STANCES) is None
        assert not truth.ORACLE.applies(words, {"one": gave(call("z"))}, STANCES)


def test_each_target_is_held_against_the_answer_for_its_own_policy() -> None:
    words = structs.replace(
        case("<invoke <tool_calls"),
        knowledge="unspecified",
        answers=(
            Answer((call("a"),), {"missing_opener": "repair"}),
            Answer((text("<invoke <tool_calls"),), {"missing_opener": "text"}),
        ),
    )
    stances = {"one": {"missing_opener": "repair"}, "two": {"missing_opener": "text"}}
    one, two = gave(call("a")), gave(text("<invoke <tool_calls"))
    assert truth.judge(words, {"one": one, "two": two}, stances) is None
    found = truth.judge(words, {"one": two, "two": one}, stances)
    assert found is not None
    assert found.targets == ("one",)


def test_exact_text_is_conserved() -> None:
    assert text_oracle.judge(case("hi <x>", *RIGHT), {"one": gave(*RIGHT)}, STANCES) is None


def test_lost_text_breaks_conservation_and_trimmed_space_does_so_only_for_exact_parsers() -> None:
    trimmed = gave(text("hi"), call("a", x="1"))
    words = case("hi <x>", *RIGHT)
    found = text_oracle.judge(words, {"one": trimmed}, STANCES)
    assert found is not None
    assert found.kind == "text lost"
    assert text_oracle.judge(words, {"one": trimmed}, {"one": {}}) is None
    assert text_oracle.judge(words, {"one": gave(text("h"), call("a", x="1"))}, {"one": {}}) is not None


def test_without_an_answer_the_pieces_of_text_must_still_stand_in_the_input() -> None:
    words = case("ab<x>cd<y>ef", known=False)
    fine = gave(text("ab"), call(), text("cd"), call(), text("ef"))
    assert text_oracle.judge(words, {"one": fine}, STANCES) is None
    for events in [
        (text("b"), call(), text("ef")),
        (text("ab"), call(), text("e")),
        (text("ab"), call(), text("dc"), call(), text("ef")),
        (text("ab"),),
    ]:
        assert text_oracle.judge(words, {"one": gave(*events)}, STANCES) is not None


def test_lost_text_has_one_name_whether_the_answer_is_known_or_not() -> None:
    words = case("ab<x>cd<y>ef", known=False)
    for events in [
        (text("b"), call(), text("ef")),
        (text("ab"), call(), text("e")),
        (text("ab"), call(), text("d<>"), call(), text("ef")),
        (text("ab"),),
    ]:
        found = text_oracle.judge(words, {"one": gave(*events)}, STANCES)
        assert found is not None
        assert found.kind == "text lost"
    found = text_oracle.judge(words, {"one": gave(text("aba"), call(), text("ef"))}, STANCES)
    assert found is not None
    assert found.kind == "text added"


def test_targets_that_give_the_same_agree() -> None:
    assert agreement.judge(case(), {"one": gave(*RIGHT), "two": gave(*RIGHT)}, STANCES) is None


def test_the_odd_one_out_is_named_and_of_two_both_are() -> None:
    other = gave(text("hi "))
    found = agreement.judge(case(), {"one": gave(*RIGHT), "two": other, "three": gave(*RIGHT)}, STANCES)
    assert found is not None
    assert (found.targets, found.kind) == (("two",), "call missing")
    outcomes = {"one": other, "two": gave(*RIGHT), "three": gave(*RIGHT)}
    found = agreement.judge(case(), outcomes, STANCES)
    assert found is not None
    assert (found.targets, found.kind) == (("one",), "call missing")
    found = agreement.judge(case(), {"one": gave(*RIGHT), "two": other}, STANCES)
    assert found is not None
    assert found.targets == ("one", "two")


def test_targets_are_not_compared_where_a_policy_that_matters_is_open_or_answered_otherwise() -> None:
    outcomes = {"one": gave(*RIGHT), "two": gave(text("hi "))}
    hanging = case(relies_on=("missing_opener",))
    for stance in ({}, {"missing_opener": "text"}):
        stances = {"one": ALL, "two": stance}
        assert agreement.judge(hanging, outcomes, stances) is None
        assert agreement.judge(case(), outcomes, stances) is not None


def test_a_difference_of_policy_asks_for_a_run_under_equal_policies() -> None:
    outcomes = {"one": gave(*RIGHT), "two": gave(text("hi ")), "three": gave(*RIGHT)}
    stances = {"one": ALL, "two": {**ALL, "missing_opener": "text"}, "three": ALL}
    settable = {"one": (), "two": ("missing_opener",), "three": ("missing_opener",)}
    hanging = case(relies_on=("missing_opener",))
    assert agreement.equalising(hanging, outcomes, stances, settable) == {"two": {"missing_opener": "repair"}}
    same = {**outcomes, "two": gave(*RIGHT)}
    assert agreement.equalising(hanging, same, stances, settable) is None
    assert agreement.equalising(hanging, outcomes, stances, {"one": (), "two": (), "three": ()}) is None


def test_what_no_answer_may_hold_is_a_crash_of_kind_value() -> None:
    for reading in (
        Reading(calls=(Call("a", arguments_raw="{"),)),
        Reading(calls=(Call("a", input="{}"),)),
        Reading(calls=(Call("\udc00", input={}),)),
        Reading(text="\ud83d"),
    ):
        found = crash.judge(case(), {"one": gave(batch=reading)}, STANCES)
        assert found is not None
        assert found.kind == "value"
