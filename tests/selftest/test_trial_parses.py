"""What counts as a parse is what the engine feeds, to the last one."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest

from harness.generate import case_at
from harness.search.bench import Bench
from harness.selftest import parses
from harness.targets.batch import Shape
from harness.targets.session import Session

if TYPE_CHECKING:
    from harness.targets.batch import Batch

SHAPE = Shape(batch=True, stream=True)


def on_the_wire(sent: bytes) -> int:
    """Count what a request asks for, as the adapter reads it."""
    return sum(
        bool(row.get("batch", True)) + len(row.get("chunkings", ())) + ("abandon_after" in row)
        for row in json.loads(sent)
    )


@pytest.mark.parametrize("dialect", ["dsml", "qwen"])
@pytest.mark.parametrize("cases", [1, 7, 26])
def test_parses_are_those_that_the_engine_feeds(
    dialect: str, cases: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fed: list[int] = []
    submit = Session.submit

    def spy(self: Session, batch: Batch, policies: Any, seconds: float) -> None:
        fed.append(on_the_wire(batch.written(self.shape)))
        submit(self, batch, policies, seconds)

    monkeypatch.setattr(Session, "submit", spy)
    with Bench(("python",), dialect) as bench:
        bench.examine([case_at(5, number, dialect) for number in range(cases)])
        assert Shape.of(bench.crew.targets["python"].hello) == SHAPE
    assert parses.of_cases(5, cases, dialect, SHAPE) == sum(fed)


def test_they_are_not_rounded_up_to_a_batch() -> None:
    counts = [parses.of_cases(5, cases, "dsml", SHAPE) for cases in range(20)]
    steps = [more - less for less, more in itertools.pairwise(counts)]
    assert counts[0] == 0
    assert steps == [parses.of_case(case_at(5, number, "dsml"), SHAPE) for number in range(19)]


def test_of_a_case_that_ended_the_parser_nothing_more_is_asked() -> None:
    case = case_at(5, 0, "dsml")  # one at which the asking oracles look
    plain = 1 + len(case.chunkings)
    assert parses.of_case(case, SHAPE) > plain
    assert parses.of_case(case, SHAPE, ended=True) == plain
    assert parses.of_cases(5, 1, "dsml", SHAPE, ended=True) == plain
    two = parses.of_cases(5, 2, "dsml", SHAPE, ended=True)
    assert two == parses.of_case(case, SHAPE) + 1 + len(case_at(5, 1, "dsml").chunkings)


def test_a_target_without_streams_parses_batches_only() -> None:
    case = case_at(5, 1, "dsml")
    assert parses.of_case(case, Shape(batch=True, stream=False)) == 1
    assert parses.of_case(case, Shape(batch=False, stream=True)) == len(case.chunkings)
