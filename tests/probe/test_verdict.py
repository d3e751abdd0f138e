"""What texts show of a policy: one answer, several, or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from harness.dialects.policies import ANSWERS
from harness.model import Event, Reading
from harness.oracles.difference import reading_of
from harness.probe.ask import Ask
from harness.probe.verdict import MIXED, SPLIT, UNCLEAR, UNSEEN, Answer, Tried, decide

NOBODYS = "nobody's answer"
POLICY = "entities"
VALUES = ANSWERS[POLICY]


def tried(text: str, says: dict[str, str], batch: str | None, stream: str | None = None) -> Tried:
    """A text that reads ``says`` under each value, and came out as ``batch`` and as ``stream``."""
    ask = Ask(POLICY, text, (), tuple([(value, (Event(text=word),)) for value, word in says.items()]))
    ways = {"batch": batch, "stream": batch if stream is None else stream}
    shows = {
        way: ask.shown_by(None if word is None else reading_of((Event(text=word),)))
        for way, word in ways.items()
    }
    return Tried(ask, shows)


APART = {"xml": "x", "html": "h", "literal": "l"}
TOGETHER = {"xml": "c", "html": "c", "literal": "l"}


def found(*texts: Tried, declared: str | None = None) -> Answer:
    return decide(POLICY, texts, declared)


@pytest.mark.parametrize("value", VALUES)
def test_a_value_that_all_texts_show_is_found_and_held_against_the_declared_one(value: str) -> None:
    texts = [tried(name, APART, APART[value]) for name in ("bbb", "aa")]
    for declared in VALUES:
        answer = found(*texts, declared=declared)
        assert (answer.found, answer.kept) == (value, value == declared)
    answer = found(*texts)
    assert (answer.found, answer.kept, answer.note) == (value, None, "")
    assert [evidence.text for evidence in answer.texts] == ["aa"]


def test_the_smallest_texts_that_leave_no_other_answer_open_are_shown() -> None:
    narrow = {"xml": "x", "html": "h"}
    answer = found(tried("a", TOGETHER, "c"), tried("ccc", narrow, "x"), tried("bb", narrow, "x"))
    assert answer.found == "xml"
    assert [evidence.text for evidence in answer.texts] == ["a", "bb"]
    alone = found(tried("a", TOGETHER, "c"), tried("ccc", APART, "x"))
    assert [evidence.text for evidence in alone.texts] == ["ccc"]


def test_texts_that_speak_for_different_answers_are_mixed_and_one_against_the_declared_is_shown() -> None:
    answer = found(tried("a", APART, "x"), tried("bb", APART, "l"), declared="xml")
    assert (answer.found, answer.kept) == (MIXED, False)
    assert [evidence.text for evidence in answer.texts] == ["bb"]
    assert "literal: 'bb'; xml: 'a'" in answer.note


def test_one_text_that_is_nobodys_answer_decides_nothing() -> None:
    texts = [tried("a", APART, "x"), tried("b", APART, "x"), tried("c", APART, NOBODYS)]
    answer = found(*texts, declared="xml")
    assert (answer.found, answer.kept) == ("xml", True)
    assert answer.note == "1 of 3 texts came out as no answer to it"


def test_texts_that_are_mostly_nobodys_answer_are_unclear() -> None:
    texts = [tried("aa", APART, "x"), tried("b", APART, NOBODYS), tried("c", APART, None)]
    answer = found(*texts, declared="xml")
    assert (answer.found, answer.kept) == (UNCLEAR, False)
    assert [evidence.text for evidence in answer.texts] == ["b"]


def test_answers_that_no_text_tells_apart_are_unclear_unless_one_is_declared() -> None:
    texts = [tried("a", TOGETHER, "c")]
    assert found(*texts).found == UNCLEAR
    assert found(*texts, declared="literal").found == UNCLEAR
    assert found(*texts, declared="html").found == "html"


def test_two_modes_that_answer_otherwise_are_told() -> None:
    answer = found(tried("a", APART, "x"), tried("bb", APART, "x", "l"), declared="xml")
    assert (answer.found, answer.kept) == (SPLIT, False)
    assert [evidence.text for evidence in answer.texts] == ["bb"]
    assert answer.note == "batch: xml; stream: mixed"


def test_that_the_cuts_change_an_answer_is_noted_and_decides_nothing() -> None:
    one = tried("a", APART, "x")
    answer = found(one, structs.replace(one, ragged=True), declared="xml")
    assert (answer.found, answer.kept) == ("xml", True)
    assert answer.note == "one character at a time, 1 of 2 texts come out otherwise"


def test_without_texts_nothing_is_seen_and_nothing_broken() -> None:
    assert (found(declared="xml").found, found(declared="xml").kept) == (UNSEEN, None)


def test_a_value_that_a_text_says_nothing_of_is_not_spoken_against_by_it() -> None:
    texts = [tried("a", {"xml": "x", "literal": "l"}, "x"), tried("b", APART, "h"), tried("c", APART, "h")]
    assert found(*texts).found == "html"


WORDS = st.sampled_from(["x", "h", "l", "c", NOBODYS, None])
TRIED = st.lists(
    st.builds(tried, st.text("ab", min_size=1), st.sampled_from([APART, TOGETHER]), WORDS, WORDS), max_size=5
)


@given(TRIED, st.none() | st.sampled_from(VALUES))
def test_a_value_that_is_found_is_shown_by_a_text_and_nothing_else_is_ever_said(
    texts: list[Tried], declared: str | None
) -> None:
    answer = found(*texts, declared=declared)
    assert answer.found in {*VALUES, MIXED, UNCLEAR, SPLIT, UNSEEN}
    if answer.found in VALUES:
        assert any(answer.found in one.shows["batch"] for one in texts)
        against = [
            one
            for one in texts
            for way in one.shows
            if one.shows[way] and answer.found in one.ask.values - one.shows[way]
        ]
        assert not against
    assert answer.kept is (None if declared is None or answer.found == UNSEEN else answer.found == declared)


def test_reasoning_and_white_space_are_compared_where_they_are_the_question() -> None:
    route = Ask("reasoning", "", (), (("route", (Event(reasoning="a"),)), ("ignore", (Event(text="a"),))))
    assert route.shown_by(Reading(text="", reasoning="a")) == {"route"}
    assert route.shown_by(Reading(text="a", reasoning="a")) == frozenset()
    exact = Ask("space_around_calls", "", (), (("exact", (Event(text="a "),)),))
    assert exact.shown_by(Reading(text="a")) == frozenset()
    assert exact.shown_by(Reading(text="a ")) == {"exact"}


def test_texts_without_an_answer_are_counted_beside_what_the_others_show() -> None:
    texts = [tried(name, APART, "x") for name in ("a", "bb", "ccc")]
    gone = [structs.replace(tried(name, APART, None), end=f"crash: {name}") for name in ("d", "e")]
    answer = found(*texts, *gone)
    assert (answer.found, answer.silent, answer.end) == ("xml", 2, "crash: d")
    assert answer.note.endswith("2 of 5 texts ended without an answer, the first: crash: d")
    assert (found(*texts).silent, found(*texts).end) == (0, "")
