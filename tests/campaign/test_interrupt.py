"""Ctrl-C: valid reports of what was done, status 130, and nobody is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.campaign.commands import COMMAND, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK = "TOOLCALL_HARNESS_TEST_RUN"


def started(out: Path, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, "run", "--seed", "1", "--out", str(out), *words],
        cwd=ROOT,
        env={**os.environ, MARK: str(out)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def ours(out: Path) -> Iterator[int]:
    """Find processes of this run by what stands in their environment."""
    mark = f"{MARK}={out}".encode()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    yield int(folder.name)
            except OSError:
                continue


def wait_until(condition: object, what: str) -> None:
    assert callable(condition)
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    pytest.fail(f"{what} did not happen within a minute")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_campaign_with_valid_reports_and_status_130(tmp_path: Path, number: int) -> None:
    out = tmp_path / "out"
    run = started(out, "-t", "go", "-t", "node", "--time", "10m", "-j", "2")
    # Two workers with two children each, the campaign itself, and watchdogs: all are up.
    wait_until(lambda: len(list(ours(out))) >= 7, "the start of all processes")
    time.sleep(2)
    os.kill(run.pid, number)
    stdout, stderr = run.communicate(timeout=60)
    assert run.returncode == 130, stdout + stderr
    report = json.loads((out / "report.json").read_text("utf-8"))
    assert report["state"] == "interrupted"
    assert report["cases"] % 64 == 0
    assert (out / "junit.xml").exists()
    assert (out / "report.html").exists()
    assert b"Traceback" not in stderr
    wait_until(lambda: not list(ours(out)), "the end of all processes")


def test_a_signal_during_shrinking_keeps_the_finding(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = (
        "-t",
        f"cmd:{COMMAND[0]} tests/adapters/hangs_on_calls.py",
        "--time-limit",
        "2s",
        "--oracle",
        "crash",
    )
    run = started(out, *words, "--cases", "64", "--shrink-time", "10m")
    wait_until((out / "cases" / "F1.raw.json").exists, "the first suspect")
    time.sleep(1)
    os.kill(run.pid, signal.SIGINT)
    stdout, stderr = run.communicate(timeout=60)
    assert run.returncode == 130, stdout + stderr
    report = json.loads((out / "report.json").read_text("utf-8"))
    assert [finding["kind"] for finding in report["findings"]] == ["hang"]
    assert report["findings"][0]["shrink"] == "interrupted"
    wait_until(lambda: not list(ours(out)), "the end of all processes")


def test_a_killed_campaign_leaves_nobody_behind(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = started(out, "-t", "go", "-t", "node", "--time", "10m", "-j", "2")
    wait_until(lambda: len(list(ours(out))) >= 7, "the start of all processes")
    run.kill()
    run.communicate(timeout=60)
    wait_until(lambda: not list(ours(out)), "the end of all processes")
