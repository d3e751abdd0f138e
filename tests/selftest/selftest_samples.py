"""Bugs, trials and scores made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.selftest import scoring
from harness.selftest.score import SCHEMA, BugScore, Complaint, Selftest, Spent, Timing, Trial
from harness.selftest.task import Settings, digest_of
from harness.zoo.bug import Bug, Head, Witness

if TYPE_CHECKING:
    from pathlib import Path

    from harness.selftest.score import State

COMPLAINT = Complaint("truth", ("go",), "call missing", "7:3", 3, "toolcall-harness check -t go 'a | b'")


def bug(name: str = "a-bug", oracle: str = "truth", patch: str = "diff --git a/x b/x\n") -> Bug:
    return Bug(
        name,
        "python",
        Head("It is | wrong.", "dsml", oracle, Witness("text"), report="some/body#1"),
        patch,
    )


def trial(name: str, repeat: int, parses: int, state: State = "found", seconds: float = 1.0) -> Trial:
    found = state in {"found", "late"}
    return Trial(
        name=name,
        repeat=repeat,
        seed=7,
        digest="" if name.startswith("clean:") else digest_of(bug(name)),
        state=state,
        cases=parses // 10 + 1,
        parses=parses,
        oracle="truth" if found else "",
        kind="call missing" if found else "",
        also=("leak",) if found else (),
        fingerprint="0123456789ab" if found else "",
        characters=40 if found else 0,
        cuts=1 if found else 0,
        complaints=(COMPLAINT,) if state == "false" else (),
        timing=Spent(seconds, seconds / 2),
    )


def score(name: str, *parses: int, missed: int = 0) -> BugScore:
    trials = [trial(name, 1 + i, count) for i, count in enumerate(parses)]
    trials += [trial(name, 1 + len(trials) + i, 9_000, "missed") for i in range(missed)]
    return scoring.bug_score(bug(name), digest_of(bug(name)), trials)


def result(
    *scores: BugScore, clean: tuple[Trial, ...] = (), lost: tuple[str, ...] = (), seconds: float = 1.0
) -> Selftest:
    return Selftest(
        schema=SCHEMA,
        harness="0.0",
        versions={"generator": "2"},
        digest="00112233",
        seed=1,
        repeats=scores[0].repeats if scores else 1,
        options=Settings().shown,
        totals=scoring.totals(scores, clean),
        lost=lost,
        bugs=scores,
        clean=clean,
        command="toolcall-harness selftest --seed 1",
        timing=Timing("2026-01-01T00:00:00+00:00", seconds),
    )


def folder_of(path: Path) -> list[str]:
    return sorted(file.name for file in path.iterdir())
