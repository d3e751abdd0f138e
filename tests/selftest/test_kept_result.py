"""The result kept in ``reports/selftest``: of the zoo as it is, good enough, and not edited by hand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from harness.selftest import grading, markdown, scoring
from harness.selftest.score import Selftest, schema
from harness.selftest.task import digest_of
from harness.zoo.bug import zoo

FOLDER = Path(__file__).resolve().parents[2] / "reports" / "selftest"


@pytest.fixture(scope="module")
def kept() -> Selftest:
    return grading.load(FOLDER / "selftest.json")


def test_it_is_valid() -> None:
    jsonschema.validate(json.loads((FOLDER / "selftest.json").read_bytes()), schema())


def test_every_bug_of_the_zoo_is_in_it_as_it_is_now(kept: Selftest) -> None:
    assert {bug.name: bug.digest for bug in kept.bugs} == {
        name: digest_of(bug) for name, bug in zoo().items()
    }


def test_heads_have_the_classes_that_were_measured(kept: Selftest) -> None:
    told = {name: bug.head.difficulty for name, bug in zoo().items()}
    assert told == grading.measured(kept, zoo()), "python -m harness.selftest.grading writes them"


def test_the_score_is_good_enough(kept: Selftest) -> None:
    assert kept.repeats >= 3
    assert scoring.passed(kept)
    assert kept.totals.parses.median is not None
    assert kept.totals.parses.median <= 2_000
    assert kept.totals.clean_cases > 0
    assert all(trial.parses <= 200_000 for bug in kept.bugs for trial in bug.trials)


def test_the_page_is_that_of_the_result(kept: Selftest) -> None:
    assert (FOLDER / "README.md").read_text("utf-8") == markdown.render(kept)


def test_no_path_of_a_machine_is_in_it() -> None:
    for name in ("selftest.json", "README.md"):
        told = (FOLDER / name).read_text("utf-8")
        assert re.findall(r"/(?:home|root|tmp|work|Users|usr|opt)/\S*", told) == []
