"""What docs/performance.md says of the goals fits its own figures, and names parts that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "performance.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.partition("<!-- goals -->")[2].partition("<!-- end of goals -->")[0].splitlines()
    if line.startswith("| ") and not line.startswith(("| goal |", "| --- |"))
]
WHY = " ".join(PAGE.partition("## Why some are missed")[2].partition("\n## ")[0].split())


def number(cell: str) -> float:
    found = re.search(r"[\d,]+(?:\.\d+)?", cell)
    assert found, cell
    return float(found[0].replace(",", ""))


def test_the_page_has_the_goals() -> None:
    assert len(ROWS) >= 13


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_row_says_met_where_its_figure_keeps_the_bar(row: list[str]) -> None:
    _, bar, _, measured, verdict = row
    least = bar.startswith("≥")
    if number(bar) != number(measured):  # equal figures were rounded: either may be true
        kept = number(measured) > number(bar) if least else number(measured) < number(bar)
        assert verdict == ("met" if kept else "**missed**")


def test_the_page_explains_what_is_missed() -> None:
    for row in ROWS:
        if row[4] != "met":
            assert f"**{row[0]}**" in WHY, f"no reason for: {row[0]}"


def test_the_parts_of_the_page_are_those_of_the_command() -> None:
    goals = (ROOT / "tests" / "benchmarks" / "goals.py").read_text("utf-8")
    parts = re.findall(r'^    "(\w+)": \w+,$', goals, re.MULTILINE)
    told = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert told == parts
