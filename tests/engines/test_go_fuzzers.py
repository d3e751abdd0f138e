"""The native fuzzers of the Go reference notice planted bugs: some on their seeds, others by fuzzing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from harness.targets import toolchain
from harness.targets.bundled import references
from harness.zoo.bug import zoo
from tests.campaign.commands import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def checkout(tmp_path: Path, bug: str = "") -> Path:
    """Copy the reference with its tests, and plant a bug in it; gives its folder."""
    sources = tmp_path / "reference" / "go"
    shutil.copytree(references() / "go", sources)
    if bug:
        git = shutil.which("git")
        assert git is not None
        subprocess.run(
            [git, "apply", "--whitespace=nowarn", "-"],
            cwd=sources,
            env={**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path)},
            input=zoo()[bug].patch,
            text=True,
            check=True,
        )
    return sources


def go_test(sources: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [toolchain.find(toolchain.GO).path, "test", *words],
        cwd=sources,
        env={**os.environ, "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )


@pytest.mark.full
@pytest.mark.parametrize(
    ("bug", "dialect", "fuzzer"),
    [
        ("fence-run-per-chunk", "dsml", "FuzzSplit"),
        ("lone-bracket-not-held", "qwen", "FuzzSplit"),
    ],
)
def test_a_planted_bug_fails_on_the_seeds(tmp_path: Path, bug: str, dialect: str, fuzzer: str) -> None:
    sources = checkout(tmp_path, bug)
    (tmp_path / "corpus").symlink_to(ROOT / "corpus")
    done = go_test(sources, "-count=1", "-run", f"^{fuzzer}$", f"./{dialect}")
    assert done.returncode == 1
    assert f"--- FAIL: {fuzzer}/seed#" in done.stdout


@pytest.mark.full
def test_a_batch_that_reads_otherwise_than_the_stream_fails(tmp_path: Path) -> None:
    """On the witness of the bug, as one fixture more: no other has two equal calls."""
    sources = checkout(tmp_path, "equal-calls-once")
    shutil.copytree(ROOT / "corpus" / "regressions", tmp_path / "corpus" / "regressions")
    witness = {"schema": 1, "id": "w", "dialect": "dsml", "tools": [], "cuts": [], "expected": []}
    witness["text"] = zoo()["equal-calls-once"].head.witness.text
    (tmp_path / "corpus" / "regressions" / "w.json").write_text(json.dumps(witness), "utf-8")
    done = go_test(sources, "-count=1", "-run", "^Fuzz", "./dsml")
    assert done.returncode == 1
    assert "--- FAIL: FuzzParity/seed#" in done.stdout


@pytest.mark.full
def test_without_fixtures_to_begin_with_a_fuzzer_fails(tmp_path: Path) -> None:
    sources = checkout(tmp_path)
    (tmp_path / "corpus" / "regressions").mkdir(parents=True)
    other = next((ROOT / "corpus" / "regressions").glob("*.json"))
    for dialects, told in (([], "no fixture in"), (["qwen"], "no fixture of dsml")):
        for dialect in dialects:
            content = other.read_text("utf-8").replace('"dialect": "dsml"', f'"dialect": "{dialect}"')
            (tmp_path / "corpus" / "regressions" / "one.json").write_text(content, "utf-8")
        done = go_test(sources, "-count=1", "-run", "^FuzzSplit$", "./dsml")
        assert done.returncode == 1
        assert told in done.stdout
