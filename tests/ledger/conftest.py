"""The command line, in this process: quick, with the status and what was said."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pytest

from harness.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable


class Said(NamedTuple):
    """What a command said and how it ended."""

    status: int
    out: str
    err: str


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """``command("run", "--schema")`` is ``toolcall-harness run --schema``, for what starts no campaign."""

    def run(*words: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["toolcall-harness", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        return Said(int(str(ended.value.code)), *capsys.readouterr())

    return run


@pytest.fixture
def tell(command: Callable[..., Said]) -> Callable[..., Said]:
    """``tell("list", "--json")`` is ``toolcall-harness ledger list --json``."""
    return partial(command, "ledger")
