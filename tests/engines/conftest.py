"""Run the real command with the engine, as a user does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.campaign.commands import COMMAND, Command, Ran, ran

if TYPE_CHECKING:
    from pathlib import Path

WORDS = ["run", "--engine", "atheris", "--no-ledger", "-j", "1"]
FUZZ = [*COMMAND, *WORDS]


@pytest.fixture
def fuzz(tmp_path: Path) -> Command:
    """``fuzz("-t", "python")`` from the root of the project."""
    number = 0

    def command(*words: str) -> Ran:
        nonlocal number
        number += 1
        out = tmp_path / f"run{number}"
        return ran(out, *WORDS, *words, "--out", str(out))

    return command
