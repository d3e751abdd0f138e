"""The exponent and its interval."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from synthetic import Numbers

from harness.cost.fit import Point, fitted

LENGTHS = (1_000, 2_000, 4_000, 8_000, 16_000)


@given(st.floats(0.2, 4), st.floats(0.001, 1e4), st.integers(3, 8))
def test_a_power_is_fitted_exactly(power: float, scale: float, count: int) -> None:
    points = [Point(1_000 * 2**k, (int(1e6 * scale * 2 ** (k * power)),)) for k in range(count)]
    fit = fitted(points)
    assert fit.exponent == pytest.approx(power, abs=0.01)
    assert fit.low <= fit.exponent <= fit.high


def test_the_interval_holds_the_exponent_as_often_as_it_says() -> None:
    numbers = Numbers(1)
    missed = 0
    for _ in range(2_000):
        points = [Point(n, (int(1e6 * n * math.exp(0.1 * numbers.normal())),)) for n in LENGTHS]
        fit = fitted(points)
        missed += not fit.low <= 1 <= fit.high
    assert 60 < missed < 140  # 5 % of 2,000 are 100


def test_the_least_time_of_a_length_counts() -> None:
    points = [Point(n, (1000 * n, 1000 * n, 7000 * n)) for n in LENGTHS]
    assert fitted(points).exponent == pytest.approx(1)
    assert fitted(points).width < 0.01


def test_two_times_that_lie_apart_widen_the_interval() -> None:
    calm = [Point(n, (1000 * n, 1000 * n)) for n in LENGTHS]
    torn = [Point(n, (1000 * n, 1500 * n)) for n in LENGTHS]
    assert fitted(calm).width < 0.01
    assert fitted(torn).width > 0.5


def test_two_points_are_no_confidence() -> None:
    fit = fitted([Point(10, (100,)), Point(20, (400,))])
    assert fit.exponent == pytest.approx(2)
    assert math.isinf(fit.width)


@pytest.mark.parametrize("place", range(1, 5))
def test_a_step_in_a_linear_time_is_no_growth_with_confidence(place: int) -> None:
    points = [Point(n, (1000 * n * (3 if k >= place else 1),)) for k, n in enumerate(LENGTHS)]
    assert fitted(points).low < 1.3
