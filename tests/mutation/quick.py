"""A pytest plugin for the thousands of runs: properties on fewer examples, and no shrinking of what fails."""

from __future__ import annotations

import resource

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
