"""Run the real command, as a user does, in a folder of its own."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.campaign.commands import COMMAND, ROOT, Command, Ran

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def harness(tmp_path: Path) -> Command:
    """``harness("run", "-t", "go")`` from the root of the project, by no ledger; reports go elsewhere."""
    number = 0

    def command(*words: str, out: Path | None = None) -> Ran:
        nonlocal number
        number += 1
        folder = out or tmp_path / f"run{number}"
        extra = ["--out", str(folder), "--no-ledger"] if words[0] == "run" else []
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
