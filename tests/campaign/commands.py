"""The real command, and how to name a bad adapter as a target."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
        path = self.out / "report.json"
        assert path.exists(), f"status {self.status}, no report: {self.stderr}"
        report: dict[str, Any] = json.loads(path.read_text("utf-8"))
        return report

    @property
    def report_but_times(self) -> dict[str, Any]:
        """What must be the same for the same seed."""
        return {name: value for name, value in self.report.items() if name != "timing"}


Command = Callable[..., Ran]


def ran(out: Path, *words: str) -> Ran:
    """Run it from the root of the project; ``out`` is where its words say that reports go."""
    done = subprocess.run(
        [*COMMAND, *words],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    return Ran(done, out)


def adapter(name: str) -> str:
    """Name one of the bad adapters as a target."""
    return f"cmd:{sys.executable} tests/adapters/{name}.py"
