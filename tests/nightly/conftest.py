"""The verbs of a night, in this process and in a folder of their own."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

from harness.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Said(NamedTuple):
    """What a command said and how it ended."""

    status: int
    out: str
    err: str


@pytest.fixture
def command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Said]:
    """``command("nightly", "gate")`` is ``toolcall-harness nightly gate``, where nothing else is."""
    monkeypatch.chdir(tmp_path)
    for name in ("NIGHT", "NIGHT_DIALECTS", "NIGHT_SHARDS", "NIGHT_TARGETS", "NIGHT_CASES"):
        monkeypatch.delenv(name, raising=False)

    def run(*words: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["toolcall-harness", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        return Said(int(str(ended.value.code)), *capsys.readouterr())

    return run
