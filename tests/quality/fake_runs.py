"""The fakes as their own docstrings describe them, and campaigns on one of them."""

from __future__ import annotations

import ast
import json
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FAKES = ROOT / "tests" / "fakes"
COMMAND = str(Path(sys.executable).with_name("toolcall-harness"))
CONTROL = "clean"
NO_FAKES = {"right", CONTROL}

_FOUND_BY = re.compile(r"Found by\s+`(\w+)`:\s+([^,.]+)")


@dataclass(frozen=True)
class Fake:
    """One wrong parser and how it must be found."""

    name: str
    oracle: str
    kind: str
    wrong: str  # the first sentence of its docstring

    @property
    def target(self) -> str:
        return f"py:tests.fakes.{self.name}:Parser"

    @property
    def options(self) -> tuple[str, ...]:
        """Keep a run bounded where every occurrence costs a child, or the whole time limit."""
        if self.kind == "hang":
            return ("--time-limit", "2s", "--shrink-time", "5s", "--max-findings", "1")
        return ("--shrink-time", "5s") if self.kind == "crash" else ()


def all_fakes() -> list[Fake]:
    found = []
    for path in sorted(FAKES.glob("*.py")):
        if path.stem in NO_FAKES:
            continue
        text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        says = _FOUND_BY.search(text)
        assert says, f"{path.name} does not say what finds it"
        kind = " ".join(says[2].split())
        found.append(Fake(path.stem, says[1], kind, " ".join(text.split("\n\n")[0].split())))
    # A hang takes a minute: begin with it, so that the other worker does the rest meanwhile.
    return sorted(found, key=lambda fake: fake.kind != "hang")


@dataclass(frozen=True)
class Run:
    """A campaign that ended."""

    status: int
    report: dict[str, Any]
    folder: Path
    stderr: str

    @property
    def findings(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.report["findings"]
        return found

    @property
    def signatures(self) -> list[tuple[str, str]]:
        return [(finding["oracle"], finding["kind"]) for finding in self.findings]


def campaign(
    targets: list[str], folder: Path, *, cases: int, seed: int, options: tuple[str, ...] = ()
) -> Run:
    """Run one as a user does, in the root of the repository."""
    named = [word for target in targets for word in ("-t", target)]
    words = ["run", *named, "--cases", str(cases), "--seed", str(seed), "-j", "1", "--json"]
    done = subprocess.run(
        [COMMAND, *words, "--out", str(folder), *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return Run(done.returncode, json.loads(done.stdout), folder, done.stderr)


def again(command: str) -> subprocess.CompletedProcess[str]:
    """Run the command that a finding gives."""
    program, *words = shlex.split(command)
    assert program == "toolcall-harness"
    return subprocess.run([COMMAND, *words], cwd=ROOT, capture_output=True, text=True, check=False)


def cuts(case: dict[str, Any]) -> int:
    return max(len(chunking) for chunking in case["chunkings"])
