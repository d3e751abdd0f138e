"""The README's five-minute tour, as it stands: a fresh environment, the wheel that it builds, its commands.

Nothing of this checkout is in reach of the tour but what its first command builds. Node is the machine's, or
that of the Python package, as in the Makefile.
"""

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
README = (ROOT / "README.md").read_text("utf-8")
SECONDS = 600
STEP = re.compile(
    r"^```\w+\n(?P<file>.*?)^```$|^    (?P<command>(?:toolcall-harness|pip|cp|pytest) [^\n]*)$",
    re.MULTILINE | re.DOTALL,
)

pytestmark = pytest.mark.timeout(1800)  # it installs packages, and a busy machine takes its time


def tour() -> list[str]:
    """Give the files and commands of the tour in order: blocks of code, and lines that begin a command."""
    begin = README.index("## Test your own parser in five minutes\n")
    end = README.index("\n## What it checks\n")
    return [step["file"] or step["command"].strip() for step in STEP.finditer(README[begin:end])]


def file_name(step: str) -> str:
    """Give the name of the file that a block of code is: its first line is a comment with it."""
    found = re.match(r"(?:#|//|:) (\S+\.\w+)\n", step)
    return found[1] if found else ""


class Traveller:
    """Somebody with a folder, an environment with nothing but Python in it, and a shell."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self.folder.mkdir()
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True, timeout=SECONDS)
        tools = subprocess.run(
            [sys.executable, "-m", "harness.targets.toolchain", "--path"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        ours = ("PYTHON", "PYTEST", "VIRTUAL_ENV", "TOOLCALL", "COV_")
        self.environ = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        self.environ["PATH"] = f"{folder / 'venv' / 'bin'}:{tools}{os.environ['PATH']}"
        self.environ["NO_COLOR"] = "1"

    def do(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a command as it stands; only the place of the checkout is filled in."""
        return subprocess.run(
            ["/bin/bash", "-c", command.replace("PATH/TO/THIS/CHECKOUT", str(ROOT))],
            cwd=self.folder,
            env=self.environ,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )

    def report(self) -> dict[str, Any]:
        """Read the newest report."""
        made: dict[str, Any] = json.loads((self.folder / "reports/latest/report.json").read_text("utf-8"))
        return made


def test_the_tour_runs_as_written(tmp_path: Path) -> None:
    traveller = Traveller(tmp_path)
    assert "No module named 'harness'" in traveller.do("python -c 'import harness'").stderr
    done: dict[str, subprocess.CompletedProcess[str]] = {}
    reports: dict[str, dict[str, Any]] = {}
    for step in tour():
        if file_name(step):
            (traveller.folder / file_name(step)).write_text(step, "utf-8")
            continue
        ran = done[step] = traveller.do(step)
        finds = step.startswith(
            ("toolcall-harness run", "toolcall-harness check", "toolcall-harness shrink", "pytest")
        )
        assert ran.returncode == int(finds), f"{step}\n{ran.stdout}\n{ran.stderr}"
        assert "Traceback" not in ran.stdout + ran.stderr
        if step.startswith("toolcall-harness run"):
            reports[step] = traveller.report()

    def of(words: str) -> str:
        return next(step for step in done if words in step)

    # The Python object: an opening tag that a chunk border cuts is not seen.
    python = of("run -t py:my_parser:Parser")
    finding = next(f for f in reports[python]["findings"] if f["kind"] == "call missing")
    (cut,) = finding["case"]["chunkings"][-1]
    opener = finding["case"]["text"].index("<tool_calls>")
    assert opener < cut < opener + len("<tool_calls>")
    assert {f["oracle"] for f in reports[python]["findings"]} == {"split"}
    for line in re.findall(r"^    (  (?:input|chunk \d) .*)$", README, re.MULTILINE):
        assert line.strip().split()[0] in done[python].stdout

    # The Node program: white space is trimmed in the batch only.
    node = reports[of("run -t 'cmd:node my_adapter.mjs'")]
    assert {(f["oracle"], f["kind"]) for f in node["findings"]} == {("parity", "text added")}
    assert node["findings"][0]["case"]["text"].isspace()

    # The stream that broke last night.
    assert "split: py:my_parser:Parser: call missing" in done[of("check --stream")].stdout
    assert "from 117 characters and 2 cuts to 50 and 1" in done[of("shrink --stream")].stdout

    # The pytest plugin: the item of the oracle fails, and says how to see it again.
    said = done[of("pytest --toolcall-target")].stdout
    assert re.search(r"^FAILED toolcall::py:my_parser:Parser::split", said, re.MULTILINE)
    assert re.search(r"^ *toolcall-harness check .* -t py:my_parser:Parser", said, re.MULTILINE)

    # As promised: once the bug is mended, the command shown and the whole campaign find nothing.
    parser = traveller.folder / "my_parser.py"
    wrong = 'return [] if "<tool_calls>" in self.held else self.finish()'
    assert wrong in parser.read_text("utf-8")
    parser.write_text(parser.read_text("utf-8").replace(wrong, "return []"), "utf-8")
    for step in (finding["command"], python, of("check --stream")):
        ran = traveller.do(step)
        assert ran.returncode == 0, f"{step}\n{ran.stdout}\n{ran.stderr}"


@pytest.mark.parametrize("name", ["my_parser.py", "my_adapter.mjs", "last-night.sse", "test_my_parser.py"])
def test_the_files_of_the_tour_say_how_they_are_called(name: str) -> None:
    assert [file_name(step) for step in tour()].count(name) == 1
