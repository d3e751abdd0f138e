"""What records say of themselves: chunks, twins of chunkings, the answer for a stance, signatures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.model import (
    LONGEST,
    Answer,
    Case,
    Event,
    Violation,
    encode,
    every_character,
    without_empty_chunks,
)


@given(st.integers(0, 40), st.lists(st.integers(0, 40)))
def test_the_twin_of_a_chunking_is_its_distinct_cuts_within_the_text(length: int, cuts: list[int]) -> None:
    cuts = sorted(cut for cut in cuts if cut <= length)
    twin = without_empty_chunks(tuple(cuts), length)
    assert twin == tuple(sorted({cut for cut in cuts if 0 < cut < length}))
    assert without_empty_chunks(every_character(length), length) == every_character(length)


def test_as_many_cuts_as_characters_may_still_make_empty_chunks() -> None:
    assert without_empty_chunks((0, 1), 3) == (1,)
    assert without_empty_chunks((1, 1), 3) == (1,)
    assert without_empty_chunks((2, 3), 3) == (2,)


@pytest.mark.parametrize("length", [0, 1, 2, 9, LONGEST - 1, LONGEST, LONGEST + 1, LONGEST + 9])
def test_every_character_is_cut_of_short_texts_and_of_long_ones(length: int) -> None:
    assert every_character(length) == tuple(range(1, length))


def test_chunks_lie_between_the_cuts_and_join_to_the_text() -> None:
    case = Case("1:1", "dsml", "abcd")
    assert case.chunks(()) == ["abcd"]
    assert case.chunks((1, 3)) == ["a", "bc", "d"]
    assert case.chunks((0, 2, 2, 4)) == ["", "ab", "", "cd", ""]


def test_the_first_answer_whose_policies_are_all_declared_is_the_one() -> None:
    open_, one, two = (
        Answer((Event(text=name),), assumes)
        for name, assumes in (("x", {}), ("y", {"p": "a", "q": "b"}), ("z", {"p": "b"}))
    )
    case = Case("1:1", "dsml", "", answers=(one, two))
    assert case.answer_for({"p": "a", "q": "b", "r": "c"}) is one
    assert case.answer_for({"p": "b", "q": "b"}) is two
    assert case.answer_for({"p": "a"}) is None
    assert case.answer_for({}) is None
    assert Case("1:1", "dsml", "", answers=(open_, two)).answer_for({"p": "b"}) is open_


def test_a_signature_is_oracle_targets_and_kind() -> None:
    violation = Violation("split", ("b", "a"), "text lost", "told", (1,))
    assert violation.signature == ("split", ("b", "a"), "text lost")


def test_records_are_written_without_what_is_usual() -> None:
    assert encode(Event(text="ä")) == '{"text":"ä"}'.encode()
