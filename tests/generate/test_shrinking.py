"""The choice list shrinks: every ingredient alone is a short text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from every_feature import FEATURES

from harness.generate import case_at, record, replay
from harness.generate.damage import DAMAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Case

SEED = 41
TRIES = 4_000
LONG = {"bare:long-tag": 4_200, "json:deep": 700}
"""What is about length cannot be short."""
SIZES = (64, 32, *range(20, 0, -1))


def shrink(choices: Sequence[int], wanted: Callable[[Case], bool]) -> Case:
    """Delete runs and lower choices, greedily, while the case is still wanted."""
    best, used = replay(choices, "dsml", "x")

    def attempt(candidate: Sequence[int]) -> bool:
        nonlocal best, used
        case, normal = replay(candidate, "dsml", "x")
        if wanted(case) and (len(normal), normal) < (len(used), used):
            best, used = case, normal
            return True
        return False

    before: tuple[int, ...] = ()
    while before != used:
        before = used
        for size in SIZES:
            at = 0
            while at < len(used):
                if not attempt(used[:at] + used[at + size :]):
                    at += 1
        for at in range(len(used)):
            for value in (0, 1, 2):
                if at < len(used) and value < used[at] and attempt((*used[:at], value, *used[at + 1 :])):
                    break
    return best


def is_about(feature: str, features: Sequence[str]) -> bool:
    """Say if a case is one to look at: what is long for another reason stays long."""
    return feature in features and LONG.keys().isdisjoint({*features} - {feature})


@pytest.mark.parametrize("feature", [*FEATURES, *(f"damage:{name}" for name, _ in DAMAGES)])
def test_every_feature_alone_is_a_short_text(feature: str) -> None:
    index = next(i for i in range(TRIES) if is_about(feature, case_at(SEED, i, "dsml").features))
    _, choices = record(SEED, index, "dsml")
    small = shrink(choices, lambda case: is_about(feature, case.features))
    assert feature in small.features
    assert len(small.text) <= LONG.get(feature, 200), small.text
