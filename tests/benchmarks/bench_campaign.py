"""A campaign's worker with echoes, against one Hypothesis example a round trip; and what judging costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from echoes import DIALECT, HOLDING
from generation import under_hypothesis
from measure import campaign

from harness.generate import case_at
from harness.oracles import ORACLES
from harness.search.bench import Bench
from harness.search.plan import BATCH

if TYPE_CHECKING:
    from echoes import Echoes
    from pytest_benchmark.fixture import BenchmarkFixture


@pytest.mark.parametrize("targets", [1, 2, 3])
def test_1280_cases_of_a_campaign(benchmark: BenchmarkFixture, echoes: Echoes, targets: int) -> None:
    worker = benchmark.pedantic(campaign, args=(echoes.some(targets), 1_280), rounds=3)
    assert worker.stats.cases == 1_280
    assert not worker.suspects


def test_100_examples_of_hypothesis_one_a_round_trip(benchmark: BenchmarkFixture, echoes: Echoes) -> None:
    with Bench(echoes.some(2), DIALECT, oracles=HOLDING) as bench:
        run = (100, lambda case: bench.examine([case]))
        assert benchmark.pedantic(under_hypothesis, args=run, rounds=3) == 100


@pytest.mark.parametrize("name", list(ORACLES))
def test_an_oracle_on_64_answers_of_the_references(benchmark: BenchmarkFixture, name: str) -> None:
    oracle = ORACLES[name]
    with Bench(("python", "go", "node"), DIALECT) as bench:
        found = bench.examine([case_at(1, index, DIALECT) for index in range(BATCH)])
    benchmark(lambda: [oracle.judge(one.case, one.outcomes, bench.stances) for one in found])
