"""A pytest plugin for the thousands of runs: properties on fewer examples, and no shrinking of what fails."""

from __future__ import annotations

import pytest
from hypothesis import Phase, settings

EXAMPLES = 40


@pytest.hookimpl(trylast=True)
def pytest_configure() -> None:
    """Load a profile, after that of ``tests/conftest.py``. Tests with a number of examples keep theirs."""
    settings.register_profile(
        "mutation",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=EXAMPLES,
        phases=(Phase.explicit, Phase.generate),
    )
    settings.load_profile("mutation")
