"""Run the real command with the engine, as a user does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

WORDS = [sys.executable, "-m", "harness.cli", "run", "--engine", "atheris", "--no-ledger", "-j", "1"]


class Fuzzed:
    """A finished campaign."""

    def __init__(self, done: subprocess.CompletedProcess[str], out: Path) -> None:
        self.status = done.returncode
        self.stderr = done.stderr
        self.out = out

    @property
    def report(self) -> dict[str, Any]:
        report: dict[str, Any] = json.loads((self.out / "report.json").read_text("utf-8"))
        return report

    @property
    def bytes_but_times(self) -> dict[str, Any]:
        """What must be the same for the same seed."""
        return {name: value for name, value in self.report.items() if name != "timing"}


Fuzz = Callable[..., Fuzzed]


@pytest.fixture
def fuzz(tmp_path: Path) -> Fuzz:
    """``fuzz("-t", "python")`` from the root of the project."""
    number = 0

    def command(*words: str) -> Fuzzed:
        nonlocal number
        number += 1
        out = tmp_path / f"run{number}"
        done = subprocess.run(
            [*WORDS, *words, "--out", str(out)],
            cwd=ROOT,
            env={**os.environ, "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        return Fuzzed(done, out)

    return command
