"""Run the real command, as a user does, in a folder of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.campaign.commands import Command, Ran, ran

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
        return ran(folder, *words, *extra)

    return command
