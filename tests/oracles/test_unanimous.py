"""Where ``unanimous`` says that oracles need not be asked, they would have said nothing."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, structs

from harness.model import Call, Event, Outcome, ParserError, Reading
from harness.oracles import ORACLES
from harness.oracles.difference import reading_of
from harness.oracles.unanimous import unanimous
from tests.oracles.build import ALL, call, case, gave, text, threw

COMPARING = [oracle for oracle in ORACLES.values() if oracle.compares]

# Few and small, so that equal ones, ones that are nearly equal and wrong ones meet often.
ERRORS = st.sampled_from([None, *map(ParserError, ("declared", "exception", "value"))])
TEXTS = st.sampled_from(["", "a", "b", "é", "\ud83d"])
VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [{}, {"x": 1}, {"x": True}, {"x": 1.0}, {"x": None}, 1, "{}"]
)
CALLS = st.builds(Call, st.sampled_from(["a", "\udc00"]), VALUES) | st.just(Call("a", arguments_raw="{"))
EVENTS = st.lists(st.builds(Event, text=TEXTS) | st.builds(Event, call=CALLS), max_size=2).map(tuple)
READINGS = st.one_of(
    EVENTS.map(reading_of),
    st.builds(
        Reading,
        st.lists(CALLS, max_size=1).map(tuple),
        text=st.none() | TEXTS,
        reasoning=st.none() | TEXTS,
        events=st.none() | EVENTS,
        saw=st.none() | st.booleans(),
        error=ERRORS,
        final=st.none() | st.lists(CALLS, max_size=1).map(tuple),
    ),
)
KINDS = st.sampled_from(["result"] * 6 + ["crash", "hang", "memory", "skipped"])


@st.composite
def outcomes(draw: st.DrawFn) -> dict[str, Outcome]:
    """Draw what three targets gave, out of few readings and few outcomes, so that many are shared."""
    pool: list[Reading | None] = draw(st.lists(READINGS, min_size=1, max_size=2))
    reading = st.sampled_from([*pool * 4, None])
    outcome = st.builds(
        Outcome, KINDS, batch=reading, streams=st.lists(reading, max_size=3).map(tuple), detail=st.just("9")
    )
    gave = st.sampled_from(draw(st.lists(outcome, min_size=1, max_size=2)))
    return {name: draw(gave) for name in draw(st.sampled_from([("one",), ("one", "two"), tuple(ALL)[:3]]))}


@settings(max_examples=300)
@given(outcomes(), st.sampled_from([{}, ALL, {**ALL, "missing_opener": "text"}]))
def test_what_is_unanimous_violates_no_oracle_that_compares(
    gave: dict[str, Outcome], other: dict[str, str]
) -> None:
    stances = {name: other if name == "two" else ALL for name in gave}
    if unanimous(gave):
        for words in (case(), case(relies_on=("missing_opener",)), case(known=False)):
            assert [oracle.judge(words, gave, stances) for oracle in COMPARING] == [None] * len(COMPARING)


def test_one_answer_of_all_targets_is_unanimous_and_nothing_less_is() -> None:
    right = gave(text("hi "), call("a", x="1"))
    assert unanimous({"one": right})
    assert unanimous({"one": right, "two": right})
    assert unanimous({"one": Outcome("result", streams=right.streams)})
    assert unanimous({"one": Outcome("result", streams=right.streams[:1])})
    for wrong in (
        Outcome("hang"),
        Outcome("result", batch=right.batch),
        Outcome("result", streams=(None, None)),
        gave(text("hi "), streams={2: reading_of(())}),
        gave(text("hi "), batch=reading_of(())),
        gave(text("hi "), batch=Reading(text="hi ", error=ParserError("exception"))),
        gave(Event(call=Call("a", UNSET, arguments_raw="{"))),
        gave(text("\ud83d")),
        gave(batch=threw()),
        Outcome("result", streams=(structs.replace(right.streams[0], final=()),) * 3),
        # What the stream does not say, it can't be held against; that it is no answer stands.
        Outcome("result", batch=Reading(text="\ud83d"), streams=(Reading(),) * 2),
    ):
        assert not unanimous({"one": wrong})
        assert not unanimous({"one": wrong, "two": wrong})
        assert not unanimous({"one": right, "two": wrong})
        assert not unanimous({"one": right, "two": right, "three": wrong})
        assert not unanimous({"one": wrong, "two": right})
    assert not unanimous({"one": right, "two": gave(text("ho "), call("a", x="1"))})


def test_the_oracles_that_compare_are_those_that_need_no_answer_to_hold_others_against() -> None:
    assert [oracle.id for oracle in COMPARING] == [
        "crash",
        "final",
        "split",
        "parity",
        "agreement",
    ]
