"""What README and its like say is true: programs, commands, tables, links. ``test_tour`` takes the tour."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from harness.oracles import CLAIMS
from harness.targets import toolchain
from harness.targets.bundled import KITS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")
HARNESS = [sys.executable, "-m", "harness.cli"]


def program(name: str) -> str:
    """Give the code block whose first line names the file."""
    blocks = re.findall(r"```\w+\n(.*?)```", README, re.DOTALL)
    return next(block for block in blocks if name in block.splitlines()[0])


def command(start: str) -> list[str]:
    line = next(line for line in README.splitlines() if line.startswith(f"    toolcall-harness {start}"))
    return shlex.split(line, comments=True)[1:]


def run(folder: Path, words: list[str]) -> tuple[int, dict[str, Any]]:
    out = folder / "out"
    # Where the machine has no Node, the one of the Python package, as in the Makefile.
    tools = subprocess.run(
        [sys.executable, "-m", "harness.targets.toolchain", "--path"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    done = subprocess.run(
        [*HARNESS, *words, "--seed", "1", "--out", str(out)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": tools + os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stderr
    return done.returncode, json.loads((out / "report.json").read_text("utf-8"))


@pytest.mark.parametrize(("name", "most"), [("my_parser.py", 30), ("my_adapter.mjs", 40)])
def test_the_programs_are_as_short_as_promised(name: str, most: int) -> None:
    assert len([line for line in program(name).splitlines() if line]) <= most


def test_the_go_adapter_of_its_readme_builds_and_finds_no_call(tmp_path: Path) -> None:
    page = (ROOT / "reference" / "go" / "README.md").read_text("utf-8")
    (source,) = re.findall(r"```go\n(// main\.go.*?)```", page, re.DOTALL)
    (tmp_path / "main.go").write_text(source)
    (tmp_path / "go.mod").write_text("module mine\n\ngo 1.22\n")
    shutil.copytree(ROOT / "reference" / KITS["go"], tmp_path / "kit")
    go = toolchain.find(toolchain.GO).path
    environ = {**os.environ, "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    subprocess.run([go, "build", "-o", "adapter", "."], cwd=tmp_path, env=environ, check=True, timeout=240)
    status, report = run(tmp_path, ["run", "-t", "cmd:./adapter", "--cases", "64"])
    assert status == 1
    assert {f["kind"] for f in report["findings"]} <= {"call missing", "saw flag differs"}


def test_the_table_of_oracles_is_complete() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", README, re.MULTILINE)) == set(CLAIMS)


def test_every_link_into_the_project_leads_somewhere() -> None:
    for page in [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("*/README.md"),
    ]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("start", ["check --vectors", "targets "])
def test_the_commands_of_the_readme_run(start: str) -> None:
    done = subprocess.run(
        [*HARNESS, *command(start)], cwd=ROOT, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
