"""A finding that names clean parsers only is false, wherever it turns up, and is counted with its command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from harness.events import Report, Stats, TargetFacts, Timing
from harness.model import Case, Finding
from harness.selftest import pool, scoring, task, trial
from harness.selftest.score import Spent, Trial
from harness.selftest.task import Settings, Task

if TYPE_CHECKING:
    import pytest

SETTINGS = Settings(seed=8, cases=128, clean_cases=64, shrink_calls=20)
BESIDE = Task("a", 1, 5, "d", "dsml", ("zoo:a", "go", "node"), "zoo:a", SETTINGS)


def finding(*targets: str, confirmed: int = 3, oracle: str = "agreement", number: int = 3) -> Finding:
    case = Case(id=f"5:{number}", dialect="dsml", text="text", chunkings=((), (1, 2)))
    return Finding(
        "F1",
        oracle,
        targets,
        "crash",
        "m",
        (),
        case,
        case,
        (),
        None,
        confirmed,
        "finished",
        "toolcall-harness",
    )


def report(*findings: Finding, cases: int = 64) -> Report:
    facts = tuple(TargetFacts(name, "available", modes=("batch", "stream")) for name in BESIDE.targets)
    return Report(
        1, "", "dsml", 5, "stopped", 1, cases, 0, 0.0, {}, {}, (), facts, Stats(), findings, (), Timing()
    )


def judged(*findings: Finding) -> Trial:
    return trial.judged(BESIDE, report(*findings), Spent())


def test_broken_references_give_false_findings_and_the_score_does_not_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(task, "CLEAN", ("python", "zoo:stream-put-twice"))
    asked = [one for one in task.tasks((), 1, SETTINGS) if one.dialect == "qwen"]
    (done,) = pool.run(asked, 1)
    assert isinstance(done, Trial)
    assert done.state == "false"
    assert done.complaints[0].targets == ("zoo:stream-put-twice",)
    assert done.complaints[0].confirmed == 3
    assert done.complaints[0].command.startswith("toolcall-harness check -d qwen -t zoo:stream-put-twice")
    assert scoring.totals((), [done]).false_findings == len(done.complaints)


def test_a_finding_that_names_the_planted_target_is_none_of_them() -> None:
    # Of an end nothing more is asked, and its card is not looked at before the state is known.
    flaky = judged(finding("zoo:a", confirmed=2))
    assert (flaky.state, flaky.cases) == ("flaky", 4)
    assert [one.confirmed for one in flaky.complaints] == [2]


def test_a_finding_that_names_only_others_is_false_and_the_bug_is_not_found() -> None:
    false = judged(finding("go"))
    assert (false.state, false.found, false.cases) == ("false", False, 64)
    assert [one.targets for one in false.complaints] == [("go",)]


def test_no_finding_is_a_miss_after_all_parses() -> None:
    missed = judged()
    assert (missed.state, missed.cases, missed.complaints) == ("missed", 64, ())
    one = structs.replace(BESIDE, planted="")
    assert trial.judged(one, report(), Spent()).parses == 3 * missed.parses > 0
