"""The verb ``probe`` and the option ``--policies``, as a user runs them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
HTML = "py:tests.probe.fakes.answering:HtmlEntities"
TEXT = '<tool_calls><invoke name="f"><parameter name="p">a&copy;b</parameter></invoke></tool_calls>'


def ran(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "harness.cli", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


def due(value: str) -> str:
    return json.dumps([{"call": {"name": "f", "input": {"p": value}}}])


def test_a_target_that_keeps_what_it_declares_ends_with_0_and_its_table() -> None:
    done = ran("probe", "python", "-d", "qwen")
    assert (done.returncode, done.stderr) == (0, "")
    assert "python reads qwen" in done.stdout
    assert "reads dsml" not in done.stdout
    assert "scalars             schema        schema" in done.stdout
    assert 'with {"p": {"type": "integer"}}' in done.stdout
    assert "a text does not say which of its parts were tokens" in done.stdout
    assert done.stdout.endswith("all 14 declared answers that a text shows are kept\n")


def test_what_is_not_kept_ends_with_1_and_goes_into_the_file_that_other_verbs_take(tmp_path: Path) -> None:
    path = tmp_path / "policies.json"
    done = ran("probe", HTML, "--json", "--write", str(path))
    assert done.returncode == 1
    said: dict[str, Any] = json.loads(done.stdout)
    (answer,) = [one for table in said["tables"] for one in table["answers"] if one["kept"] is False]
    assert (answer["policy"], answer["declared"], answer["found"]) == ("entities", "xml", "html")
    assert answer["texts"][0]["text"] == TEXT
    assert "15 answers written" in done.stderr
    assert json.loads(path.read_text("utf-8"))["targets"][HTML]["dsml"]["entities"] == "html"

    assert ran("probe", HTML, "--policies", str(path)).returncode == 0
    expect = json.dumps({"entities": {"xml": json.loads(due("a&copy;b")), "html": json.loads(due("a©b"))}})
    check = ("check", TEXT, "-t", HTML, "--expect", expect)
    assert ran(*check).returncode == 1
    assert ran(*check, "--policies", str(path)).returncode == 0
    campaign = ("run", "-t", HTML, "--cases", "128", "--seed", "1", "-j", "1")
    done = ran(*campaign, "--out", str(tmp_path / "out"), "--policies", str(path))
    assert done.returncode == 0, done.stdout


def test_a_finding_under_a_file_of_answers_names_it_in_its_command(tmp_path: Path) -> None:
    path = tmp_path / "policies.json"
    path.write_text(json.dumps({"schema": 1, "targets": {"python": {"dsml": {"fences": "live"}}}}), "utf-8")
    out = tmp_path / "out"
    campaign = ("run", "-t", "python", "--cases", "640", "--seed", "1", "-j", "1", "--shrink-time", "2s")
    done = ran(*campaign, "--max-findings", "1", "--out", str(out), "--policies", str(path))
    assert done.returncode == 1
    report = json.loads((out / "report.json").read_text("utf-8"))
    (finding,) = report["findings"]
    assert finding["oracle"] == "policy"
    assert f"--policies {path}" in finding["command"]
    assert report["options"]["policy_file"] == str(path)
    fixtures = ROOT / "corpus" / "regressions"
    assert ran("replay", str(fixtures), "-t", "python", "-d", "dsml", "--policies", str(path)).returncode == 0


def test_a_finding_of_targets_that_the_file_does_not_speak_of_has_a_command_without_it(
    tmp_path: Path,
) -> None:
    path, out = tmp_path / "policies.json", tmp_path / "out"
    path.write_text(json.dumps({"schema": 1, "targets": {"python": {"dsml": {"fences": "inert"}}}}), "utf-8")
    campaign = ("run", "-t", "python", "-t", HTML, "--cases", "640", "--seed", "1", "-j", "1")
    limits = ("--oracle", "truth", "--shrink-time", "1s", "--max-findings", "1")
    done = ran(*campaign, *limits, "--out", str(out), "--policies", str(path))
    assert done.returncode == 1, done.stderr
    (finding,) = json.loads((out / "report.json").read_text("utf-8"))["findings"]
    assert finding["targets"] == [HTML]
    assert "--policies" not in finding["command"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("probe",), "name a target"),
        (("probe", "nobody"), "nobody"),
        (("probe", "py:no.such:Parser"), "no.such"),
        (("probe", HTML, "-d", "qwen"), "does not read the dialect qwen"),
        (("probe", HTML, "--policies", "no/such.json"), "can't be read"),
        (("run", "--policies", "no/such.json"), "can't be read"),
    ],
)
def test_what_can_not_be_done_ends_with_2(words: tuple[str, ...], told: str) -> None:
    done = ran(*words)
    assert done.returncode == 2
    assert told in done.stderr


def test_a_file_that_is_something_else_is_refused_before_anything_runs(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    path.write_text("{}", "utf-8")
    done = ran("probe", "py:no.such:Parser", "--write", str(path))
    assert done.returncode == 2
    assert "is no file of policies" in done.stderr
    assert path.read_text("utf-8") == "{}"


def test_what_is_no_file_is_refused_before_anything_runs_and_never_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in ("/dev/full", str(pipe), str(tmp_path)):
        done = ran("probe", "py:no.such:Parser", "--write", place)
        assert done.returncode == 2
        assert place in done.stderr
        assert "no.such" not in done.stderr
        assert "--out" not in done.stderr
    assert "choose another file with --write" in ran("probe", "python", "--write", str(pipe)).stderr
    assert pipe.is_fifo()


@pytest.mark.parametrize("verb", [("run", "--cases", "1"), ("check", "x"), ("replay",), ("probe", "go")])
def test_a_file_of_other_targets_is_refused_by_every_verb_that_takes_one(
    tmp_path: Path, verb: tuple[str, ...]
) -> None:
    path, out = tmp_path / "policies.json", tmp_path / "out"
    path.write_text(json.dumps({"schema": 1, "targets": {"py:a:B": {"dsml": {"fences": "live"}}}}), "utf-8")
    done = ran(*verb, *(("--out", str(out)) if verb[0] == "run" else ()), "--policies", str(path))
    assert done.returncode == 2
    assert "says nothing of" in done.stderr
    assert "it has answers of py:a:B" in done.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("name", "told"),
    [("Raises", "exception: "), ("Dies", "crash: "), ("Hangs", "hang: ")],
)
def test_a_parser_that_gives_no_answer_ends_with_1_and_its_end(name: str, told: str) -> None:
    target = f"py:tests.probe.fakes.answering:{name}"
    done = ran("probe", target, "-d", "dsml", "--time-limit", "1s", "--json")
    assert done.returncode == 1, done.stderr
    answers = json.loads(done.stdout)["tables"][0]["answers"]
    asked = [answer for answer in answers if answer["policy"] not in ("emission", "markers")]
    assert all(answer["silent"] >= 3 for answer in asked)
    assert asked[0]["end"].startswith(told)
    assert f"texts ended without an answer, the first: {told}" in asked[0]["note"]


def test_texts_without_an_answer_are_counted_at_the_end_of_the_table() -> None:
    done = ran("probe", "py:tests.probe.fakes.answering:Raises", "-d", "dsml")
    assert done.returncode == 1
    *_, counted, last = done.stdout.splitlines()
    assert re.fullmatch(r"\d\d+ texts ended without an answer, the first: exception: .*today.*", counted)
    assert last == "nothing is declared that a text could show"


def test_a_declaration_that_means_nothing_is_a_warning() -> None:
    target = "py:tests.probe.fakes.answering:Misspelt"
    done = ran("probe", target, "-d", "dsml", "--json")
    assert f"warning: {target}: there is no policy 'fence'; did you mean 'fences'?" in done.stderr
    assert f"warning: {target}: 'xhtml' is no answer to entities" in done.stderr
    assert len(json.loads(done.stdout)["tables"][0]["warnings"]) == 2


def test_the_schema_of_the_report_is_printed() -> None:
    assert json.loads(ran("probe", "--schema").stdout)["$ref"] == "#/$defs/Report"
