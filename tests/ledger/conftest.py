"""The verbs of the ledger, in this process."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.said import verbs

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.said import Said


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    """``command("run", "--schema")`` is ``toolcall-harness run --schema``, for what starts no campaign."""
    return verbs(capsys, monkeypatch)


@pytest.fixture
def tell(command: Callable[..., Said]) -> Callable[..., Said]:
    """``tell("list", "--json")`` is ``toolcall-harness ledger list --json``."""
    return partial(command, "ledger")
