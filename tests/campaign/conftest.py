"""Run the real command, as a user does, in a folder of its own."""

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
COMMAND = [sys.executable, "-m", "harness.cli"]


class Ran:
    """A finished command."""

    def __init__(self, done: subprocess.CompletedProcess[str], out: Path) -> None:
        self.status = done.returncode
        self.stdout = done.stdout
        self.stderr = done.stderr
        self.out = out

    @property
    def report(self) -> dict[str, Any]:
        report: dict[str, Any] = json.loads((self.out / "report.json").read_text("utf-8"))
        return report


Command = Callable[..., Ran]


@pytest.fixture
def harness(tmp_path: Path) -> Command:
    """``harness("run", "-t", "go")`` from the root of the project; reports go to a new folder."""
    number = 0

    def command(*words: str, out: Path | None = None) -> Ran:
        nonlocal number
        number += 1
        folder = out or tmp_path / f"run{number}"
        extra = ["--out", str(folder)] if words[0] == "run" else []
        done = subprocess.run(
            [*COMMAND, *words, *extra],
            cwd=ROOT,
            env={**os.environ, "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        return Ran(done, folder)

    return command


def adapter(name: str) -> str:
    """Name one of the bad adapters as a target."""
    return f"cmd:{sys.executable} tests/adapters/{name}.py"
