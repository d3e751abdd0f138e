"""Exit statuses: five outcomes, never mixed (DESIGN, rules)."""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING

import pytest
from conftest import Command, adapter

if TYPE_CHECKING:
    from pathlib import Path

CRASH_ONLY = ("--oracle", "crash", "--time-limit", "2s")
SILENT = "py:tests.campaign.toys:Silent"


def test_parsers_that_agree_end_with_status_0_and_three_reports(harness: Command) -> None:
    ran = harness("run", "-t", "go", "-t", "node", "--cases", "150", "--seed", "1")
    assert ran.status == 0, ran.stdout + ran.stderr
    assert ran.report["state"] == "finished"
    assert ran.report["cases"] == 150
    assert ran.report["parses"] == 2 * 6 * 150
    assert ran.report["findings"] == []
    assert {path.name for path in ran.out.iterdir()} == {"report.json", "junit.xml", "report.html"}
    assert "Exit status 0" in ran.stdout


def test_a_finding_ends_with_status_1_its_raw_case_saved_and_its_command_shows_it_again(
    harness: Command,
) -> None:
    ran = harness("run", "-t", "py:tests.campaign.toys:Trimming", "--cases", "64", "--seed", "1")
    assert ran.status == 1, ran.stdout + ran.stderr
    finding = ran.report["findings"][0]
    assert (finding["oracle"], finding["kind"]) == ("split", "text lost")
    assert finding["confirmed"] == 3
    assert finding["count"] > 1
    assert len(finding["case"]["text"]) <= 3
    assert len(finding["case"]["chunkings"][-1]) == 1
    assert finding["raw"]["text"] != finding["case"]["text"]
    assert (ran.out / "cases" / "F1.raw.json").exists()
    assert (ran.out / "cases" / "F1.json").exists()
    assert ran.stdout.count(finding["command"]) == 1

    again = harness(*shlex.split(finding["command"])[1:])
    assert again.status == 1, again.stdout + again.stderr
    assert "split" in again.stdout
    saved = harness(
        "check", "-t", "py:tests.campaign.toys:Trimming", "--case", str(ran.out / "cases/F1.json")
    )
    assert saved.status == 1


def test_what_a_parser_leaves_open_is_not_held_against_it(harness: Command) -> None:
    """A parser that finds no call is wrong on plain calls only, since it declares no policy."""
    ran = harness("run", "-t", SILENT, "-t", "go", "--cases", "100", "--seed", "5", "--oracle", "agreement")
    assert ran.status == 1
    assert {f["oracle"] for f in ran.report["findings"]} == {"agreement"}
    judged = ran.report["stats"]["judged"]["agreement"]
    assert 0 < judged < ran.report["cases"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("wrong_seq", "adapter"),
        ("two_answers", "adapter"),
        ("not_json", "adapter"),
        ("silent", "adapter"),
        ("leaves_children", "adapter"),
        ("other_protocol", "adapter"),
    ],
)
def test_a_bad_adapter_ends_with_status_2_and_a_message_that_says_whose_fault_it_is(
    harness: Command, name: str, words: str
) -> None:
    ran = harness("run", "-t", adapter(name), "--cases", "64", "--seed", "1")
    assert ran.status == 2, ran.stdout + ran.stderr
    assert words in ran.stderr
    assert "Traceback" not in ran.stderr.replace("standard error ends with", "")


def test_the_rest_goes_on_without_a_target_that_broke_and_the_status_is_2(harness: Command) -> None:
    ran = harness("run", "-t", "go", "-t", adapter("wrong_seq"), "--cases", "200", "--seed", "1", "-j", "1")
    assert ran.status == 2
    assert ran.report["cases"] == 200
    states = {target["name"]: target["state"] for target in ran.report["targets"]}
    assert states == {"go": "available", adapter("wrong_seq"): "unavailable"}
    assert ran.report["faults"]


@pytest.mark.parametrize(("name", "kind"), [("dies_on_calls", "crash"), ("hangs_on_calls", "hang")])
def test_an_adapter_that_dies_or_is_silent_on_a_case_is_a_finding_of_the_parser(
    harness: Command, name: str, kind: str
) -> None:
    words = ["--cases", "64", "--seed", "1", "--max-findings", "1", "--shrink-time", "1s", *CRASH_ONLY]
    ran = harness("run", "-t", adapter(name), *words)
    assert ran.status == 1, ran.stdout + ran.stderr
    assert [(f["oracle"], f["kind"]) for f in ran.report["findings"]] == [("crash", kind)]
    assert ran.report["state"] == "stopped"


def test_a_finding_that_does_not_come_back_is_flaky_and_says_its_rate(
    harness: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "MOOD", str(tmp_path / "mood"))
    ran = harness(
        "run", "-t", "py:tests.campaign.toys:Moody", "--cases", "64", "--oracle", "crash", "-j", "1"
    )
    assert [(f["kind"], f["confirmed"]) for f in ran.report["findings"]] == [("exception", 0)]
    assert "0 of 3" in ran.stdout
    assert ran.status == 1


@pytest.mark.parametrize(
    "words",
    [
        ("run", "-t", "pyhton"),
        ("run", "-t", "go", "-t", "go"),
        ("run", "-t", "go", "--oracle", "agreement"),
        ("run", "-t", SILENT, "--policy", "missing_opener=text"),
        ("run", "-t", "go", "--time", "soon"),
        ("run", "-t", "py:no.such.module:Parser"),
        ("run", "-t", "cmd:./no-such-adapter"),
        ("check",),
        ("check", "a", "--chunks", '["a"]'),
        ("check", "--chunks", "[1]"),
        ("check", "--chunks", '["\\ud800"]'),
        ("check", "--file", "no-such-file"),
        ("check", "--vectors", "README.md"),
        ("check", "--vectors", "no-such-file"),
        ("check", "--case", "README.md"),
        ("chekc",),
    ],
    ids=" ".join,
)
def test_a_mistake_of_the_user_is_one_clear_error_and_status_2(
    harness: Command, words: tuple[str, ...]
) -> None:
    ran = harness(*words)
    assert ran.status == 2, ran.stdout + ran.stderr
    said = [line for line in ran.stderr.splitlines() if line.lower().startswith("error: ")]
    assert len(said) == 1
    assert "Traceback" not in ran.stdout + ran.stderr.split("standard error ends with")[0]


def test_a_nearly_right_name_is_answered_with_the_right_one(harness: Command) -> None:
    assert "check" in harness("chekc").stderr
    assert "python" in harness("run", "-t", "pyhton").stderr


def test_help_needs_no_target_and_names_every_verb(harness: Command) -> None:
    ran = harness("--help")
    assert ran.status == 0
    for verb in ("run", "check", "targets"):
        assert verb in ran.stdout
        assert harness(verb, "--help").status == 0
    assert sys.version_info >= (3, 11)
