"""The real command, and how to name a bad adapter as a target."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import subprocess

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


def adapter(name: str) -> str:
    """Name one of the bad adapters as a target."""
    return f"cmd:{sys.executable} tests/adapters/{name}.py"
