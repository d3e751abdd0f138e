"""The cells of chunkings: counted as by hand, listed from the grammar, told as a table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from harness.coverage.cells import coverage, grammar_cells
from harness.coverage.count import EVERY, SIZES, cell_name, count_cells, size_class
from harness.coverage.structure import EDGE, TAGS, TEXT, VALUE, Place, described_places
from harness.coverage.table import Share, rows, share
from harness.generate import case_at
from harness.model import Case, without_empty_chunks

BLOCK = '<tool_calls><invoke name="a"></invoke></tool_calls>'


def by_hand(case: Case) -> dict[tuple[Place, str], int]:
    described = described_places(case.text, case.dialect)
    cells: dict[tuple[Place, str], int] = {}
    for chunking in {without_empty_chunks(cuts, len(case.text)) for cuts in case.chunkings}:
        for cut in chunking:
            if cut in described:
                cell = (described[cut], size_class(len(chunking)))
                cells[cell] = cells.get(cell, 0) + 1
    return cells


@settings(max_examples=40)
@given(st.integers(0, 2_000), st.sampled_from(["dsml", "qwen"]))
def test_cuts_count_for_the_cells_that_they_fall_into(index: int, dialect: str) -> None:
    for case in (case_at(6, index, dialect), case_at(6, index, dialect, deep=True)):
        assert count_cells([case]) == by_hand(case)


def test_one_cut_is_one_count_and_empty_chunks_are_none() -> None:
    at = BLOCK.index("<invoke") + 3
    case = Case("t", "dsml", BLOCK, chunkings=((), (at,), (0, at, at), (at, len(BLOCK))))
    assert count_cells([case]) == {(Place("in call opener", "tag", "tag"), "1"): 1}
    assert count_cells([structs.replace(case, chunkings=((), (0, 0)))]) == {}


@pytest.mark.parametrize(("cuts", "size"), [(1, "1"), (2, "2"), (3, "3-8"), (8, "3-8"), (9, "9+")])
def test_a_number_of_cuts_is_of_one_class(cuts: int, size: str) -> None:
    assert size_class(cuts) == size


@pytest.mark.parametrize("dialect", ["dsml", "qwen"])
def test_no_cell_is_listed_that_the_words_rule_out(dialect: str) -> None:
    for place, _ in grammar_cells(dialect):
        item = place.kind.removeprefix("in ")
        if item not in TAGS and place.kind != "tag border":
            assert {place.before, place.after} != {TEXT, VALUE}
            assert EDGE not in {place.before, place.after}
        elif item in TAGS and item != "parameter opener":
            assert place.after != VALUE


def test_what_qwen_does_not_have_is_no_cell_of_it() -> None:
    kinds = {place.kind for place, _ in grammar_cells("qwen")}
    assert "in opaque" not in kinds
    assert "in opaque" in {place.kind for place, _ in grammar_cells("dsml")}
    assert "in parameter closer" in kinds


def test_a_report_tells_what_was_reached_what_never_and_what_lies_beyond() -> None:
    known = (Place("in call opener", "tag", "tag"), "1")
    orphan = (Place("in parameter closer", EDGE, EDGE), "1")
    assert known in grammar_cells("dsml")
    assert orphan not in grammar_cells("dsml")
    found = coverage("dsml", 7, {cell_name(known): 5, cell_name(orphan): 2})
    assert found.reached == {"in call opener, tag | tag, 1": 5}
    assert (found.cases, found.beyond, found.beyond_cuts) == (7, 1, 2)
    assert len(found.never) + 1 == found.known == len(grammar_cells("dsml"))
    assert list(found.never) == sorted(found.never)


def test_the_table_adds_up_to_the_report() -> None:
    cells = count_cells([case_at(2, index, "dsml") for index in range(40)])
    found = coverage("dsml", 40, {cell_name(cell): cuts for cell, cuts in cells.items()})
    table = rows(found)
    assert sum(part.reached for row in table for part in row.shares) == len(found.reached)
    assert sum(part.known for row in table for part in row.shares) == found.known
    assert sum(row.cuts for row in table) == sum(found.reached.values())
    assert all(len(row.shares) == len(SIZES) for row in table)
    assert 0 < share(found) < 1
    assert str(Share(1, 1_000)) == "1 of 1,000"


def reached_by(cases: int, seed: int) -> float:
    cells = count_cells(case_at(seed, index, "dsml") for index in range(0, cases, EVERY))
    return share(coverage("dsml", cases, {cell_name(cell): cuts for cell, cuts in cells.items()}))


def test_a_short_campaign_reaches_most_cells() -> None:
    assert reached_by(1_500, 1) > 0.6


@pytest.mark.full
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_fifty_thousand_cases_reach_nineteen_of_twenty_cells(seed: int) -> None:
    assert reached_by(50_000, seed) >= 0.95
