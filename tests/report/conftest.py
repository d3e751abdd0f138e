from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SNAPSHOTS = Path(__file__).with_name("snapshots")


@pytest.fixture
def snapshot() -> Callable[[str, str], None]:
    """Compare a whole output with the file of that name; README.md says how to refresh it."""

    def check(name: str, text: str) -> None:
        path = SNAPSHOTS / name
        if os.environ.get("UPDATE_SNAPSHOTS"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8"), f"{name} changed; see tests/report/README.md"

    return check
