"""A parser that dies is found as any other; what is counted of its last case is the plain run alone."""

from __future__ import annotations

import pytest

from harness.generate import case_at
from harness.selftest import parses, pool
from harness.selftest.score import Trial
from harness.selftest.task import Settings, Task
from harness.targets.batch import Shape

SHAPE = Shape(batch=True, stream=True)
DEATH = "py:tests.fakes.sudden_death:Parser"


@pytest.mark.full
def test_a_parser_that_dies_is_found_by_crash_and_nothing_is_asked_about_the_case() -> None:
    task = Task("death", 1, 4, "d", "dsml", (DEATH,), DEATH, Settings(cases=2_000, shrink_calls=20))
    (done,) = pool.run([task], 1)
    assert isinstance(done, Trial), done
    assert (done.state, done.oracle, done.kind) == ("found", "crash", "crash")
    before = parses.of_cases(4, done.cases - 1, "dsml", SHAPE)
    assert done.parses == before + 1 + len(case_at(4, done.cases - 1, "dsml").chunkings)


def test_a_target_that_can_not_be_started_is_no_miss() -> None:
    task = Task(
        "nobody", 1, 4, "d", "dsml", ("cmd:no-such-program",), "cmd:no-such-program", Settings(cases=64)
    )
    (done,) = pool.run([task], 1)
    assert isinstance(done, pool.Failed)
    assert done.task is task
    assert "it can't be started" in done.error.message
