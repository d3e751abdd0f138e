"""Each row of the survey of reports is a fixture, and the page says how the references answer it, and why."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from reference_answers import answers

from harness.exchange import publicbugs
from harness.fixtures.collection import OURS, collect
from tests.campaign.commands import ROOT

if TYPE_CHECKING:
    from harness.fixtures.fixture import Fixture

PAGE = (ROOT / "docs" / "exchange.md").read_text("utf-8").partition("## Rows of public reports")[2]
SAME = "what it asks for"


class Row(NamedTuple):
    """A row of the table on the page."""

    name: str
    fixture: str
    gives: str
    why: str


TABLE = [
    Row(*found) for found in re.findall(r"^\| (\S+) \| `(\S+)` \| (.+?) \| (.+) \|$", PAGE, re.MULTILINE)
]
BROUGHT = publicbugs.read([ROOT / "corpus" / "public-bugs.jsonl"])
OWN: dict[str, Fixture] = {fixture.id: fixture for _, fixture in collect([OURS]).fixtures}


@cache
def given() -> set[str]:
    """Name the rows of which the references give what they ask for."""
    agree = answers(BROUGHT.fixtures).agree
    # Of these the row shows no reasoning at all, and the references do.
    return {row.id for row in BROUGHT.fixtures if row.id in agree and "reasoning" not in row.expected[0].when}


def test_every_row_is_a_fixture_and_stands_in_the_table() -> None:
    assert BROUGHT.told == ()
    assert [row.name for row in TABLE] == [kept["members"]["id"] for kept in BROUGHT.kept]


def test_the_fixture_has_the_text_of_the_row_and_fails_in_its_chunks() -> None:
    for row, asked in zip(TABLE, BROUGHT.fixtures, strict=True):
        fixture = OWN[row.fixture]
        assert (fixture.text, fixture.dialect) == (asked.text, asked.dialect), row.name
        assert fixture.origin.report == asked.origin.report
        assert set(asked.cuts) <= set(fixture.cuts), row.name


def test_the_table_says_rightly_what_the_references_give() -> None:
    """That they give what the fixture says is tested where all fixtures are."""
    for row, asked in zip(TABLE, BROUGHT.fixtures, strict=True):
        assert (row.gives == SAME) == (asked.id in given()), row.name
        due = OWN[row.fixture].expected
        if row.gives == SAME:
            assert due[0].events == asked.expected[0].events
        elif row.gives.startswith("text"):
            assert [event.text for event in due[0].events] == [asked.text]


def test_where_the_answer_is_another_the_page_and_the_fixture_say_why() -> None:
    for row in TABLE:
        if row.gives != SAME:
            assert row.why.startswith("The row ")
            assert re.match(r"The (row|report) (wants|shows)", OWN[row.fixture].origin.note), row.fixture
        else:
            assert set(row.why.split(", ")) == set(OWN[row.fixture].rules)


def test_the_page_counts_them() -> None:
    same = sum(row.gives == SAME for row in TABLE)
    assert f"in {same} rows what it asks for, in {len(TABLE) - same} something else" in PAGE.replace(
        "\n", " "
    )
    assert f"has {len(TABLE)} rows" in PAGE
