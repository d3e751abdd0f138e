"""What a proof covers: its counts are those of brute force, and its chunkings are each there once."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import comb

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.coverage.structure import structural_places
from harness.generate import case_at
from harness.proof.scope import FEWEST, SIZES, Chunkings, sample, spread

TEXTS = (
    "",
    "a",
    "ab",
    "plain words",
    "a\r\nb\nc",
    '<tool_calls><invoke name="a"></invoke></tool_calls>',
    "x &lt; <![CDATA[y]]> <!-- z -->",
    "```json\n{}\n```",
    "<tool_call>\n<function=f>\n<parameter=q>\nx\n</parameter>\n</function>\n</tool_call>",
    "\U0001f1e9\U0001f1ea <|DSML|invoke",
)
PIECES = ("a", "bc", " ", "\n", "\r\n", "<", ">", "</invoke>", "<parameter name='q'>", "&amp;", "```", "]]>")


def by_brute_force(text: str, dialect: str) -> list[tuple[int, ...]]:
    """List all chunkings with at most two cuts of which a proof speaks, by trying all there are."""
    structural = set(structural_places(text, dialect))
    inside = range(1, len(text))
    found: list[tuple[int, ...]] = [(), *((cut,) for cut in inside)]
    return [*found, *(pair for pair in combinations(inside, 2) if structural.issuperset(pair))]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.sampled_from(TEXTS))
def test_all_with_at_most_two_cuts_are_those_of_brute_force_and_come_first(text: str) -> None:
    for dialect in ("dsml", "qwen"):
        chunkings = Chunkings(text, dialect)
        fed, scope = list(chunkings), chunkings.scope
        assert scope.complete
        few = [cuts for cuts in fed if len(cuts) < FEWEST]
        assert few == fed[: len(few)] == by_brute_force(text, dialect)
        assert len(few) == 1 + scope.singles + scope.pairs
        assert (scope.singles, scope.pairs) == (max(0, len(text) - 1), comb(scope.places, 2))
        assert len(fed) == len(set(fed)) == scope.fed
        assert fed == sorted(fed, key=lambda cuts: (len(cuts), cuts))


@settings(max_examples=12)
@given(st.integers(0, 300))
def test_no_chunking_has_an_empty_chunk_or_goes_down(index: int) -> None:
    case = case_at(3, index, "dsml")
    for cuts in sample(case.text, structural_places(case.text, "dsml")):
        assert all(a < b for a, b in pairwise((0, *cuts, len(case.text))))


@settings(max_examples=12)
@given(st.integers(0, 300))
def test_the_sample_has_each_structural_place_in_a_chunking_of_each_size(index: int) -> None:
    case = case_at(3, index, "dsml")
    places = structural_places(case.text, "dsml")
    drawn = sample(case.text, places)
    assert drawn == sample(case.text, places)
    assert all(len(cuts) >= FEWEST for cuts in drawn)
    for size in SIZES:
        if size <= len(places):
            of_size = [cuts for cuts in drawn if len(cuts) == size]
            assert set(places) <= {cut for cuts in of_size for cut in cuts}


def test_another_text_of_the_same_structure_draws_other_places_together() -> None:
    texts = ["<tool_calls>", "<TOOL_CALLS>"]
    one, two = (sample(text, structural_places(text, "dsml")) for text in texts)
    assert one != two


@settings(max_examples=60)
@given(st.sampled_from(TEXTS), st.integers(1, 600))
def test_a_budget_is_kept_and_what_it_leaves_out_is_counted(text: str, most: int) -> None:
    whole, limited = Chunkings(text, "dsml"), Chunkings(text, "dsml", most)
    fed, scope = list(limited), limited.scope
    left_out = scope.missed_singles + scope.missed_pairs + scope.missed_sample
    assert len(fed) == len(set(fed)) == scope.fed == min(most, whole.scope.fed)
    assert set(fed) <= set(whole)
    assert scope.fed + left_out == whole.scope.fed
    assert scope.complete == (left_out == 0)


@given(st.integers(0, 50), st.data())
def test_what_a_budget_keeps_lies_evenly(number: int, data: st.DataObject) -> None:
    kept = data.draw(st.integers(0, number))
    picked = list(spread(number, kept))
    assert len(set(picked)) == kept
    assert all(0 <= place < number for place in picked)
    gaps = [b - a for a, b in pairwise(picked)]
    assert not gaps or max(gaps) - min(gaps) <= 1
