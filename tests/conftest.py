"""What all tests share: the flag for those that take minutes, and how properties are tried.

By default a property is tried on the same examples every time, whatever the machine is busy with: a change is
judged by what it changes. With ``--full`` the examples are new ones each time.
"""

from __future__ import annotations

import pytest
from hypothesis import settings


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the complete acceptance too: it takes minutes")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "full: takes minutes, so it runs with --full only")
    settings.register_profile(
        "steady", deadline=None, derandomize=not config.getoption("--full"), database=None
    )
    settings.load_profile("steady")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--full"):
        return
    left_out = pytest.mark.skip(reason="takes minutes: run it with --full (make test-full)")
    for item in items:
        if item.get_closest_marker("full"):
            item.add_marker(left_out)
