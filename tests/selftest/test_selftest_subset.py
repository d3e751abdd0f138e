"""A fixed part of the selftest, small enough for every run of the tests: would the harness notice these?

Eight bugs that at least each fortieth case shows, in three languages and both dialects, with fixed seeds; and
the three references as they are, in which nothing is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.selftest import making
from harness.selftest.task import Settings
from harness.zoo.bug import zoo

if TYPE_CHECKING:
    from pathlib import Path

    from harness.errors import HarnessError
    from harness.selftest.score import BugScore, Trial

BUGS = (
    "line-end-after-call",
    "open-tail-dropped",
    "fence-run-per-chunk",
    "stream-put-twice",
    "late-block-end",
    "batch-line-ends",
    "falsy-values",
    "open-block-dropped",
)
SETTINGS = Settings(seed=8, cases=512, clean_cases=64, shrink_calls=20)


class Heard:
    def __init__(self) -> None:
        self.bugs: list[str] = []
        self.clean_campaigns: list[str] = []
        self.errors: list[HarnessError] = []

    def note(self, line: str) -> None:
        assert line

    def bug(self, score: BugScore) -> None:
        self.bugs.append(score.name)

    def clean(self, trial: Trial) -> None:
        self.clean_campaigns.append(trial.name)

    def failed(self, error: HarnessError) -> None:
        self.errors.append(error)


def test_they_are_in_three_languages_and_both_dialects() -> None:
    chosen = [zoo()[name] for name in BUGS]
    assert {bug.language for bug in chosen} == {"python", "go", "node"}
    assert {bug.head.dialect for bug in chosen} == {"dsml", "qwen"}
    assert len({bug.head.oracle for bug in chosen}) >= 5


def test_the_harness_notices_each_of_them_and_nothing_else(tmp_path: Path) -> None:
    # One test, since tests go to several processes, and each would run all of it.
    bugs = tuple(bug for bug in zoo().values() if bug.name in BUGS)
    assert making.unplanted(bugs, clean=True) == []
    heard = Heard()
    result = making.make(making.Wanted(bugs, 1, SETTINGS, 2, tmp_path, "again"), heard)
    assert result is not None
    assert heard.errors == []
    assert sorted(heard.bugs) == sorted(bug.name for bug in result.bugs) == sorted(BUGS)
    for score in result.bugs:
        check_the_score(score)
    assert [(trial.name, trial.state, trial.cases) for trial in result.clean] == [
        ("clean:dsml", "missed", 64),
        ("clean:qwen", "missed", 64),
    ]
    assert sorted(heard.clean_campaigns) == ["clean:dsml", "clean:qwen"]
    assert result.totals.false_findings == 0
    making.write(tmp_path, result)


def check_the_score(score: BugScore) -> None:
    assert score.always, score.name
    assert score.expected == 1, score.name
    (trial,) = score.trials
    assert 0 < trial.parses <= 2_000
    assert trial.characters > 0
    assert len(trial.fingerprint) == 12
    assert trial.timing.search > 0
    assert trial.timing.investigate > 0
