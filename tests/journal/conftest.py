"""Toys are found by the children, wherever a test runs."""

from __future__ import annotations

import pytest

from tests.campaign.commands import ROOT


@pytest.fixture(autouse=True)
def toys_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
