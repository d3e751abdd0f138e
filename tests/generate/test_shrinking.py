"""The choice list shrinks: every ingredient alone is a short text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from harness.generate import record, replay
from harness.generate.features import FEATURES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Case

SEED = 41
TRIES = 4_000
BEGINNINGS = 5
"""From how many cases it is tried: this shrinker is greedy, and one of them may be where it gets stuck."""
SHORT = 200
LONG = {
    "bare:long-tag": 4_200,
    "children:deep": 2_000,
    "children:too-deep": 2_000,
    "crowded": 3_000,
    "json:deep": 700,
    "json:too-deep": 700,
    "long-value": 1_300,
}
"""What is about length cannot be short."""
THREE = 300
BLOCKS = {"blocks:styles": THREE, "fence:wrong-mark": THREE}
"""What needs more than one block."""
SIZES = (64, 32, *range(20, 0, -1))


def shrink(choices: Sequence[int], wanted: Callable[[Case], bool], dialect: str = "dsml") -> Case:
    """Delete runs and lower choices, greedily, while the case is still wanted."""
    best, used = replay(choices, dialect, "x")

    def attempt(candidate: Sequence[int]) -> bool:
        nonlocal best, used
        case, normal = replay(candidate, dialect, "x")
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


@cache
def found(dialect: str) -> dict[str, list[tuple[int, ...]]]:
    """Look at many cases once; list, for each feature, the choices of those with it, fewest first."""
    choices_of: dict[str, list[tuple[int, ...]]] = {}
    for index in range(TRIES):
        case, choices = record(SEED, index, dialect)
        for feature in case.features:
            if is_about(feature, case.features):
                choices_of.setdefault(feature, []).append(choices)
    return {feature: sorted(lists, key=len)[:BEGINNINGS] for feature, lists in choices_of.items()}


@pytest.mark.parametrize(
    ("dialect", "feature"), [(dialect, name) for dialect, names in FEATURES.items() for name in names]
)
def test_every_feature_alone_is_a_short_text(dialect: str, feature: str) -> None:
    longest = (LONG | BLOCKS).get(feature, SHORT)
    texts = []
    for choices in found(dialect)[feature]:
        small = shrink(choices, lambda case: is_about(feature, case.features), dialect)
        assert feature in small.features
        texts.append(small.text)
        if len(small.text) <= longest:
            return
    pytest.fail(f"not within {longest} characters: {texts}")
