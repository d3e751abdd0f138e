"""The fakes as their own first comments describe them, and campaigns on one of them."""

from __future__ import annotations

import ast
import functools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.targets import toolchain
from harness.targets.bundled import cache

ROOT = Path(__file__).resolve().parents[2]
FAKES = ROOT / "tests" / "fakes"
COMMAND = str(Path(sys.executable).with_name("toolcall-harness"))
CONTROLS = {"dsml": "clean", "qwen": "unharmed"}
NO_FAKES = {"__init__", "right", "main", *CONTROLS.values()}
GO_BINARY = "build/go-fakes"  # in the root of the repository, so that reports name it in one way

_FOUND_BY = re.compile(r"Found by\s+`(\w+)`:\s+([^,.]+)")
_COMMENT = {
    "node": re.compile(r"/\*\*\n(.*?)\*/", re.DOTALL),
    "go": re.compile(r"((?://[^\n]*\n)+)package"),
}
_FRINGE = re.compile(r"^\s*(?://|\*) ?", re.MULTILINE)

ENDS = {  # what keeps a run bounded where every occurrence costs a child, or the whole of a limit
    "crash": ("--shrink-time", "5s"),
    "hang": ("--time-limit", "2s", "--shrink-time", "5s", "--max-findings", "1"),
    "memory": ("--memory-limit", "256M", "--shrink-time", "5s", "--max-findings", "1"),
}


@dataclass(frozen=True)
class Fake:
    """One wrong parser and how it must be found."""

    name: str
    language: str  # python, node or go
    dialect: str  # dsml, or that of its folder
    oracle: str
    kind: str
    wrong: str  # the first paragraph of its comment

    @property
    def target(self) -> str:
        folder = "" if self.dialect == "dsml" else f"{self.dialect}/"
        if self.language == "node":
            return f"cmd:node tests/fakes/{folder}node/{self.name}.mjs"
        if self.language == "go":
            return f"cmd:{GO_BINARY} {self.name}"
        return f"py:tests.fakes.{folder.replace('/', '.')}{self.name}:Parser"

    @property
    def targets(self) -> list[str]:
        """Give what has to run: beside two others it is the odd one out, where it takes others to see it."""
        return [self.target, "python", "go"] if self.oracle == "agreement" else [self.target]

    @property
    def options(self) -> tuple[str, ...]:
        # A shrink that is done depends on no clock: its steps are counted, too.
        return ENDS.get(self.kind, ("--shrink-time", "10m"))


def all_fakes() -> list[Fake]:
    globs = ("*.py", "node/*.mjs", "go/*.go", "qwen/*.py", "qwen/node/*.mjs")
    paths = [path for pattern in globs for path in FAKES.glob(pattern)]
    found = [_read(path) for path in sorted(paths) if path.stem not in NO_FAKES]
    # A hang takes longest: begin with it, so that the other worker does the rest meanwhile.
    return sorted(found, key=lambda fake: fake.kind != "hang")


def _read(path: Path) -> Fake:
    language = "python" if path.suffix == ".py" else path.parent.name
    source = path.read_text("utf-8")
    if language == "python":
        text = ast.get_docstring(ast.parse(source)) or ""
    else:
        comment = _COMMENT[language].match(source)
        text = _FRINGE.sub("", comment[1]) if comment else ""
    says = _FOUND_BY.search(text)
    assert says, f"{path.name} does not say what finds it"
    wrong = " ".join(text.strip().split("\n\n")[0].split())
    dialect = "qwen" if "qwen" in path.relative_to(FAKES).parts else "dsml"
    return Fake(path.stem, language, dialect, says[1], " ".join(says[2].split()), wrong)


def control(dialect: str) -> str:
    """Name the target in which nothing is wrong."""
    return f"py:tests.fakes.{'' if dialect == 'dsml' else f'{dialect}.'}{CONTROLS[dialect]}:Parser"


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


@functools.cache
def environment() -> dict[str, str]:
    """Give the variables under which Go and Node are found as the harness finds them."""
    tools = [str(Path(toolchain.find(need).path).parent) for need in (toolchain.GO, toolchain.NODE)]
    return {**os.environ, "PATH": os.pathsep.join([*tools, os.environ.get("PATH", os.defpath)])}


@functools.cache
def build_go_fakes() -> None:
    """Build them all into one program. It gets its name by a rename, as several may do this at once."""
    binary = ROOT / GO_BINARY
    binary.parent.mkdir(exist_ok=True)
    settings = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOWORK": "off"}
    with tempfile.TemporaryDirectory(dir=binary.parent) as folder:
        fresh = Path(folder) / binary.name
        subprocess.run(
            [
                toolchain.find(toolchain.GO).path,
                "build",
                "-trimpath",
                "-buildvcs=false",
                "-o",
                str(fresh),
                ".",
            ],
            cwd=FAKES / "go",
            env={"GOCACHE": str(cache() / "go-build"), **environment(), **settings, "CGO_ENABLED": "0"},
            check=True,
        )
        fresh.replace(binary)


def campaign(
    targets: list[str], folder: Path, *, dialect: str, cases: int, seed: int, options: tuple[str, ...] = ()
) -> Run:
    """Run one as a user does, in the root of the repository."""
    named = [word for target in targets for word in ("-t", target)]
    words = ["run", "-d", dialect, *named, "--cases", str(cases), "--seed", str(seed), "-j", "1", "--json"]
    done = _run([*words, "--no-ledger", "--out", str(folder), *options], targets)
    assert done.returncode in (0, 1), done.stderr
    return Run(done.returncode, json.loads(done.stdout), folder, done.stderr)


def again(command: str) -> subprocess.CompletedProcess[str]:
    """Run the command that a finding gives."""
    program, *words = shlex.split(command)
    assert program == "toolcall-harness"
    return _run(words, words)


def _run(words: list[str], targets: list[str]) -> subprocess.CompletedProcess[str]:
    if any(GO_BINARY in target for target in targets):
        build_go_fakes()
    return subprocess.run(
        [COMMAND, *words], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )


def cuts(case: dict[str, Any]) -> int:
    return max(len(chunking) for chunking in case["chunkings"])
