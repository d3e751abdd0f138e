"""Cases shared by the tests of the generator: made once, from one fixed seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.generate import case_at

if TYPE_CHECKING:
    from harness.model import Case

SEED = 20_26
MANY = 3_000


@pytest.fixture(scope="session")
def cases() -> list[Case]:
    return [case_at(SEED, index, "dsml") for index in range(MANY)]
