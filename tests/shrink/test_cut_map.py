"""The cut map, made with rules instead of parsers: what it says is true of all ways that were tried."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.model import Case, Outcome, Reading, Violation
from harness.shrink.cutmap import Seen, cut_map

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Chunking, CutMap, CutRun

BLOCK = '<tool_calls><invoke name="a"><parameter name="b">12</parameter></invoke></tool_calls>'
RIGHT, WRONG = Reading(text="right", events=()), Reading(text="wrong", events=())


def mapped(
    text: str,
    cuts: Chunking,
    rule: Callable[[str, Chunking], bool],
    *,
    oracle: str = "split",
    ends: int | None = None,
    dialect: str = "dsml",
) -> CutMap | None:
    """Map a parser that goes wrong by a rule. Its batch is right; ``ends`` are the cases it has time for."""
    ran = 0

    def look(cases: Sequence[Case]) -> list[Seen]:
        nonlocal ran
        ran += len(cases)
        return [seen(case) for case in cases]

    def seen(case: Case) -> Seen:
        streams = tuple(WRONG if rule(case.text, way) else RIGHT for way in case.chunkings)
        whole = streams[0]
        shows = {
            "split": any(stream is not whole for stream in streams),
            "text": whole is WRONG,
            "crash": WRONG in streams,
        }[oracle]
        return Seen(shows, Outcome("result", RIGHT, streams))

    case = Case("t", dialect, text, ((), cuts) if cuts else ((),))
    violation = Violation(oracle, ("one",), "text lost", "", (len(case.chunkings) - 1,))
    return cut_map(case, violation, look, exhausted=lambda: ends is not None and ran >= ends)


def said(
    text: str,
    cuts: Chunking,
    rule: Callable[[str, Chunking], bool],
    oracle: str = "split",
    dialect: str = "dsml",
) -> str:
    found = mapped(text, cuts, rule, oracle=oracle, dialect=dialect)
    assert found is not None
    return found.sentence


def places(runs: Sequence[CutRun]) -> dict[int, bool]:
    return {at: what == "fail" for first, last, what in runs for at in range(first, last + 1)}


def inside(text: str, cuts: Chunking, piece: str) -> bool:
    at = text.find(piece)
    return at >= 0 and any(at < cut < at + len(piece) for cut in cuts)


def in_closer(text: str, cuts: Chunking) -> bool:
    return inside(text, cuts, "</invoke>")


def test_every_single_cut_and_every_size_is_in_the_map_as_it_was_seen() -> None:
    found = mapped(BLOCK, (3,), lambda text, cuts: inside(text, cuts, "<tool_calls>"))
    assert found is not None
    assert found.whole == "pass"
    assert places(found.single) == {at: 0 < at < 12 for at in range(1, len(BLOCK))}
    assert places(found.sizes) == {size: size < 12 for size in range(1, 65)}
    assert found.exact
    assert all(one[2] != two[2] for one, two in pairwise(found.single))


@pytest.mark.parametrize(
    ("piece", "sentence"),
    [
        ("<tool_calls>", "fails exactly when a cut lies inside the opening tag of a block"),
        ('<invoke name="a">', "fails exactly when a cut lies inside the opening tag of a call"),
        ("</invoke>", "fails exactly when a cut lies inside the closing tag of a call"),
        ("</parameter>", "fails exactly when a cut lies inside the closing tag of a parameter"),
        ("12", "fails exactly when a cut lies inside the value of a parameter"),
    ],
)
def test_the_part_that_a_cut_falls_into_is_named(piece: str, sentence: str) -> None:
    at = BLOCK.find(piece) + 1
    assert said(BLOCK, (at,), lambda text, cuts: inside(text, cuts, piece)) == sentence


def test_the_parts_of_the_other_dialect_are_named_too() -> None:
    text = "<tool_call>\n<function=a>\n</function>\n</tool_call>"
    sentence = said(text, (15,), lambda t, cuts: inside(t, cuts, "<function=a>"), dialect="qwen")
    assert sentence == "fails exactly when a cut lies inside the opening tag of a call"


def test_what_fits_alike_is_told_apart_by_letters_around_the_text() -> None:
    crlf = "\r\n"
    assert said(crlf, (1,), lambda _, cuts: bool(cuts)) == (
        "fails exactly when the text comes in more than one chunk"
    )
    assert said(crlf, (1,), lambda text, cuts: inside(text, cuts, crlf)) == (
        "fails exactly when a cut lies inside a line end of two characters"
    )

    def blank(text: str, cuts: Chunking) -> bool:
        return any(text[a:b].isspace() for a, b in pairwise((0, *cuts, len(text))))

    assert said("a\n", (1,), lambda text, cuts: bool(cuts) and blank(text, cuts)) == (
        "fails exactly when a chunk is nothing but white space"
    )


def test_exactly_is_not_said_where_another_place_fails_or_one_of_the_named_does_not() -> None:
    def rule(_: str, cuts: Chunking) -> bool:
        return bool({2, 4, 5, 6, 40, 43}.intersection(cuts))

    found = mapped(BLOCK, (2,), rule)
    assert found is not None
    assert not found.exact
    assert found.sentence == (
        "fails in 4 of 11 places where a cut lies inside the opening tag of a block, and in 2 others"
    )


def test_where_no_name_comes_near_the_places_are_listed() -> None:
    text = "some words of no meaning, and some more of them"
    assert said(text, (2,), lambda _, cuts: bool({2, 9, 31}.intersection(cuts))) == (
        "fails with a cut behind character 2, 9, 31"
    )
    assert said(text, (2, 9), lambda _, cuts: {2, 9} <= set(cuts) and 31 not in cuts) == (
        "fails with cuts behind characters 2, 9 together"
    )


def test_a_whole_text_that_goes_wrong_is_blamed_where_the_batch_gives_what_the_chunks_give() -> None:
    def long(text: str, cuts: Chunking) -> bool:
        return any(b - a >= 7 for a, b in pairwise((0, *cuts, len(text))))

    found = mapped("abc def", (1,), long)
    assert found is not None
    assert found.whole == "fail"
    assert found.sentence == "fails exactly when a chunk has at least 7 characters"


def test_what_no_cut_changes_is_said_to_fail_however_the_text_is_cut() -> None:
    assert said("abc", (), lambda *_: True, oracle="text") == "fails however the text is cut"


def test_two_cuts_are_varied_one_by_one() -> None:
    def rule(_: str, cuts: Chunking) -> bool:
        return len({2, 5}.intersection(cuts)) > 1

    found = mapped("abcdefgh" * 4, (2, 5), rule)
    assert found is not None
    assert set(places(found.single).values()) == {False}
    assert [varied.fixed for varied in found.varied] == [(5,), (2,)]
    assert [at for at, fails in places(found.varied[0].runs).items() if fails] == [2]
    assert [at for at, fails in places(found.varied[1].runs).items() if fails] == [5]


@given(st.text(alphabet="ab<> \n", min_size=2, max_size=6), st.data())
def test_a_sentence_with_exactly_in_it_is_right_of_all_single_cuts_and_pairs(
    text: str, data: st.DataObject
) -> None:
    ways = [(), *combinations(range(1, len(text)), 1), *combinations(range(1, len(text)), 2)]
    failing = data.draw(st.sets(st.sampled_from(ways[1:]), min_size=1))
    guilty = min(failing)
    found = mapped(text, guilty, lambda _, cuts: cuts in failing)
    assert found is not None
    assert places(found.single) == {at: (at,) in failing for at in range(1, len(text))}
    if found.exact and found.sentence.endswith("more than one chunk"):
        assert set(ways[1:]) == failing
    if found.exact and found.sentence.endswith("nothing but white space") and "behind" not in found.sentence:
        blank = {way for way in ways if any(text[a:b].isspace() for a, b in pairwise((0, *way, len(text))))}
        assert blank == failing


def test_the_same_map_comes_again() -> None:
    assert mapped(BLOCK, (66,), in_closer) == mapped(BLOCK, (66,), in_closer)


def test_there_is_no_map_where_the_time_is_over_or_nothing_comes_again() -> None:
    assert mapped(BLOCK, (66,), in_closer, ends=64) is None
    assert mapped(BLOCK, (66,), lambda *_: False) is None


def test_of_a_long_text_some_places_are_tried_and_exactly_is_not_said() -> None:
    text = "a" * 2_000
    found = mapped(text, (6,), lambda _, cuts: bool(cuts))
    assert found is not None
    assert not found.every
    assert not found.exact
    assert len(places(found.single)) <= 2_000
    assert "exactly" not in found.sentence
