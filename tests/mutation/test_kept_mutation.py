"""The kept result of ``make mutation``: the parts that are in it meet their bars."""

from __future__ import annotations

import pytest

from tests.mutation.explained import explanations
from tests.mutation.report import kept


@pytest.mark.parametrize("part", ["comparer", "signature", "ledger"])
def test_a_part_of_the_engine_meets_its_bar(part: str) -> None:
    result = kept()[part]
    assert result.bar is not None
    assert result.mutants > 500
    assert result.score(explanations()) >= result.bar
