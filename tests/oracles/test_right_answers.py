"""What is right never breaks an oracle, whatever the generator draws and whatever a parser declares."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from harness.dialects import by_name
from harness.dialects.policies import ANSWERS
from harness.generate import case_at
from harness.model import Case, Event, Outcome, Policies
from harness.oracles import ORACLES
from harness.oracles.difference import reading_of

CASES = st.builds(case_at, st.integers(0, 2**32 - 1), st.integers(0, 10_000), st.just("dsml"))
DEFAULTS = {**by_name("dsml").policies, "reasoning": "ignore"}
STANCES = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in ANSWERS.items()}
)


def right(case: Case, stance: Policies) -> Outcome | None:
    """Give the right outcome for a stance, where there is one."""
    answer = case.answer_for(stance)
    if answer is None:
        return None
    calls = [event.call for event in answer.events if event.call]
    reading = reading_of(answer.events, saw=by_name("dsml").saw_tool_syntax(case.text, calls))
    reading = structs.replace(reading, second_finish=())
    return Outcome("result", batch=reading, streams=tuple(reading for _ in case.chunkings))


@given(CASES, STANCES)
def test_the_right_answer_for_a_stance_breaks_no_oracle(case: Case, more: dict[str, str]) -> None:
    stances: dict[str, Policies] = {"default": DEFAULTS, "other": {**DEFAULTS, **more}}
    outcomes = {name: outcome for name, stance in stances.items() if (outcome := right(case, stance))}
    for oracle in ORACLES.values():
        assert oracle.judge(case, outcomes, stances) is None, oracle.id


@given(CASES)
def test_a_text_that_comes_out_whole_breaks_only_the_oracles_of_calls(case: Case) -> None:
    whole = reading_of((Event(text=case.text),) if case.text else ())
    outcome = Outcome("result", batch=whole, streams=tuple(whole for _ in case.chunkings))
    broken = {
        oracle.id
        for oracle in ORACLES.values()
        if oracle.judge(case, {"one": outcome}, {"one": DEFAULTS}) is not None
    }
    assert not broken & {"crash", "finish", "split", "parity", "leak", "fabrication", "agreement"}
    if case.knowledge == "underived":
        assert not broken
