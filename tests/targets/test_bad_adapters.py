"""PROTOCOL, "What the harness does about a bad adapter", row by row."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.errors import TargetUnavailable
from harness.model import Case
from harness.targets import Limits, Target

QUICK = Limits(run=0.5, alone=1.0)


# ---------------------------------------------------------------- no or wrong hello


def unavailable(name: str, hint: str = "adapter's fault", **limits: float) -> TargetUnavailable:
    target = Target(name, Limits(**limits))
    with pytest.raises(TargetUnavailable) as caught:
        target.open()
    assert [fault.whose for fault in target.faults] == ["adapter"]
    assert hint in caught.value.hint
    return caught.value


def test_an_adapter_that_never_says_hello_is_unavailable_with_its_last_words(
    adapter: Callable[..., str],
) -> None:
    error = unavailable(adapter("silent"), hello=0.5)
    assert "did not say hello (no answer within 0.5 s)" in error.message
    assert "thinking about it" in error.stderr


def test_another_protocol_number_is_named_in_the_message(adapter: Callable[..., str]) -> None:
    assert "speaks protocol 2, the harness speaks 1" in unavailable(adapter("other_protocol")).message


def test_a_hello_without_a_required_member_is_unavailable(adapter: Callable[..., str]) -> None:
    assert "missing required field `name`" in unavailable(adapter("nameless")).message


def test_an_adapter_that_dies_before_hello_is_unavailable_and_leaves_nothing(
    adapter: Callable[..., str],
) -> None:
    error = unavailable(adapter("leaves_children"))
    assert "ended before it said hello (exit status 1): no model found" in error.message


def test_a_line_before_hello_is_no_hello(adapter: Callable[..., str]) -> None:
    unavailable(adapter("early"))


def test_a_program_that_is_not_there_is_unavailable() -> None:
    assert "can't be started" in unavailable("cmd:./no-such-adapter", "is the command right").message


def test_a_program_that_is_no_adapter_is_unavailable() -> None:
    assert "'hello'" in unavailable(f"cmd:{sys.executable} -c 'print(\"hello\")'").message


# ---------------------------------------------------------------- against the protocol


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("wrong_seq", "with seq"),
        ("two_answers", "two lines for one request"),
        ("not_json", "not JSON"),
        ("not_schema", "Expected `str`, got `int`"),
        ("huge", "longer than 1 MiB"),
    ],
)
def test_a_breach_of_the_protocol_costs_a_restart_and_then_the_target(
    adapter: Callable[..., str], cases: Callable[..., list[Case]], script: str, words: str
) -> None:
    with Target(adapter(script), Limits(answer=1 << 20)) as target:
        with pytest.raises(TargetUnavailable, match="restarted before") as caught:
            target.run(cases("a", "b"))
        assert words in caught.value.message
        assert len(target.faults) == 2
        assert target.faults[0].message.endswith("; restarted")
        assert all(fault.whose == "adapter" for fault in target.faults)
        with pytest.raises(TargetUnavailable):
            target.submit(cases("a"))


def test_after_one_restart_an_adapter_that_behaves_answers_for_the_same_cases(
    adapter: Callable[..., str], cases: Callable[..., list[Case]], tmp_path: Path
) -> None:
    with Target(adapter("wrong_seq_once", str(tmp_path / "mark"))) as target:
        outcomes = target.run(cases("a", "b"))
        assert [outcome.batch.text for outcome in outcomes] == ["a", "b"]
        assert len(target.faults) == 1


def test_a_refused_run_makes_the_target_unavailable_with_the_adapters_words(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("refuses")) as target, pytest.raises(TargetUnavailable, match="no parser for it"):
        target.run(cases("a"))


# ---------------------------------------------------------------- death, hang, memory


def test_a_crash_is_the_outcome_of_its_own_case_only(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("dies_on")) as target:
        outcomes = target.run(cases("a", "DIE", "b", "KILL", "c"))
        assert [outcome.kind for outcome in outcomes] == ["result", "crash", "result", "crash", "result"]
        assert outcomes[1].detail == "exit status 3\nthe parser gave up"
        assert outcomes[3].detail.startswith("SIGSEGV")
        assert [outcome.batch.text for outcome in outcomes[::2]] == ["a", "b", "c"]
        assert target.faults == []
        assert target.run(cases("d"))[0].kind == "result"


def test_a_hang_kills_only_its_own_case(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("hangs_on"), QUICK) as target:
        outcomes = target.run(cases("a", "HANG", "b"))
        assert [outcome.kind for outcome in outcomes] == ["result", "hang", "result"]
        assert outcomes[1].detail == "no answer within 1.0 s"
        assert target.faults == []


def test_memory_past_the_limit_is_the_outcome_of_its_own_case(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("bloats_on"), Limits(memory=200 << 20)) as target:
        outcomes = target.run(cases("a", "BLOAT"))
        assert [outcome.kind for outcome in outcomes] == ["result", "memory"]
        assert "more than 200 MiB" in outcomes[1].detail


def test_one_case_on_a_fresh_child_needs_no_second_trial(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("hangs_on"), Limits(run=1.0, alone=600)) as target:
        target.run(cases("a"))
        target.fresh()
        assert target.run(cases("HANG"))[0].kind == "hang"
        assert target.run(cases("b"))[0].kind == "result"


def test_a_hang_that_is_known_is_confirmed_within_the_shorter_limit(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("hangs_on"), Limits(run=2.0, alone=0.5)) as target:
        details = []
        for _ in range(2):
            target.fresh()
            details.append(target.run(cases("HANG"))[0].detail)
        assert details == ["no answer within 2.0 s", "no answer within 0.5 s"]


def test_a_closed_output_is_a_death(adapter: Callable[..., str], cases: Callable[..., list[Case]]) -> None:
    with Target(adapter("closes_stdout"), Limits(last_words=0.1)) as target:
        assert target.run(cases("a"))[0].kind == "crash"


@pytest.mark.parametrize("script", ["dies_in_company", "hangs_in_company"])
def test_a_batch_that_fails_without_a_guilty_case_is_a_fault_and_its_cases_are_answered(
    adapter: Callable[..., str], cases: Callable[..., list[Case]], script: str
) -> None:
    with Target(adapter(script), QUICK) as target:
        outcomes = target.run(cases("a", "b"))
        assert [outcome.batch.text for outcome in outcomes] == ["a", "b"]
        assert len(target.faults) == 1
        assert "alone, none does" in target.faults[0].message


def test_a_case_that_fails_only_on_a_used_child_is_not_guilty(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("ages")) as target:
        for text in "abcdef":
            assert target.run(cases(text, text))[0].batch.text == text
        assert target.faults
        assert all("alone, none does" in fault.message for fault in target.faults)


def test_too_many_faults_without_a_guilty_case_make_it_unavailable(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("dies_in_company"), Limits(faults=2)) as target:
        target.run(cases("a", "b"))
        target.run(cases("a", "b"))
        with pytest.raises(TargetUnavailable, match="more than 2 batches"):
            target.run(cases("a", "b"))
        assert len(target.faults) == 4
        assert target.facts("dsml").state == "unavailable"


# ---------------------------------------------------------------- what is no fault


def test_a_flood_on_standard_error_blocks_nothing_and_its_end_is_kept(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("loud")) as target:
        assert target.run(cases("a"))[0].batch.text == "a"
        said = target._session.stderr()
        assert len(said) == 64 * 1024
        assert said.endswith("the end\n")


def test_half_a_character_in_an_answer_is_the_parsers_doing(
    adapter: Callable[..., str], cases: Callable[..., list[Case]]
) -> None:
    with Target(adapter("surrogates")) as target:
        outcome = target.run(cases("a"))[0]
        assert outcome.batch.text == "\ud83d"
        assert outcome.batch.calls[0].input == {"x": "\ud83d"}
        assert target.faults == []


@pytest.mark.parametrize(
    ("script", "batch", "streams"),
    [("batch_only", True, 0), ("stream_only", False, 2), ("whole_only", True, 2)],
)
def test_a_target_is_asked_only_for_what_it_promises(
    adapter: Callable[..., str], cases: Callable[..., list[Case]], *, script: str, batch: bool, streams: int
) -> None:
    with Target(adapter(script)) as target:
        outcome = target.run(cases("abc"))[0]
        assert (outcome.batch is not None) == batch
        assert len(outcome.streams) == streams
        if script == "whole_only":
            assert outcome.streams[0].text == "abc"
            assert outcome.streams[1] is None
