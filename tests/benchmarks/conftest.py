"""What benchmarks share."""

from __future__ import annotations

import pytest
from echoes import Echoes


@pytest.fixture(scope="session")
def echoes(tmp_path_factory: pytest.TempPathFactory) -> Echoes:
    """Build the echoes once."""
    return Echoes(tmp_path_factory.mktemp("echo"))
