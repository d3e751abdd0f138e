"""The command: what it finds is confirmed and small, shows again, and depends on seed and number only."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from harness.leaderboard import board

ROOT = Path(__file__).resolve().parents[2]
FAKE = "py:tests.fakes.qwen.last_block:Parser"
CUT = "py:tests.fakes.qwen.cut_closer:Parser"
HERE = "py:tests.leaderboard.shaky"

pytestmark = pytest.mark.timeout(600)


def harness(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "harness.cli", *words]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, check=False
    )


def made(folder: Path, *words: str, **env: str) -> tuple[subprocess.CompletedProcess[str], Any]:
    ran = harness("leaderboard", "--tokenizer", "none", "--out", str(folder), *words, **env)
    file = folder / "leaderboard.json"
    return ran, json.loads(file.read_text("ascii")) if file.exists() else None


def without_timing(folder: Path) -> str:
    document = json.loads((folder / "leaderboard.json").read_text("ascii"))
    del document["timing"]
    return json.dumps(document).replace(str(folder), "")


def test_failures_are_confirmed_small_and_shown_again_by_their_command(tmp_path: Path) -> None:
    ran, found = made(tmp_path, "-t", FAKE, "-t", CUT, "--cases", "64", "-j", "1")
    assert ran.returncode == 0, ran.stderr
    jsonschema.validate(found, board.schema())
    last, cut = found["parsers"]
    assert {(one["oracle"], one["kind"]) for one in last["failures"]} == {("final", "call extra")}
    assert {(one["oracle"], one["kind"]) for one in cut["failures"]} == {("split", "call missing")}
    assert cut["failures"][0]["text_class"] == "valid"
    for parser in (last, cut):
        for failure in parser["failures"]:
            assert failure["confirmed"] == 3
            assert failure["characters"] == len(failure["case"]["text"]) <= 250
            again = harness(*shlex.split(failure["command"])[1:])
            assert again.returncode == 1, again.stdout
            assert f"\n{failure['oracle']}: " in again.stdout
    assert [one["cut_class"] for one in cut["failures"]] == [
        "inside-special"
    ]  # its fault is to miss a cut closer
    assert sum(found["texts"].values()) == found["cases"] == 64
    (pair,) = found["agreement"]
    assert pair["calls"] == 1.0  # in one chunk both are the reference
    assert "distinct failure" in ran.stdout
    for name in ("index.html", "leaderboard.md"):
        assert "last_block" in (tmp_path / name).read_text("utf-8").replace("\\_", "_")


def test_the_same_seed_gives_the_same_board_whatever_the_jobs(tmp_path: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        ran, _ = made(tmp_path / name, "-t", FAKE, "--cases", "80", "-j", jobs, "--oracle", "final")
        assert ran.returncode == 0, ran.stderr
    assert without_timing(tmp_path / "one") == without_timing(tmp_path / "two")


def test_a_parser_whose_self_check_fails_is_refused_and_nothing_is_said_of_it(tmp_path: Path) -> None:
    ran, found = made(tmp_path, "-t", f"{HERE}:Misspelt", "-t", f"{HERE}:Plain", "--cases", "8")
    assert ran.returncode == 2
    assert "its self-check failed, so nothing is said of it" in ran.stderr
    assert "no_such_policy" in ran.stderr
    assert [parser["name"] for parser in found["parsers"]] == [f"{HERE}:Plain"]
    for name in ("index.html", "leaderboard.md", "leaderboard.json"):
        assert "Misspelt" not in (tmp_path / name).read_text("utf-8")


def test_refused_parsers_alone_give_no_report_and_leave_no_older_one(tmp_path: Path) -> None:
    (tmp_path / "leaderboard.json").write_text("{}")
    (tmp_path / "notes.txt").write_text("mine")
    ran, found = made(tmp_path, "-t", f"{HERE}:Misspelt", "--cases", "8")
    assert (ran.returncode, found) == (2, None)
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert "Traceback" not in ran.stderr


def test_what_does_not_show_again_on_fresh_processes_is_left_out_and_counted(tmp_path: Path) -> None:
    words = ("-t", f"{HERE}:Shaky", "--cases", "64", "-j", "1", "--oracle", "crash")
    ran, found = made(tmp_path / "out", *words, SHAKY_FOLDER=str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    (parser,) = found["parsers"]
    assert parser["failing"] > 0
    assert parser["failures"] == []
    assert parser["flaky"] > 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-t", "py:no_such_module:Parser", "--cases", "8"), "py:no_such_module:Parser"),
        (("-t", "nobody"), "there is no target 'nobody'"),
        (("-t", FAKE, "-t", FAKE), "given twice"),
        (("-t", "py:tests.fakes.clean:Parser", "--cases", "8"), "does not read the dialect qwen"),
        (("-t", FAKE, "--oracle", "agreement"), "judges no parser alone"),
        (("-t", FAKE, "--tokenizer", "no/such.json"), "can't read the vocabulary"),
    ],
)
def test_what_can_not_be_done_is_one_clear_error(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    ran = harness("leaderboard", "--out", str(tmp_path / "out"), *words)
    assert ran.returncode == 2
    assert told in ran.stderr
    assert "Traceback" not in ran.stderr
