"""The passes over text and cuts: what they try, in which order, and where they go on after a success."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.model import Case, Violation
from harness.shrink import Budget
from harness.shrink.order import Small, comes_before, simplest_first
from harness.shrink.text import shrink_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Chunking

    Way = tuple[str, Chunking]
    Rule = Callable[[str, Chunking], bool]

FOUND = Violation("split", ("one",), "text lost", "")


def never(_text: str, _cuts: Chunking) -> bool:
    return False


def case_of(small: Small) -> Case:
    return Case("t", "dsml", small.text, (small.cuts,))


def tried(
    text: str, cuts: Chunking = (), holds: Rule = never, *, keep_text: bool = False, calls: int = 100_000
) -> tuple[Way, list[Way]]:
    """Shrink, and give what came out and all that was asked, one by one."""
    asked: list[Way] = []

    def question(cases: Sequence[Case]) -> list[Violation | None]:
        (case,) = cases
        asked.append((case.text, case.chunkings[0]))
        return [FOUND if holds(*asked[-1]) else None]

    budget = Budget(question, calls=calls, seconds=600, at_once=1)
    start = Small(text, cuts)
    case, violation = shrink_text(start, (case_of(start), FOUND), case_of, budget, keep_text=keep_text)
    assert violation == FOUND
    return (case.text, case.chunkings[0]), asked


def ways(text: str, cuts: Chunking, holds: Rule = never) -> list[Chunking]:
    """Give the ways to cut a text that stays that are asked."""
    _, asked = tried(text, cuts, holds, keep_text=True)
    assert {other for other, _ in asked} <= {text}
    return [way for _, way in asked]


def texts(text: str, holds: Rule = never) -> list[str]:
    _, asked = tried(text, (), holds)
    return [other for other, _ in asked]


# ---------------------------------------------------------------- cuts


def test_no_cut_is_tried_first_then_single_ones_then_without_runs_of_them_then_pairs() -> None:
    assert ways("ab c", (1, 2, 3)) == [
        (),
        *((2,), (3,), (1,)),  # the simplest place first
        *((2, 3), (1, 3), (1, 2)),
        *((1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)),
    ]


def test_of_two_cuts_no_pairs_are_tried_but_each_of_them_at_simpler_places() -> None:
    assert ways("ab cd", (2, 4)) == [(), (2,), (3,), (1,), (4,), (4,), (2,), (2, 3)]


def test_of_a_single_cut_only_simpler_places_are_tried() -> None:
    assert ways("ab cd", (4,)) == [(), (2,), (3,), (1,)]
    assert ways("ab", ()) == []


def test_runs_of_cuts_are_left_out_by_halves() -> None:
    cuts = tuple(range(1, 9))
    asked = ways("x" * 82, cuts)
    left_out = [way for way in asked if len(way) > 1]
    assert left_out[:2] == [cuts[4:], cuts[:4]]
    assert left_out[2:6] == [cuts[2:], cuts[:2] + cuts[4:], cuts[:4] + cuts[6:], cuts[:6]]
    assert left_out[6:] == [cuts[:at] + cuts[at + 1 :] for at in range(8)]
    assert asked[0] == ()
    assert asked[1:82] == [(cut,) for cut in range(1, 82)]


def test_after_a_run_of_cuts_went_it_goes_on_from_what_is_left() -> None:
    needed = {3, 7, 8}
    cuts = tuple(range(1, 9))
    (_, left), asked = tried("x" * 82, cuts, lambda _, way: needed <= set(way), keep_text=True)
    assert left == (3, 7, 8)
    assert (3, 4, 7, 8) in [way for _, way in asked]


@pytest.mark.parametrize(("length", "pairs"), [(80, True), (81, False)])
def test_every_pair_of_cuts_is_tried_of_texts_up_to_eighty_characters(length: int, *, pairs: bool) -> None:
    text = "x" * length
    cuts = (1, 2, 3, 4, 5)
    asked = [way for way in ways(text, cuts) if len(way) == 2]
    every = [(a, b) for a in range(1, length) for b in range(a, length)]
    assert asked == (every if pairs else [])


@pytest.mark.parametrize(("length", "singles"), [(2_000, 1_999), (2_001, 4)])
def test_of_a_long_text_only_the_cuts_that_it_has_are_tried_alone(length: int, singles: int) -> None:
    asked = ways("x" * length, (500, 501, 502, 503))
    alone = [way for way in asked if len(way) == 1]
    assert len(alone) == singles
    if singles == 4:
        halves = [(502, 503), (500, 501)]
        assert asked[1:3] == halves, "of a long stream the cuts are halved before anything else"
        assert asked.index((500,)) > asked.index(halves[1])


def test_of_a_short_text_the_cuts_are_not_halved_first() -> None:
    asked = ways("x" * 9, (2, 3, 4, 5))
    assert [len(way) for way in asked[:9]] == [0, *[1] * 8]


def test_a_long_text_that_fails_without_cuts_has_its_cuts_halved_no_more() -> None:
    result, asked = tried("x" * 2_001, (5, 6), lambda _, way: not way, keep_text=True)
    assert result == ("x" * 2_001, ())
    assert asked == [("x" * 2_001, ())]


def test_of_empty_chunks_one_is_tried_alone_at_either_end_and_where_there_are_some() -> None:
    asked = ways("abc", (0, 2, 2, 3))
    assert asked[:6] == [(), (1,), (2,), (0,), (3,), (2, 2)]
    assert ways("abc", (1, 2)) == [(), (1,), (2,), (2,), (1,)], "where there is no empty chunk, none is tried"
    assert ways("abc", (2, 2)).count((2, 2)) == 0
    halves = [(3, 3), (0, 0)]
    assert ways("abc", (0, 0, 3, 3))[:7] == [(), (1,), (2,), (0,), (3,), *halves], (
        "none at the ends but these"
    )
    assert ways("abcd", (1, 1, 3, 3, 3))[4:8] == [(0,), (4,), (1, 1), (3, 3)]


def test_where_one_cut_will_do_no_lone_empty_chunk_is_tried() -> None:
    result, asked = tried("abcdef", (2, 2, 4), lambda _, way: len(way) == 1, keep_text=True)
    assert result == ("abcdef", (1,))
    assert ("abcdef", (0,)) not in asked


# ---------------------------------------------------------------- places


@pytest.mark.parametrize("cuts", [(1, 2, 4, 5), (1, 2, 4, 5, 7)])
def test_up_to_four_cuts_are_each_put_at_simpler_places(cuts: Chunking) -> None:
    (_, left), _ = tried("ab cd ef gh ij", cuts, lambda _, way: len(way) == len(cuts), keep_text=True)
    assert left == ((2, 3, 5, 6) if len(cuts) == 4 else cuts)


def test_equal_cuts_move_together_and_others_stay_where_they_are() -> None:
    asked = ways("ab cd", (4, 4))
    assert asked[-3:] == [(2, 2), (3, 3), (1, 1)]
    (_, left), asked_of = tried("ab cd", (1, 4, 4), lambda _, way: len(way) == 3, keep_text=True)
    assert left == (2, 3, 3)
    assert all(list(way) == sorted(way) for _, way in asked_of)


@pytest.mark.parametrize(("length", "moves"), [(2_000, True), (2_001, False)])
def test_the_cuts_of_a_long_text_stay_where_they_are(length: int, *, moves: bool) -> None:
    text = f"ab cd{'x' * (length - 5)}"
    (_, left), _ = tried(text, (4,), lambda _, way: len(way) == 1, keep_text=True)
    assert left == ((2,) if moves else (4,))


# ---------------------------------------------------------------- text


def test_runs_of_a_text_go_by_halves() -> None:
    assert texts("abcdefg") == [
        *("efg", "abcd"),
        *("cdefg", "abefg", "abcdg", "abcdef"),
        *("bcdefg", "acdefg", "abdefg", "abcefg", "abcdfg", "abcdeg", "abcdef"),
    ]
    assert texts("abcdef")[:2] == ["def", "abc"]
    assert texts("a") == [""]
    assert texts("") == []


def test_after_a_run_went_what_stood_behind_it_is_tried_next() -> None:
    asked = texts("abcdefgh", lambda text, _: {"b", "h"} <= set(text))
    assert asked[:6] == ["efgh", "abcd", "cdefgh", "abefgh", "abgh", "ab"]
    assert asked[6:10] == ["bgh", "gh", "bh", "b"]


def test_elements_go_whole_or_without_what_they_enclose_the_long_ones_first() -> None:
    asked = texts("<a><b>x</b></a>")
    assert asked[-14:] == [
        *("", "<b>x</b>"),
        *("</a>", "<b>x</a>"),
        *("<a>", "<a>x</b>"),
        "x</b></a>",
        *("<a></a>", "<a>x</a>"),
        "<a><b>x",
        *("<b>x</b></a>", "<a>x</b></a>", "<a><b>x</a>", "<a><b>x</b>"),
    ]


def test_elements_go_until_none_can() -> None:
    text = "<a><b><c>!</c></b></a>"

    def holds(text: str, _cuts: Chunking) -> bool:
        """As a parser that wants tags in pairs."""
        tags = [(f"<{name}>", f"</{name}>") for name in "abc"]
        paired = all(text.count(one) == text.count(two) for one, two in tags)
        return (
            "!" in text
            and paired
            and text.count("<") == text.count(">") == sum(text.count(tag) for pair in tags for tag in pair)
        )

    assert tried(text, (), holds)[0] == ("!", ())


@pytest.mark.parametrize(("number", "elements"), [(30, True), (31, False)])
def test_of_a_text_with_more_than_thirty_tags_no_elements_are_tried(number: int, *, elements: bool) -> None:
    asked = texts("<ab>" * number)
    around = sum(text == "<ab>" * (number - 2) for text in asked)
    assert (around > 4) == elements


def test_what_is_no_printable_ascii_becomes_a_letter_one_by_one() -> None:
    assert texts("a\u00e9\x00b~")[-2:] == ["aa\x00b~", "a\u00e9ab~"]
    asked = texts("\u00e9\x7f \n", lambda text, _: len(text) == 4 and "\x7f" in text)
    first = asked.index("a\x7f \n")
    assert asked[first : first + 4] == ["a\x7f \n", "aa \n", "a\x7f a", " a"], "none twice in one round"
    asked = texts("\x7f\n", lambda text, _: len(text) == 2 and "\x7f" in text)
    assert asked[2:5] == ["a\n", "\x7fa", "a"], "nor what stands right before one that held"
    result, _ = tried("\u00e9\x7f \n", (), lambda text, _: len(text) == 4)
    assert result == ("aa a", ())


def test_a_letter_is_put_without_moving_the_cuts() -> None:
    assert tried("\u00e9\u00e9", (1,), lambda text, way: len(text) == 2 and way == (1,))[0] == ("aa", (1,))


small_texts = st.text(alphabet="ab<", min_size=1, max_size=7)


@settings(max_examples=50)
@given(small_texts, st.lists(st.integers(0, 7), max_size=4))
def test_a_deletion_takes_its_cuts_along_and_those_that_fall_together_become_one(
    text: str, places: list[int]
) -> None:
    cuts = tuple(sorted(min(place, len(text)) for place in places))
    runs = [(at, min(at + size, len(text))) for size in range(1, len(text) + 1) for at in range(len(text))]
    expected = {(text[:start] + text[end:], moved(cuts, start, end)) for start, end in runs}
    _, asked = tried(text, cuts)
    for other, way in asked:
        if len(other) < len(text):
            assert (other, way) in expected


def moved(cuts: Chunking, start: int, end: int) -> Chunking:
    """Give what is left of cuts: one where some were, and again each empty chunk that there was."""
    left: Counter[int] = Counter()
    for cut, times in Counter(cuts).items():
        place = cut if cut <= start else max(start, cut - (end - start))
        left[place] += times if not left[place] else times - 1
    return tuple(sorted(left.elements()))


@settings(max_examples=50)
@given(text=small_texts, places=st.lists(st.integers(0, 7), max_size=4), keep_text=st.booleans())
def test_all_that_is_asked_comes_before_what_it_is_asked_of(
    text: str, places: list[int], *, keep_text: bool
) -> None:
    cuts = tuple(sorted(min(place, len(text)) for place in places))
    _, asked = tried(text, cuts, keep_text=keep_text)
    assert all(comes_before(Small(*way), Small(text, cuts), "dsml") for way in asked)
    if keep_text:
        assert {other for other, _ in asked} <= {text}


# ---------------------------------------------------------------- all passes


def test_passes_are_repeated_until_none_helps() -> None:
    steps = ["abcd", "bcd", "bc", "c"]

    def holds(text: str, _cuts: Chunking) -> bool:
        """Let one character go at a time, in one order only."""
        return text in steps

    assert tried("abcd", (), holds)[0] == ("c", ())


@pytest.mark.parametrize("calls", [1, 4, 9])
def test_a_shrink_ends_where_the_budget_does_with_the_last_that_held(calls: int) -> None:
    (text, _), asked = tried("x" * 64, (), lambda text, _: len(text) > 3, calls=calls)
    assert len(asked) == calls
    assert text == min((other for other, _ in asked if len(other) > 3), key=len)


def test_places_are_tried_from_the_simplest() -> None:
    text = "ab <b> c"
    assert [way for (way,) in ways(text, (1,))[1:]] == simplest_first(text, "dsml")[:-1]
