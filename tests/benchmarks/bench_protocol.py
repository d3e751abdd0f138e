"""The protocol: writing requests, reading answers, and the way to a child and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from echoes import DIALECT

from harness.generate import case_at
from harness.search.plan import BATCH
from harness.targets import Crew, wire
from harness.targets.batch import Batch, Shape
from harness.targets.folding import outcomes

if TYPE_CHECKING:
    from echoes import Echoes
    from pytest_benchmark.fixture import BenchmarkFixture

ALL = Shape(batch=True, stream=True)
CASES = [case_at(1, index, DIALECT) for index in range(10 * BATCH)]


def answer(calls: int) -> bytes:
    """Write an answer in which each case has so many calls, and every chunking the same result."""
    call = {"name": "read_file", "input": {"path": "a/b", "lines": [1, 20], "raw": True}}
    events = [event for _ in range(calls) for event in ({"text": "some text "}, {"call": call})]
    streams = [{"events": events, "saw_tool_syntax": True}, *[{"same_as": 0}] * 4]
    entry = {"calls": [call] * calls, "text": "some text " * calls, "saw_tool_syntax": True}
    results = [{"id": case.id, "batch": entry, "streams": streams} for case in CASES[:BATCH]]
    return wire.write_any(1, {"results": results})


def test_write_64_cases(benchmark: BenchmarkFixture) -> None:
    assert benchmark(lambda: Batch(CASES[:BATCH]).written(ALL))


@pytest.mark.parametrize("calls", [0, 2])
def test_read_64_results(benchmark: BenchmarkFixture, calls: int) -> None:
    line = answer(calls)
    made = benchmark(lambda: outcomes(CASES[:BATCH], ALL, wire.read_run(line).results))
    assert len(made[0].batch.calls) == calls


@pytest.mark.parametrize("size", [1, BATCH])
@pytest.mark.parametrize("language", ["node", "go"])
def test_640_cases_to_an_echo_and_back(
    benchmark: BenchmarkFixture, echoes: Echoes, language: str, size: int
) -> None:
    with Crew([getattr(echoes, language)()]) as crew:
        benchmark(lambda: [crew.run(CASES[at : at + size]) for at in range(0, len(CASES), size)])


@pytest.mark.parametrize("options", [(), ("--full",)], ids=["same_as", "full"])
def test_640_cases_answered_with_same_as_or_in_full(
    benchmark: BenchmarkFixture, echoes: Echoes, options: tuple[str, ...]
) -> None:
    with Crew([echoes.node(*options)]) as crew:
        benchmark(lambda: [crew.run(CASES[at : at + BATCH]) for at in range(0, len(CASES), BATCH)])
