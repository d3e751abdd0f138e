"""Run pytest as a user does, in a folder of its own, and read what became of each item."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Written into each folder: tells of each item what became of it, and where it ran.
WATCH = """
import json

ENDS = {}

def pytest_runtest_logreport(report):
    if report.when == "call" or report.outcome != "passed":
        outcome = {"skipped": "xfailed"}.get(report.outcome) if hasattr(report, "wasxfail") else None
        where = getattr(report, "worker_id", "")
        said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr or "")
        ENDS[report.nodeid] = [outcome or report.outcome, said, where]

def pytest_sessionfinish(session):
    if not hasattr(session.config, "workerinput"):
        (session.config.rootpath / "ends.json").write_text(json.dumps(ENDS))
"""


class End(NamedTuple):
    """What became of an item."""

    outcome: str  # passed, failed, skipped or xfailed
    said: str
    worker: str  # of pytest-xdist


@dataclass(frozen=True)
class Ran:
    """A finished run."""

    status: int
    page: str
    ends: dict[str, End]  # by id, without what pytest-xdist puts behind it

    def those(self, outcome: str) -> set[str]:
        """Give the last parts of the ids of items that ended so."""
        return {name.rpartition("::")[2] for name, end in self.ends.items() if end.outcome == outcome}

    def said(self, name: str) -> str:
        """Give what the one item said whose id ends with this name."""
        (said,) = [end.said for own, end in self.ends.items() if own.endswith(f"::{name}")]
        return said

    @property
    def outcomes(self) -> dict[str, str]:
        """Give the outcomes by the last parts of the ids: of one target."""
        found = {name.rpartition("::")[2]: end.outcome for name, end in self.ends.items()}
        assert len(found) == len(self.ends)
        return found


class Suite:
    """A folder with a test suite."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "conftest.py").write_text(WATCH)
        (folder / "pytest.ini").write_text("[pytest]\n")

    def write(self, name: str, text: str) -> None:
        (self.folder / name).parent.mkdir(exist_ok=True)
        (self.folder / name).write_text(text)

    def run(self, *words: str, cases: int = 64) -> Ran:
        file = self.folder / "ends.json"
        file.unlink(missing_ok=True)
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-p",
                "no:hypothesispytest",
                f"--toolcall-cases={cases}",
                *words,
            ],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "300", "PYTEST_ADDOPTS": ""},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        ends = json.loads(file.read_text()) if file.exists() else {}
        named = {name.partition("@")[0]: End(*end) for name, end in ends.items()}
        return Ran(done.returncode, done.stdout + done.stderr, named)


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    return Suite(tmp_path)
