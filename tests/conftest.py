"""What all tests share: the flag for those that take minutes."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the complete acceptance too: it takes minutes")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "full: takes minutes, so it runs with --full only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    left_out = pytest.mark.skip(reason="takes minutes: run it with --full (make test-full)")
    for item in items:
        if item.get_closest_marker("full"):
            item.add_marker(left_out)
