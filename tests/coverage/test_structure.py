"""The structure of texts: which places of a text are structural, and what is said of each."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.coverage.structure import (
    CONTEXTS,
    KINDS,
    Place,
    described_places,
    items,
    structural_places,
)
from harness.dialects import by_name
from harness.generate import case_at
from harness.generate.chunkings.places import CDATA_END, CDATA_START, CRLF, ENTITY, borders, inner, spans


def test_of_ordinary_text_nothing_is_structural() -> None:
    assert structural_places("Just some words, and 1 > 0.", "dsml") == ()


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a\nb", (1, 2)),
        ("a\r\nb", (1, 2, 3)),
        ("ab&lt;cd", (2, 3, 4, 5, 6)),
        ("ab</invoke>c", tuple(range(2, 12))),
        ("<invoke>", tuple(range(1, 8))),
        ("a```b", (1, 2, 3, 4)),
        ("ab]]>c", (2, 3, 4, 5)),
        ("a <b c", (2, 3, 4)),  # what begins like a tag, up to the blank
    ],
)
def test_structural_are_the_borders_and_the_inside_of_what_means_something_as_a_whole(
    text: str, places: tuple[int, ...]
) -> None:
    assert structural_places(text, "dsml") == places


@pytest.mark.parametrize("dialect", ["dsml", "qwen"])
def test_every_place_in_and_around_every_tag_of_generated_texts_is_structural(dialect: str) -> None:
    grammar = by_name(dialect).grammar
    for index in range(60):
        text = case_at(5, index, dialect).text
        found = {*structural_places(text, dialect), 0, len(text)}
        for pattern in (grammar.tag, ENTITY, CDATA_START, CDATA_END, CRLF):
            lying = [span for span in spans(pattern, text) if not _swallowed(span, text, dialect)]
            assert found.issuperset(inner(lying))
            assert found.issuperset(borders(lying))


def _swallowed(span: tuple[int, int], text: str, dialect: str) -> bool:
    """Tell that another item begins before this one and ends in it, as a backslash before an entity does."""
    return any(start < span[0] < end < span[1] for start, end, _ in items(text, dialect))


@settings(max_examples=40)
@given(st.integers(0, 400), st.sampled_from(["dsml", "qwen"]))
def test_each_structural_place_is_described_in_known_words(index: int, dialect: str) -> None:
    text = case_at(9, index, dialect).text
    described = described_places(text, dialect)
    assert tuple(sorted(described)) == structural_places(text, dialect)
    for place in described.values():
        assert place.kind in KINDS
        assert {place.before, place.after} <= set(CONTEXTS)


def test_what_stands_beside_a_place_is_what_is_said() -> None:
    text = 'Hi\n<tool_calls><invoke name="a"><parameter name="b"> x&lt;y</parameter>'
    at = text.index
    described = described_places(text, "dsml")
    assert described[at("<tool") + 3] == Place("in wrapper opener", "white space", "tag")
    assert described[at("<invoke")] == Place("tag border", "tag", "tag")
    assert described[at("<parameter") + 2] == Place("in parameter opener", "tag", "white space")
    assert described[at(" x")] == Place("tag border", "tag", "white space")
    assert described[at("&lt;")] == Place("mark border", "value", "value")
    assert described[at("&lt;") + 1] == Place("in escape", "value", "value")
    assert described[at("</parameter")] == Place("tag border", "value", "tag")
    assert described[at("</parameter") + 1] == Place("in parameter closer", "value", "edge")
    assert described[at("\n")] == Place("line border", "text", "white space")
    assert described[at("\n") + 1] == Place("tag border", "white space", "tag")


def test_edges_are_told_for_the_inside_of_tags_only() -> None:
    assert described_places("</invoke>", "dsml")[4] == Place("in call closer", "edge", "edge")
    assert described_places("&lt;", "dsml")[2] == Place("in escape", "text", "text")
    assert described_places("<invoke> x", "dsml")[8] == Place("tag border", "tag", "white space")
    assert described_places("a</invoke>", "dsml")[1] == Place("tag border", "text", "tag")


def test_the_border_of_two_items_is_one_place() -> None:
    described = described_places("&lt;</invoke>\n```", "dsml")
    assert described[4] == Place("tag border", "text", "tag")
    assert described[13] == Place("tag border", "tag", "white space")
    assert described[14] == Place("line border", "white space", "text")


def test_a_tag_that_closes_itself_opens_no_value() -> None:
    text = '<parameter name="b"/>x</invoke>'
    assert described_places(text, "dsml")[text.index("x")] == Place("tag border", "tag", "text")
    # In qwen the slash is a letter of the name.
    assert described_places("<parameter=b/>x", "qwen")[14] == Place("tag border", "tag", "value")


def test_the_case_of_a_tag_matters_where_the_dialect_says_so() -> None:
    assert items("<TOOL_CALLS>", "dsml")[0].kind == "wrapper opener"
    assert items("<TOOL_CALL>", "qwen")[0].kind == "near tag"
    assert items("<tool_call>", "qwen")[0].kind == "wrapper opener"
