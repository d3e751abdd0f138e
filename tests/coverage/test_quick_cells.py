"""The quick count of cells is that of a slow and obvious one, which looks at each cut alone."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.coverage.count import Cell, count_cells, size_class
from harness.coverage.outline import PLACES, TOLD, outline
from harness.coverage.structure import (
    EDGE,
    LINE_BORDER,
    LINES,
    MARK_BORDER,
    TAG,
    TAG_BORDER,
    TAGS,
    TEXT,
    VALUE,
    WHITE,
    Item,
    Place,
    items,
    told_items,
)
from harness.generate import case_at
from harness.model import Case

PIECES = (
    *(
        "<invoke>",
        '<parameter name="b">',
        '<parameter name="b"/>',
        "</parameter>",
        "<tool_calls>",
        "</invoke>",
    ),
    *(
        "<tool_call>",
        "<function=b>",
        "<parameter=b>",
        "<parameter=b/>",
        "</function>",
        "</tool_call>",
        "<parameter>",
    ),
    *(
        "<b",
        "<k>",
        "|DSML|",
        "<think>",
        "&lt;",
        "&amp",
        "\\",
        "\\u0041",
        "\\\r",
        "```",
        "~~~~",
        "<![CDATA[",
        "]]>",
    ),
    *(
        "<!--",
        "-->",
        "\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "x",
        "word",
        "\u00a0",
        "\u2028",
        "\u00e9",
        "<",
        ">",
        "]",
        "-",
    ),
)


class Slow:
    """Says of a single cut what it falls into."""

    def __init__(self, text: str, dialect: str) -> None:
        self.text = text
        self.items = items(text, dialect)
        self.opens = {item.start for item in self.items if opens_value(item, text, dialect)}

    def place(self, cut: int) -> Place | None:
        """Look at the item that ends at the cut, or has it inside, or begins there: the first there is."""
        for item in self.items:
            if item.start < cut < item.end:
                sides = (self.before(item.start), self.after(item.end))
                return Place(f"in {item.kind}", *(sides if item.kind in TAGS else map(no_edge, sides)))
        meeting = [item for item in self.items if cut in {item.start, item.end}]
        if not meeting:
            return None
        tags = any(item.kind in TAGS for item in meeting)
        lines = meeting[0].kind in LINES
        kind = TAG_BORDER if tags else LINE_BORDER if lines else MARK_BORDER
        return Place(kind, no_edge(self.before(cut)), no_edge(self.after(cut)))

    def before(self, at: int) -> str:
        """Say what stands before a place."""
        if at == 0:
            return EDGE
        ending = [item for item in self.items if item.end == at]
        return self.named(ending, at - 1)

    def after(self, at: int) -> str:
        """Say what stands behind a place."""
        if at == len(self.text):
            return EDGE
        return self.named([item for item in self.items if item.start == at], at)

    def named(self, there: list[Item], at: int) -> str:
        """Name what the character at a place belongs to."""
        if there and there[0].kind in TAGS:
            return TAG
        if there and there[0].kind in LINES:
            return WHITE
        if not there and self.text[at].isspace():
            return WHITE
        tags = [item for item in self.items if item.kind in TAGS and item.end <= at]
        return VALUE if tags and tags[-1].start in self.opens else TEXT


def opens_value(item: Item, text: str, dialect: str) -> bool:
    closed = dialect == "dsml" and text[item.start : item.end].endswith("/>")
    return item.kind == "parameter opener" and not closed


def no_edge(beside: str) -> str:
    return TEXT if beside == EDGE else beside


def slowly(cases: list[Case]) -> dict[Cell, int]:
    cells: Counter[Cell] = Counter()
    for case in cases:
        slow = Slow(case.text, case.dialect)
        places = {cut: slow.place(cut) for chunking in case.chunkings for cut in chunking}
        inner = {tuple(sorted({*cuts} - {0, len(case.text)})) for cuts in case.chunkings}
        for cuts in inner:
            for cut in cuts:
                if (found := places[cut]) is not None:
                    cells[found, size_class(len(cuts))] += 1
    return dict(cells)


@settings(max_examples=12)
@given(index=st.integers(0, 100_000), dialect=st.sampled_from(["dsml", "qwen"]), deep=st.booleans())
def test_generated_cases_are_counted_as_cut_by_cut(index: int, dialect: str, *, deep: bool) -> None:
    cases = [case_at(13, index + step, dialect, deep=deep) for step in range(2)]
    cases = [case for case in cases if len(case.text) < 1_500]
    assert count_cells(cases) == slowly(cases)


@pytest.mark.full
@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("dialect", ["dsml", "qwen"])
def test_many_generated_cases_are_counted_as_cut_by_cut(dialect: str, *, deep: bool) -> None:
    for index in range(150):
        cases = [case_at(14, index, dialect, deep=deep)]
        assert count_cells(cases) == slowly(cases)


@settings(max_examples=100)
@given(st.data(), st.sampled_from(["dsml", "qwen"]))
def test_any_arrangement_of_pieces_is_counted_as_cut_by_cut(data: st.DataObject, dialect: str) -> None:
    text = "".join(data.draw(st.lists(st.sampled_from(PIECES), max_size=12)))
    length = len(text)
    cut = st.lists(st.integers(0, length), max_size=12).map(lambda cuts: tuple(sorted(cuts)))
    drawn = data.draw(st.lists(cut, max_size=4))
    case = Case("t", dialect, text, chunkings=(tuple(range(1, length)), *drawn, ()))
    assert count_cells([case]) == slowly([case])


@settings(max_examples=100)
@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.sampled_from(["dsml", "qwen"]))
def test_an_outline_says_of_items_what_their_structure_says(text: str, dialect: str) -> None:
    found = outline(text, dialect)
    numbered = {end: TOLD[number] for end, number in zip(found.ends, found.told, strict=True)}
    last = 0
    for item in told_items(text, dialect):
        inside, front, back = numbered[item.end]
        assert PLACES[inside] == item.inside
        assert not front or PLACES[front] == item.front
        assert bool(front) == (item.start > last)
        assert not back or PLACES[back] == item.back
        assert bool(back) == (item.end < len(text))
        last = item.end
