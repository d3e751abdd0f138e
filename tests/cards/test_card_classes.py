"""A fault has a class and a title, made of nothing but its traits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.cards.classes import bug_class
from harness.cards.titles import title
from harness.cards.traits import Traits
from harness.oracles import ORACLES


def of(oracle: str, shape: str, place: str = "", *needs: str) -> Traits:
    return Traits(oracle, ("one",), shape, place, needs)


@pytest.mark.parametrize(
    ("traits", "name"),
    [
        (of("split", "call missing", "in opener"), "chunk-boundary-loss"),
        (of("split", "text added", "in opener"), "chunk-boundary-duplication"),
        (of("crash", "hang"), "superlinear-time"),
        (of("crash", "memory"), "unbounded-memory"),
        (of("crash", "exception: IndexError", "in opener"), "crash-exception"),
        (of("truth", "argument: text to scalar"), "wrong-type-coercion"),
        (of("truth", "argument: prefix", "", "cdata"), "delimiter-in-value"),
        (of("truth", "argument: other text", "", "entities"), "entity-escaping"),
        (of("truth", "argument: trimmed"), "whitespace-damage"),
        (of("truth", "call missing", "", "blocks:2+"), "multiple-calls-merged"),
        (of("fabrication", "call extra", "", "fence"), "fence-example-executed"),
        (of("parity", "call missing", "", "policy:missing_opener"), "missing-wrapper"),
        (of("text", "text lost"), "text-loss"),
        (of("leak", "markup in the text"), "markup-leak"),
        (of("drift", "drift read in part"), "case/format-drift"),
        (of("isolation", "streams fed in turn mix"), "other"),
    ],
)
def test_the_class_is_that_under_which_public_reports_are_filed(traits: Traits, name: str) -> None:
    assert bug_class(traits) == name


def test_a_title_says_what_is_wrong_where_it_is_cut_and_what_it_takes() -> None:
    assert title(of("split", "call missing", "in opener")) == (
        "split: call missing when a cut lies inside an opening tag"
    )
    assert title(of("truth", "argument: prefix", "", "cdata")) == "truth: argument: prefix, only with cdata"
    assert title(of("split", "text lost", "an empty chunk")) == "split: text lost with an empty chunk"


@settings(max_examples=50)
@given(
    st.sampled_from(sorted(ORACLES)),
    st.text(min_size=1, max_size=20),
    st.text(max_size=20),
    st.lists(st.text(min_size=1, max_size=8), max_size=6),
)
def test_whatever_the_traits_are_there_is_a_class_and_a_title_of_one_line(
    oracle: str, shape: str, place: str, needs: list[str]
) -> None:
    traits = of(oracle, shape, place, *needs)
    assert bug_class(traits)
    assert title(traits).startswith(f"{oracle}: ")
