"""Whole nights, by the workflows that are shipped: green, red for a planted bug, 2 for what is lost.

Each night is minutes of work, most of them the same for all, so they follow each other in one test.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = ROOT / ".github" / "workflows"
USED = "OWNER/toolcall-harness@main"
PLANTED = "zoo:batch-drops-open-end"
SHORT = {"NIGHT_CASES": "128", "NIGHT_TIME": "2m", "FUZZ_TIME": "2s", "NIGHT_CORPUS": "20"}
PARSER = """
from adapter import Adapter


class Parser(Adapter):
    name = "my-parser"

    def parse(self, text, **more):
        return super().parse(TEXT, **more)
"""
"""A right parser, or one that loses blanks at the end: it hangs on what TEXT is."""

pytestmark = [pytest.mark.full, pytest.mark.timeout(7200)]


class Ran(NamedTuple):
    """How a workflow ended here."""

    status: int
    out: str
    summary: str


def run(file: Path, state: Path, *words: str, **variables: str) -> Ran:
    said = [word for name, one in {**SHORT, **variables}.items() for word in ("--var", f"{name}={one}")]
    done = subprocess.run(
        [sys.executable, "-m", "tests.nightly.steps", str(file), "--state", str(state), *words, *said],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return Ran(done.returncode, done.stdout, (state / "summary.md").read_text("utf-8"))


def test_a_night_is_green_then_red_for_a_planted_bug_then_no_pass_for_what_is_lost(tmp_path: Path) -> None:
    night = WORKFLOWS / "nightly.yml"
    first = run(night, tmp_path, "--input", "first=true")
    assert first.status == 0, first.out
    assert "passes: nothing new" in first.summary
    assert "corpus of dsml: " in first.out
    assert "cases are kept" in first.out

    planted = run(night, tmp_path, NIGHT_TARGETS=f"python\ngo\nnode\n{PLANTED}")
    assert planted.status == 1, planted.out
    assert planted.summary.index("new bug") < planted.summary.index(f"-t {PLANTED}")
    assert planted.summary.index(f"-t {PLANTED}") < planted.summary.index("## Parts")

    lost = run(night, tmp_path, NIGHT_TARGETS="python\ngo")
    assert lost.status == 2, lost.out
    assert "- dsml: target node" in lost.summary

    shutil.rmtree(tmp_path / "cache")
    empty = run(night, tmp_path)
    assert empty.status == 2, empty.out
    assert "what the last night left" in empty.summary


def test_the_steps_of_ci_end_green(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTS", "tests/ledger")  # all of them are what runs this one
    done = run(WORKFLOWS / "ci.yml", tmp_path / "state")
    assert done.status == 0, done.out


def test_the_example_is_all_that_the_repository_of_a_parser_needs(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(
        ROOT / "reference" / "python", project, ignore=shutil.ignore_patterns("tests", "__pycache__")
    )
    subprocess.run(["/usr/bin/env", "git", "init", "-q"], cwd=project, check=True)

    def nightly(text: str, *words: str) -> Ran:
        (project / "my_parser.py").write_text(PARSER.replace("TEXT", text), "utf-8")
        example = ROOT / "docs" / "nightly-example.yml"
        given = ("--root", str(project), "--action", f"{USED}={ROOT}", *words)
        return run(example, tmp_path / "state", *given, NIGHT_TIME="20s")

    assert nightly("text").status == 2  # nobody said that it is the first one
    good = nightly("text", "--input", "first=true")
    assert good.status == 0, good.out
    bad = nightly("text.rstrip(' ')")
    assert bad.status == 1, bad.out
    assert "-t py:my_parser:Parser" in bad.summary
