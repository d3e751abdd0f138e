"""The references: whole, and one character at a time. CPU time inside the adapter is ``make cost``'s."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from echoes import DIALECT
from msgspec import structs

from harness.generate import case_at
from harness.search.plan import BATCH
from harness.targets import Crew

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


@pytest.mark.parametrize("fed", ["whole", "characters"])
@pytest.mark.parametrize("name", ["python", "go", "node"])
def test_64_cases_streamed(benchmark: BenchmarkFixture, name: str, fed: str) -> None:
    cases = [case_at(1, index, DIALECT) for index in range(BATCH)]
    cuts = [tuple(range(1, len(case.text))) if fed == "characters" else () for case in cases]
    cases = [structs.replace(case, chunkings=(cut,)) for case, cut in zip(cases, cuts, strict=True)]
    with Crew([name]) as crew:
        benchmark(lambda: crew.run(cases))
