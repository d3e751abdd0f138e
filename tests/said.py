"""A verb of the command line in this process: quick, with its status and what it said."""

from __future__ import annotations

import sys
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


def verbs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """Give what runs one: ``command("run", "--schema")`` is ``toolcall-harness run --schema``."""

    def run(*words: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["toolcall-harness", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        return Said(int(str(ended.value.code)), *capsys.readouterr())

    return run
