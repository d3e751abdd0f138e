"""What is in the zoo: enough of each kind, every oracle, and sources that are there."""

from __future__ import annotations

import functools
import json
from collections import Counter
from pathlib import Path

import pytest

from harness.dialects import DIALECTS
from harness.oracles import ORACLES
from harness.zoo.bug import Bug, zoo

ROOT = Path(__file__).resolve().parents[2]
MEASURED = [bug for bug in zoo().values() if bug.head.measured is not None]


@functools.cache
def measured_groups(file: str) -> set[str]:
    rows = [json.loads(line) for line in (ROOT / file).read_bytes().splitlines()]
    return {row["group"] for row in rows if "measured" in row}


def test_there_are_enough_in_each_language_and_dialect() -> None:
    languages = Counter(bug.language for bug in zoo().values())
    assert languages["python"] >= 40
    assert languages["go"] >= 25
    assert languages["node"] >= 25
    assert len(zoo()) >= 100
    assert {bug.head.dialect for bug in zoo().values()} == set(DIALECTS)


def test_enough_of_them_were_met_in_the_wild() -> None:
    reports = [bug.head.report for bug in zoo().values() if bug.head.report is not None]
    assert len(reports) >= 70
    assert len(set(reports)) >= 40


@pytest.mark.parametrize("oracle", ORACLES)
def test_every_oracle_has_a_bug_that_it_should_find(oracle: str) -> None:
    assert [bug.name for bug in zoo().values() if bug.head.oracle == oracle]


@pytest.mark.parametrize("bug", MEASURED, ids=[bug.name for bug in MEASURED])
def test_a_measured_group_is_in_the_file_that_is_named(bug: Bug) -> None:
    file, colon, group = (bug.head.measured or "").partition(": ")
    assert colon
    assert file.startswith("corpus/vectors/")
    assert group in measured_groups(file)


def test_no_two_bugs_are_the_same_change_or_say_the_same() -> None:
    patches = Counter((bug.language, _change(bug)) for bug in zoo().values())
    assert [patch for patch, times in patches.items() if times > 1] == []
    told = Counter(bug.head.what for bug in zoo().values())
    assert [what for what, times in told.items() if times > 1] == []


def test_what_is_wrong_is_one_sentence_and_names_are_plain() -> None:
    for bug in zoo().values():
        assert bug.head.what.endswith("."), bug.name
        assert "\n" not in bug.head.what, bug.name
        assert set(bug.name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-"), bug.name


def _change(bug: Bug) -> str:
    """Keep what a patch changes, without where it is."""
    return "\n".join(line for line in bug.patch.splitlines() if line.startswith(("+", "-")))
