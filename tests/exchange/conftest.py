"""The command, run from the root of the project, in this very process."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from harness.cli import main
from tests.campaign.commands import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Ran(NamedTuple):
    """A finished command."""

    status: int
    stdout: str
    stderr: str


@pytest.fixture
def harness(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """``harness("import", path)``: all of ``main``, with what it wrote and its status."""

    def command(*words: object) -> Ran:
        monkeypatch.chdir(ROOT)
        monkeypatch.setenv("NO_COLOR", "1")
        monkeypatch.setattr(sys, "argv", ["toolcall-harness", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        written = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, written.out, written.err)

    return command


@pytest.fixture
def rows(tmp_path: Path) -> Callable[..., Path]:
    """``rows(a, b)`` writes a file with these rows, one a line; texts and bytes as they are."""

    def file(*written: Any, name: str = "rows.jsonl") -> Path:
        path = tmp_path / name
        lines = [
            row if isinstance(row, bytes) else (row if isinstance(row, str) else json.dumps(row)).encode()
            for row in written
        ]
        path.write_bytes(b"\n".join(lines) + b"\n")
        return path

    return file
