"""The verbs of a night, in this process and in a folder of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.said import verbs

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.said import Said


@pytest.fixture
def command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Said]:
    """``command("nightly", "gate")`` is ``toolcall-harness nightly gate``, where nothing else is."""
    monkeypatch.chdir(tmp_path)
    for name in ("NIGHT", "NIGHT_DIALECTS", "NIGHT_SHARDS", "NIGHT_TARGETS", "NIGHT_CASES", "NIGHT_CORPUS"):
        monkeypatch.delenv(name, raising=False)
    return verbs(capsys, monkeypatch)
