"""The chunk plan, the deeper one, and the names of what chunkings try."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.dialects.dsml import DSML
from harness.generate import case_at
from harness.generate.chunkings import kinds, plan
from harness.generate.chunkings.deep import MOST
from harness.generate.chunkings.kinds import KINDS
from harness.generate.pen import Pen
from harness.generate.source import Seeded
from harness.model import LONGEST, Case, Chunking, every_character, without_empty_chunks

GRAMMAR = DSML.grammar
SEED = 31

# Texts in which everything is somewhere, and any others.
TEXTS = st.lists(
    st.sampled_from(
        [
            *DSML.tokens,
            "x",
            "\r\n",
            "e\u0301",
            "\U0001f469\u200d\U0001f4bb",
            "&amp;",
            '\\"',
            " \n",
            '<invoke name="q">a</invoke>',
        ]
    )
    | st.text(max_size=4),
    max_size=30,
).map("".join)


@pytest.fixture(scope="module")
def deep_cases() -> list[Case]:
    return [case_at(SEED, index, "dsml", deep=True) for index in range(600)]


def planned(text: str, index: int, *, deep: bool = False) -> tuple[Chunking, ...]:
    return plan(Pen(Seeded(0, index), DSML.tokens, ("x",)), text, grammar=GRAMMAR, deep=deep)


def test_every_plan_has_five_chunkings_whole_first_then_every_character(cases: list[Case]) -> None:
    for case in cases:
        whole, every, *rest = case.chunkings
        assert whole == ()
        assert every == tuple(range(1, len(case.text)))
        assert len(rest) == 3


def test_cuts_do_not_decrease_stay_in_the_text_and_join_to_it(
    cases: list[Case], deep_cases: list[Case]
) -> None:
    for case in (*cases, *deep_cases):
        for chunking in case.chunkings:
            assert list(chunking) == sorted(chunking)
            assert not chunking or 0 <= chunking[0] <= chunking[-1] <= len(case.text)
            assert "".join(case.chunks(chunking)) == case.text


@given(text=TEXTS, index=st.integers(0, 999), deep=st.booleans())
@settings(max_examples=300, deadline=None)
def test_what_has_empty_chunks_stands_beside_its_twin(text: str, index: int, *, deep: bool) -> None:
    chunkings = planned(text, index, deep=deep)
    for chunking in chunkings:
        assert without_empty_chunks(chunking, len(text)) in chunkings


def test_every_case_of_a_campaign_has_the_twins(cases: list[Case], deep_cases: list[Case]) -> None:
    for case in (*cases, *deep_cases):
        twins = {without_empty_chunks(chunking, len(case.text)) for chunking in case.chunkings}
        assert twins <= set(case.chunkings)


@given(TEXTS, st.lists(st.integers(0, 30), max_size=12))
def test_a_twin_has_the_same_chunks_but_the_empty_ones(text: str, cuts: list[int]) -> None:
    case = Case("x", "dsml", text)
    chunking = tuple(sorted(min(cut, len(text)) for cut in cuts))
    twin = without_empty_chunks(chunking, len(text))
    full = [chunk for chunk in case.chunks(chunking) if chunk]
    assert case.chunks(twin) == (full or [""])


@given(st.integers(0, 600) | st.integers(LONGEST - 2, LONGEST + 2))
def test_one_character_a_chunk_cuts_a_text_of_any_length_everywhere(length: int) -> None:
    assert every_character(length) == tuple(range(1, length))


def test_empty_chunks_come_everywhere_and_few_cuts_come(cases: list[Case]) -> None:
    drawn = [(chunking, len(case.text)) for case in cases for chunking in case.chunkings[2:]]
    empty = [(cuts, length) for cuts, length in drawn if without_empty_chunks(cuts, length) != cuts]
    assert len(empty) / len(drawn) > 0.1
    assert sum(cuts[0] == 0 for cuts, _ in empty) / len(empty) > 0.2
    assert sum(cuts[-1] == length for cuts, length in empty) / len(empty) > 0.2
    assert sum(0 < len(set(cuts) - {0, length}) < len(cuts) for cuts, length in empty) / len(empty) > 0.2
    assert sum(len(cuts) == 1 for cuts, _ in drawn) / len(drawn) > 0.1
    assert sum(not cuts for cuts, _ in drawn) / len(drawn) < 0.15


def test_aimed_cuts_fall_into_markup(cases: list[Case]) -> None:
    def near(case: Case, cut: int) -> bool:
        return any(character in "<>&]`/\"'|!" for character in case.text[max(cut - 3, 0) : cut + 2])

    aimed = [(case, cut) for case in cases for chunking in case.chunkings[2:4] for cut in chunking]
    random = [
        (case, cut)
        for case in cases
        for cut in case.chunkings[4]
        if without_empty_chunks(case.chunkings[4], len(case.text)) != case.chunkings[2]
    ]
    hits = sum(near(*pair) for pair in aimed) / len(aimed)
    assert hits > 0.6
    assert hits > sum(near(*pair) for pair in random) / len(random) + 0.2


@given(
    text=st.text(max_size=3) | st.integers(LONGEST - 1, LONGEST + 2).map(lambda n: "x" * n),
    index=st.integers(0, 999),
    deep=st.booleans(),
)
@settings(max_examples=100, deadline=None)
def test_very_short_and_very_long_texts_have_a_plan_too(text: str, index: int, *, deep: bool) -> None:
    chunkings = planned(text, index, deep=deep)
    for chunking in chunkings:
        assert list(chunking) == sorted(chunking)
        assert not chunking or 0 <= chunking[0] <= chunking[-1] <= len(text)
    assert chunkings[1] == tuple(range(1, len(text)))


def test_deep_is_the_same_text_with_the_same_five_and_more(deep_cases: list[Case]) -> None:
    for index, case in enumerate(deep_cases):
        flat = case_at(SEED, index, "dsml")
        assert (case.text, case.answers, case.chunkings[:5]) == (flat.text, flat.answers, flat.chunkings)


def test_deep_is_twenty_to_thirty_chunkings_none_of_them_twice(deep_cases: list[Case]) -> None:
    with_block = [case for case in deep_cases if len(GRAMMAR.tag.findall(case.text)) > 3]
    assert len(with_block) > 300
    assert all(20 <= len(case.chunkings) <= 34 for case in with_block)
    assert sum(len(case.chunkings) for case in with_block) / len(with_block) <= 30
    for case in deep_cases:
        assert len(set(case.chunkings[5:])) == len(case.chunkings) - 5
        assert not set(case.chunkings[5:]) & set(case.chunkings[:5])


def test_a_long_text_gets_no_million_cuts() -> None:
    text = '<tool_calls><invoke name="a">\r\n&lt; ok' * 4_000
    _, every, *rest = planned(text, 1, deep=True)
    assert len(every) == len(text) - 1
    assert len(rest) <= 32
    assert all(len(chunking) <= 2 * MOST + 2 for chunking in rest)


def test_every_kind_comes_with_deep_and_none_is_unheard_of(deep_cases: list[Case]) -> None:
    seen: set[str] = set()
    for case in deep_cases[:200]:
        for chunking in case.chunkings:
            seen |= kinds(case.text, chunking, GRAMMAR)
    assert seen == set(KINDS)


TEXT = 'Hi <tool_calls><invoke name="a">v&lt;</invoke></tool_calls>\r\n'
OPENER, INVOKE, VALUE, CLOSER, LAST, END = (3, 15, 32, 37, 46, 59)


def test_the_text_of_these_examples_is_where_they_think() -> None:
    edges = (OPENER, INVOKE, VALUE, CLOSER, LAST, END)
    assert Case("x", "dsml", TEXT).chunks(edges) == [
        "Hi ",
        "<tool_calls>",
        '<invoke name="a">',
        "v&lt;",
        "</invoke>",
        "</tool_calls>",
        "\r\n",
    ]


@pytest.mark.parametrize(
    ("cuts", "expected"),
    [
        ((), {"chunk:whole"}),
        ((0,), {"chunk:whole", "chunk:empty-start"}),
        ((len(TEXT),), {"chunk:whole", "chunk:empty-end"}),
        ((1, 1), {"chunk:two", "chunk:empty-between"}),
        ((OPENER, INVOKE), {"cut:tag-border", "chunk:opener-alone"}),
        ((INVOKE,), {"chunk:two", "cut:tag-border", "chunk:prose-and-opener"}),
        ((OPENER + 4,), {"chunk:two", "cut:in-tag", "cut:in-name"}),
        ((INVOKE + 9,), {"chunk:two", "cut:in-tag"}),
        ((INVOKE + 9, INVOKE + 12), {"cut:in-tag", "cut:in-pieces"}),
        ((CLOSER, END), {"cut:tag-border", "chunk:end-and-start", "chunk:white-space"}),
        ((CLOSER + 3, LAST + 5), {"cut:in-tag", "cut:in-name", "chunk:end-and-start"}),
        ((VALUE + 1,), {"chunk:two", "cut:in-value", "chunk:tail-and-closer"}),
        ((VALUE + 3,), {"chunk:two", "cut:in-value", "cut:entity", "chunk:tail-and-closer"}),
        ((END + 1,), {"chunk:two", "cut:crlf", "chunk:white-space"}),
    ],
)
def test_a_chunking_is_named_by_what_it_tries(cuts: Chunking, expected: set[str]) -> None:
    assert kinds(TEXT, cuts, GRAMMAR) == expected


DEEP = 'e\u0301 <tool_calls><invoke name="a">v&lt;</invoke></tool_calls>\r\n'


@pytest.mark.parametrize(
    ("what", "cuts"),
    [
        ("every tag border", (3, 15, 32, 37, 46, 59)),
        ("an opener alone", (3, 15)),
        ("prose and opener", (15,)),
        ("inside the grapheme", (1,)),
        ("inside the line end", (60,)),
        ("inside entity and line end", (34, 35, 36, 60)),
        ("white space alone", (2, 3, 22, 23, 59)),
        ("pieces of two", tuple(range(2, 61, 2))),
        ("pieces of seven", tuple(range(7, 61, 7))),
    ],
)
def test_deep_holds_what_needs_no_choice(what: str, cuts: Chunking) -> None:
    for index in range(20):
        assert cuts in planned(DEEP, index, deep=True), what


@pytest.mark.parametrize(
    ("what", "cuts"),
    [
        ("each place of one tag", tuple(range(4, 15))),
        ("two end tags at once", (37, 59)),
        ("two end tags, both cut", (40, 50)),
        ("tail of a value", (33,)),
        ("tail of a value, then the rest", (33, 46)),
        ("just behind a tag's first character", (4,)),
        ("a border alone", (46,)),
    ],
)
def test_deep_may_hold_each_of_these(what: str, cuts: Chunking) -> None:
    assert any(cuts in planned(DEEP, index, deep=True)[5:] for index in range(1_000)), what


def test_deep_has_empty_chunks_at_every_cut() -> None:
    for index in range(20):
        assert any(
            chunking.count(cut) > 1
            for chunking in planned(DEEP, index, deep=True)[5:]
            if chunking[:1] == (0,) and chunking[-1] == len(DEEP)
            for cut in chunking
        )


@pytest.mark.parametrize(
    ("text", "cut", "kind"),
    [
        ("x]]>y", 2, "cut:cdata-end"),
        ("x]]>y", 3, "cut:cdata-end"),
        ("<![CDATA[", 3, "cut:cdata-start"),
        ("<!-- -->", 2, "cut:comment"),
        ("<!-- -->", 6, "cut:comment"),
        ("a\n```\n", 3, "cut:fence"),
        ("\\n", 1, "cut:escape"),
        ("\\u0041", 4, "cut:escape"),
        ("e\u0301", 1, "cut:grapheme"),
        ("\u2764\ufe0f", 1, "cut:grapheme"),
        ("\U0001f469\u200d\U0001f4bb", 2, "cut:grapheme"),
        ("\U0001f44b\U0001f3fd", 1, "cut:grapheme"),
        ("\U0001f1e9\U0001f1ea", 1, "cut:grapheme"),
    ],
)
def test_a_cut_is_named_by_what_it_cuts(text: str, cut: int, kind: str) -> None:
    assert kind in kinds(text, (cut,), GRAMMAR)
    assert kind not in kinds(text, (), GRAMMAR)


def test_sizes_and_tokens_are_seen() -> None:
    assert "chunk:fixed" in kinds("abcdefg", (2, 4, 6), GRAMMAR)
    assert "chunk:fixed" not in kinds("abcdefg", (2, 4, 5), GRAMMAR)
    assert "chunk:one-character" in kinds("abc", (1, 2), GRAMMAR)
    assert "chunk:token-like" in kinds("one two, three", (4, 7, 9), GRAMMAR)
    assert "chunk:token-like" not in kinds("one two, three", (4, 6, 9), GRAMMAR)
    assert "chunk:token-like" not in kinds("1 " * 50, (2, 4, 6), GRAMMAR)
