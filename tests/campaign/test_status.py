"""Exit statuses: five outcomes, never mixed (DESIGN, rules)."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign.commands import COMMAND, ROOT, Command, adapter

CRASH_ONLY = ("--oracle", "crash", "--time-limit", "2s")
SILENT = "py:tests.campaign.toys:Silent"


def test_parsers_that_agree_end_with_status_0_and_all_reports(harness: Command) -> None:
    ran = harness("run", "-t", "go", "-t", "node", "--cases", "150", "--seed", "1")
    assert ran.status == 0, ran.stdout + ran.stderr
    assert ran.report["state"] == "finished"
    assert ran.report["cases"] == 150
    assert ran.report["parses"] == 2 * 6 * 150
    assert ran.report["findings"] == []
    assert {path.name for path in ran.out.iterdir()} == {
        "report.json",
        "state.sqlite",
        "state.lock",
        "stats.json",
        "findings.jsonl",
        "events.ndjson",
        "junit.xml",
        "report.html",
        "summary.md",
    }
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
    words += ["--time-limit", "2s"]
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
        ("check", "x\udcff"),
        ("check", "--file", "no-such-file"),
        ("check", "--vectors", "README.md"),
        ("check", "--vectors", "no-such-file"),
        ("check", "--case", "README.md"),
        ("chekc",),
    ],
    ids=lambda words: ascii(" ".join(words)),
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


def test_an_oracle_that_was_asked_for_and_judged_nothing_is_no_pass(harness: Command) -> None:
    ran = harness("run", "-t", adapter("batch_only"), "--oracle", "split", "--cases", "64")
    assert ran.status == 2, ran.stdout + ran.stderr
    assert "the oracle split was asked for and had nothing to judge" in ran.stderr


def test_an_oracle_has_judged_nothing_of_a_parser_that_always_dies(harness: Command) -> None:
    ran = harness(
        "run", "-t", "py:tests.campaign.toys:Dying", "--oracle", "truth", "--cases", "20", "--seed", "1"
    )
    assert ran.status == 2, ran.stdout + ran.stderr
    assert "the oracle truth was asked for and had nothing to judge" in ran.stderr


def test_modules_in_the_folder_of_the_user_do_not_take_the_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "harness").mkdir()
    for name in ("harness/__init__.py", "random.py", "msgspec.py"):
        (tmp_path / name).write_text("")
    script = Path(sys.executable).with_name("toolcall-harness")
    out = tmp_path / "out"
    words = [str(script), "run", "-t", "go", "--cases", "64", "--oracle", "crash", "--out", str(out)]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is full, without filling one")
def test_a_full_disk_is_one_clear_error() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [*COMMAND, "replay", "--schema"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert ran.returncode == 2
    assert b"no space" in ran.stderr
    assert b"Traceback" not in ran.stderr


def test_a_reader_that_goes_away_costs_neither_the_reports_nor_the_status(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = [*COMMAND, "run", "-t", "go", "--cases", "640", "--seed", "1", "--out", str(out)]
    run = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert run.stdout is not None
    run.stdout.readline()
    run.stdout.close()
    assert run.wait(240) == 0
    assert (out / "report.html").exists()


def test_what_is_due_from_nobody_is_not_shown_as_expected(harness: Command) -> None:
    words = ("check", "-t", "python", "ab", "--expect")
    ran = harness(*words, '{"missing_opener": {"text": []}}')
    assert ran.status == 0
    assert "expected" not in ran.stdout
    assert "No target is held to what is due: it takes missing_opener=text." in ran.stdout
    held = harness(*words, '{"missing_opener": {"repair": []}}')
    assert held.status == 1
    assert "expected" in held.stdout
