"""A pytest plugin for thousands of runs: fewer examples, no shrinking of what fails, quick tests first."""

from __future__ import annotations

import json
import resource
from pathlib import Path

import pytest
from hypothesis import Phase, settings

EXAMPLES = 40
MEMORY = 4 << 30
"""Bytes that a run may have: a mutant may read or build without end."""


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """Limit the memory, and load a profile after that of ``tests/conftest.py``; tests may ask for more."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))
    settings.register_profile(
        "mutation",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=EXAMPLES,
        phases=(Phase.explicit, Phase.generate),
    )
    settings.load_profile("mutation")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the quick tests fail first, as long as the tool has seen how long each takes."""
    seen = Path("mutmut-stats.json")
    if seen.exists():
        seconds = json.loads(seen.read_bytes())["duration_by_test"]
        items.sort(key=lambda item: seconds.get(item.nodeid, 0.0))
