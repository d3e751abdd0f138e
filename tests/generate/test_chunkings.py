"""The chunk plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.dialects.dsml import DSML
from harness.generate.chunkings import LONGEST, plan
from harness.generate.pen import Pen
from harness.generate.source import Seeded

if TYPE_CHECKING:
    from harness.model import Case


def test_every_plan_has_five_chunkings_whole_first_then_every_character(cases: list[Case]) -> None:
    for case in cases:
        whole, every, *rest = case.chunkings
        assert whole == ()
        assert every == tuple(range(1, len(case.text)))
        assert len(rest) == 3


def test_cuts_do_not_decrease_stay_in_the_text_and_join_to_it(cases: list[Case]) -> None:
    for case in cases:
        for chunking in case.chunkings:
            assert list(chunking) == sorted(chunking)
            assert not chunking or 0 <= chunking[0] <= chunking[-1] <= len(case.text)
            assert "".join(case.chunks(chunking)) == case.text


def test_empty_chunks_come_and_few_cuts_come(cases: list[Case]) -> None:
    drawn = [chunking for case in cases for chunking in case.chunkings[2:]]
    assert sum(len(set(cuts)) < len(cuts) for cuts in drawn) / len(drawn) > 0.1
    assert sum(len(cuts) == 1 for cuts in drawn) / len(drawn) > 0.1
    assert sum(not cuts for cuts in drawn) / len(drawn) < 0.15


def test_aimed_cuts_fall_into_markup(cases: list[Case]) -> None:
    def near(case: Case, cut: int) -> bool:
        return any(character in "<>&]`/\"'|!" for character in case.text[max(cut - 3, 0) : cut + 2])

    aimed = [(case, cut) for case in cases for chunking in case.chunkings[2:4] for cut in chunking]
    random = [(case, cut) for case in cases for cut in case.chunkings[4]]
    hits = sum(near(*pair) for pair in aimed) / len(aimed)
    assert hits > 0.6
    assert hits > sum(near(*pair) for pair in random) / len(random) + 0.2


@given(
    st.text(max_size=3) | st.integers(LONGEST - 1, LONGEST + 2).map(lambda n: "x" * n), st.integers(0, 999)
)
@settings(max_examples=100, deadline=None)
def test_very_short_and_very_long_texts_have_a_plan_too(text: str, index: int) -> None:
    for chunking in plan(Pen(Seeded(0, index), DSML.tokens, ("x",)), text):
        assert list(chunking) == sorted(chunking)
        assert not chunking or 0 <= chunking[0] <= chunking[-1] <= len(text)
    assert plan(Pen(Seeded(0, index), DSML.tokens, ("x",)), text)[1] == tuple(range(1, len(text)))
