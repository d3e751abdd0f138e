"""Generation: the fast path, recording it, and the same generator under Hypothesis."""

from __future__ import annotations

from typing import TYPE_CHECKING

from echoes import DIALECT
from generation import under_hypothesis

from harness.generate import case_at, record

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


def test_500_cases_on_the_fast_path(benchmark: BenchmarkFixture) -> None:
    cases = benchmark(lambda: [case_at(1, index, DIALECT) for index in range(500)])
    benchmark.extra_info["mean length"] = sum(len(case.text) for case in cases) / len(cases)


def test_500_cases_with_the_chunkings_of_deep(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: [case_at(1, index, DIALECT, deep=True) for index in range(500)])


def test_500_cases_with_their_choices_recorded(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: [record(1, index, DIALECT) for index in range(500)])


def test_100_cases_under_hypothesis(benchmark: BenchmarkFixture) -> None:
    done = benchmark.pedantic(under_hypothesis, args=(100, lambda _: None), rounds=3)
    assert done == 100
