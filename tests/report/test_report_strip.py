"""The strip: each mark stands under its character, whatever that takes on a screen, and nothing is lost."""

from __future__ import annotations

from unicodedata import east_asian_width

from hypothesis import given
from hypothesis import strategies as st

from harness.model import Case, CutMap, Varied
from harness.report.block import cut_lines
from harness.report.glyphs import hidden
from harness.report.strip import EMPTY_LEGEND, FAILS, LEGEND, LONGEST, PASSES, Strip, lines, sizes, strips


def mapped(text: str, failing: set[int]) -> CutMap:
    runs = tuple((at, at, "fail" if at in failing else "pass") for at in range(1, len(text)))
    return CutMap("pass", runs, (), "fails somewhere")


def drawn(strip: Strip, width: int) -> list[tuple[str, str]]:
    return [("".join(piece.text for piece in shown), marks) for shown, marks in lines(strip.cells, width)]


def columns(shown: str) -> int:
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in shown)


def test_a_mark_stands_under_the_first_column_of_its_character() -> None:
    (strip,) = strips("a\n\u4e2d\\x", mapped("a\n\u4e2d\\x", {2, 4}))
    assert drawn(strip, 40) == [("a\\n\u4e2d\\\\x", f" {PASSES} {FAILS} {PASSES} {FAILS}")]


def test_a_text_longer_than_a_line_is_wrapped_between_characters() -> None:
    (strip,) = strips("abc\x1bde", mapped("abc\x1bde", {3}))
    assert drawn(strip, 8) == [("abc", " .."), ("\\u001bde", "x     ..")]


@given(
    st.text(alphabet="ab <\n\u4e2d\u00e9\u0301\u202e\\\x1b\U0001f600", min_size=2, max_size=40),
    st.integers(8, 60),
    st.data(),
)
def test_no_line_is_wider_than_asked_and_every_place_has_its_mark(
    text: str, width: int, data: st.DataObject
) -> None:
    failing = data.draw(st.sets(st.integers(1, len(text) - 1), max_size=len(text) - 2))
    found = strips(text, mapped(text, failing))
    assert bool(found) == (0 < len(failing) < len(text) - 1)
    for strip in found:
        rows = drawn(strip, width)
        marks = "".join(row[1] for row in rows)
        assert marks.count(FAILS) == len(failing)
        assert marks.count(PASSES) == len(text) - 1 - len(failing)
        for shown, under in rows:
            assert columns(shown) <= width
            assert len(under) <= columns(shown)
            assert not any(hidden(char) for char in shown if char != " ")


def test_where_all_places_do_the_same_there_is_no_strip_and_the_sentence_stands_alone() -> None:
    assert strips("abc", mapped("abc", {1, 2})) == []
    assert [str(line) for line in cut_lines(Case("t", "dsml", "abc"), mapped("abc", {1, 2}))] == [
        "  cuts      fails somewhere"
    ]


def test_a_cut_that_is_varied_says_beside_which_others() -> None:
    varied = (Varied((1, 3), ((2, 2, "fail"), (4, 5, "pass"))), Varied((), ((0, 0, "fail"), (1, 6, "pass"))))
    beside, empty = strips("abcdef", CutMap("pass", (), (), "", varied=varied))
    assert (beside.heading, beside.legend) == ("beside cuts behind character 1, 3", LEGEND)
    assert beside.told == "a cut behind character 2 fails"
    assert (empty.heading, empty.legend) == ("an empty chunk", EMPTY_LEGEND)
    assert drawn(empty, 20) == [("abcdef", "x.....")]


def test_of_a_very_long_text_the_places_are_listed() -> None:
    text = "a" * (LONGEST + 1)
    (strip,) = strips(text, mapped(text, set(range(5, 9))))
    assert not strip.cells
    assert strip.told == "a cut behind character 5, 6, 7, 8 fails"
    told = [str(line) for line in cut_lines(Case("t", "dsml", text), mapped(text, {5}))]
    assert told[-1] == "            a cut behind character 5 fails"


def test_chunk_sizes_are_told_where_they_differ() -> None:
    assert sizes(CutMap("pass", (), ((1, 6, "pass"), (7, 64, "fail")), "")) == (
        "of the sizes 1 to 64, chunks of 7 to 64 characters fail"
    )
    assert sizes(CutMap("pass", (), ((1, 64, "fail"),), "")) == ""


def test_a_block_is_as_wide_as_the_terminal() -> None:
    text = "abcdefghij" * 12
    for width in (28, 40, 80, 200):
        shown = [str(line) for line in cut_lines(Case("t", "dsml", text), mapped(text, {7}), width)]
        assert max(len(line) for line in shown[1:-1]) == min(width, 12 + len(text))
