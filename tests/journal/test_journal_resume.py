"""A campaign that was killed goes on, and ends as one that was not."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from harness.events import Progress, Reported, Started, Suspected
from harness.journal.file import JournalFile
from harness.model import Case
from harness.report.findings import FindingLines
from tests.campaign.commands import COMMAND, ROOT
from tests.journal.campaigns import plan, resumed, timeless, whole, without_targets
from tests.journal.killing import dying, killed

if TYPE_CHECKING:
    from pathlib import Path

    from harness.events import CampaignEvent, Report


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Report:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        return whole(plan(tmp_path_factory.mktemp("undisturbed")))


def test_the_toy_has_two_faults(undisturbed: Report) -> None:
    assert {finding.oracle for finding in undisturbed.findings} == {"split", "parity"}
    assert (undisturbed.cases, undisturbed.status) == (192, 1)


@pytest.mark.parametrize(
    "kills",
    [
        [(Started, 1), (Suspected, 1), (Suspected, 2)],
        [(Progress, 1), (Reported, 1), (Progress, 1)],
    ],
    ids=["before anything, and while investigating", "between batches, and as a finding is told"],
)
def test_a_campaign_that_is_killed_ends_as_one_that_is_not(
    tmp_path: Path, undisturbed: Report, kills: list[tuple[type, int]]
) -> None:
    for kind, number in kills:
        killed(plan(tmp_path), dying(kind, number))
    assert timeless(resumed(tmp_path)) == timeless(undisturbed)


def test_nothing_that_is_done_is_done_again(tmp_path: Path, undisturbed: Report) -> None:
    killed(plan(tmp_path), dying(Progress, 3))
    told: list[CampaignEvent] = []
    FindingLines(tmp_path)(Reported(undisturbed.findings[0]))  # the run that was killed
    report = resumed(tmp_path, [told.append, FindingLines(tmp_path)])
    assert timeless(report) == timeless(undisturbed)
    lines = [json.loads(line) for line in (tmp_path / "findings.jsonl").read_text().splitlines()]
    firsts = len(report.findings)
    assert [line["id"] for line in lines[:firsts]] == [finding.id for finding in report.findings]
    assert all(line["count"] > 1 for line in lines[firsts:]), "nothing but what was counted is told twice"
    assert not any(isinstance(event, Suspected) for event in told), "both findings were investigated before"
    assert len([event for event in told if isinstance(event, Reported)]) == len(report.findings)
    assert next(event.resumed for event in told if isinstance(event, Started)) == 192
    assert len([event for event in told if isinstance(event, Progress)]) < 3


def test_a_campaign_that_is_over_is_told_again_without_its_target(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = whole(plan(tmp_path, cases=64, oracles=("split",)))
    without_targets(monkeypatch)
    for file in (tmp_path / "cases").iterdir():
        file.unlink()
    assert timeless(resumed(tmp_path)) == timeless(report)
    assert {"F1.json", "F1.raw.json"} <= {file.name for file in (tmp_path / "cases").iterdir()}


def test_the_time_of_a_campaign_is_that_of_all_its_runs(tmp_path: Path) -> None:
    killed(plan(tmp_path, cases=None, seconds=1000.0), dying(Progress, 2))
    with JournalFile.resume(tmp_path) as journal:
        assert 0 < journal.sums.seconds < 1000
        journal.end("interrupted", 1001.0)
    report = resumed(tmp_path)
    assert (report.state, report.timing.seconds > 1001) == ("finished", True)
    assert report.cases < 640, "no batch was handed out"


def test_fixtures_that_were_fed_before_the_search_are_not_fed_again(tmp_path: Path) -> None:
    known = (Case("known", "dsml", "a &#x41; b"),)
    killed(plan(tmp_path / "killed", cases=64, oracles=("parity",), proved=known), dying(Progress, 1))
    told: list[CampaignEvent] = []
    report = resumed(tmp_path / "killed", [told.append])
    assert timeless(report) == timeless(
        whole(plan(tmp_path / "whole", cases=64, oracles=("parity",), proved=known))
    )
    assert report.proved.texts == 1
    assert report.findings[0].raw.text == known[0].text


@pytest.mark.full
def test_sigkill_at_any_moment_ten_times_changes_no_byte(tmp_path: Path) -> None:
    words = ["run", "-t", "py:tests.journal.journal_toys:Both", "--oracle", "split", "--oracle", "parity"]
    words += ["--seed", "9", "--cases", "9000", "-j", "2", "--no-ledger"]

    def command(*more: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([*COMMAND, *more], cwd=ROOT, stdout=subprocess.DEVNULL)

    assert command(*words, "--out", str(tmp_path / "whole")).wait(300) == 1
    folder = tmp_path / "killed"
    for number in range(10):
        again = (folder / "state.sqlite").exists()
        begun = ["run", "--resume", str(folder)] if again else [*words, "--out", str(folder)]
        with command(*begun) as process:
            time.sleep(0.4 + 0.35 * number)
            process.send_signal(signal.SIGKILL)
    assert command("run", "--resume", str(folder), "--no-ledger").wait(300) == 1
    one, other = ((place / "report.json").read_bytes() for place in (tmp_path / "whole", folder))
    assert without_timing(one) == without_timing(other)


def without_timing(report: bytes) -> bytes:
    before, _, rest = report.partition(b'"timing": {')
    return before + rest.partition(b"}")[2]
