"""Whether a campaign runs is asked without being in anybody's way."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest

from harness.errors import ReportError
from harness.journal import file as journal_file
from harness.journal import holding
from harness.journal.file import JournalFile
from harness.journal.holding import NAME, is_held
from harness.report.statistics import NAME as STATISTICS
from harness.report.statistics import SCHEMA, Statistics
from harness.search.digest import digest
from tests.campaign.commands import ROOT
from tests.journal.campaigns import MADE_BY, plan
from tests.said import verbs

if TYPE_CHECKING:
    from pathlib import Path

HOLDING = """
import os, signal, sys
from pathlib import Path
from harness.journal.file import JournalFile
with JournalFile.resume(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGKILL)
"""
"""A process that goes on with a campaign, and is killed when nobody writes to it any longer."""

ASKING = """
import sys
from pathlib import Path
from harness.journal.holding import is_held
print("asks", flush=True)
while True:
    is_held(Path(sys.argv[1]))
"""
"""A process that asks as often as it can."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    JournalFile.begin(tmp_path, plan(tmp_path), made_by=MADE_BY).__exit__()
    return tmp_path


def test_a_campaign_is_held_as_long_as_its_process_lives(folder: Path) -> None:
    assert not is_held(folder)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        assert is_held(folder)
        process.communicate()
    assert not is_held(folder)


def test_a_state_that_was_taken_away_from_a_process_lets_no_other_one_begin(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(holding, "_WAIT", 0.0)
    with JournalFile.resume(folder):
        (folder / "state.sqlite").unlink()
        with pytest.raises(ReportError, match="another process works on it"):
            JournalFile.begin(folder, plan(folder), made_by=MADE_BY)


def test_to_ask_writes_nothing(folder: Path) -> None:
    with JournalFile.resume(folder):
        before = sorted((path.name, path.stat().st_mtime_ns) for path in folder.iterdir())
        assert is_held(folder)
        assert sorted((path.name, path.stat().st_mtime_ns) for path in folder.iterdir()) == before


def test_where_nobody_ever_worked_nobody_does_and_nothing_is_made(tmp_path: Path) -> None:
    assert not is_held(tmp_path)
    assert not is_held(tmp_path / "no such folder")
    assert [*tmp_path.iterdir()] == []


def test_a_file_that_can_not_be_asked_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(ReportError, match=f"{NAME}: can't be read"):
        is_held(tmp_path)


def test_who_asks_keeps_nobody_from_going_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_file, "_WAIT", 0.0)  # so that the least that is in the way is told
    monkeypatch.setattr(holding, "_WAIT", 60.0)  # who asks may have to wait for a core
    with subprocess.Popen(
        [sys.executable, "-c", ASKING, str(folder)], cwd=ROOT, stdout=subprocess.PIPE
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"asks\n"
            for _ in range(30):
                with JournalFile.resume(folder):
                    assert is_held(folder)
        finally:
            process.kill()


def test_status_tells_a_campaign_that_runs_from_one_that_was_killed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = verbs(capsys, monkeypatch)
    now = Statistics(SCHEMA, "dsml", 5, "running", "2026-12-01T03:00:00+00:00", None, None)
    (folder / STATISTICS).write_bytes(msgspec.json.encode(now))
    with JournalFile.resume(folder):
        assert command("status", folder).out.startswith("running: dsml, seed 5")
        assert json.loads(command("status", folder, "--json").out)["running"] is True
    told = command("status", folder)
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith("killed: dsml, seed 5")
    assert f"run --resume {folder}" in told.out


def test_a_folder_in_use_keeps_its_reports_where_another_campaign_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_file, "_WAIT", 0.0)
    (folder / "report.json").write_text("of the one that runs")
    with JournalFile.resume(folder):
        told = verbs(capsys, monkeypatch)("run", "-t", "go", "--cases", "1", "--out", folder)
    assert (told.status, "another process works on it" in told.err) == (2, True)
    assert (folder / "report.json").read_text() == "of the one that runs"


def test_a_folder_keeps_its_reports_where_a_shard_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shard, out = tmp_path / "shard1", tmp_path / "whole"
    shard.mkdir()
    out.mkdir()
    (out / "report.json").write_text("of yesterday")
    with JournalFile.begin(shard, plan(shard, shard=(1, 2)), made_by=digest()) as journal:
        journal.end("finished", 1.0)
    told = verbs(capsys, monkeypatch)("merge", shard, "--out", out)
    assert (told.status, "these shards are missing: 2/2" in told.err) == (2, True)
    assert (out / "report.json").read_text() == "of yesterday"
