"""What is made of times: synthetic ones, so that nothing here hangs on a clock."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from synthetic import MS, US, Formula, write

from harness.cost.measuring import BOUND, LONGEST, confirm, glance, measure
from harness.targets.timing import Timing

if TYPE_CHECKING:
    from collections.abc import Callable

LINEAR: dict[str, Callable[[int], float]] = {
    "slow": lambda n: 8 * US * n,
    "quick": lambda n: 30 * n,
    "with a start": lambda n: 3 * MS + 300 * n,
    "n log n": lambda n: 40 * n * math.log2(n),
    "a step of a cache": lambda n: 300 * n * (2.9 if n > 20_000 else 1),
    "two steps": lambda n: 300 * n * (1.6 if n > 9_000 else 1) * (1.6 if n > 140_000 else 1),
    "a collector that begins late": lambda n: 200 * n + (max(0, n - 50_000) * 300),
}
GROWING: dict[str, tuple[Callable[[int], float], float]] = {
    "n to the 1.5": (lambda n: 20 * n**1.5, 1.5),
    "n to the 1.5, hidden": (lambda n: 2 * US * n + 60 * n**1.5, 1.3),
    "square": (lambda n: n * n, 2),
    "square behind a linear part": (lambda n: 1 * US * n + 0.5 * n * n, 1.6),
    "square with a start": (lambda n: 2 * MS + n * n, 1.2),
    "cube": (lambda n: n**3 / 50, 3),
    "fourth power": (lambda n: n**4 / 2_000, 4),
}
linear = pytest.mark.parametrize("name", LINEAR)
growing = pytest.mark.parametrize("name", GROWING)


def found(rule: Callable[[int], float], *, noise: float = 0.0, seed: int = 0) -> bool:
    """Measure and confirm, as a scan does."""
    first = measure(Formula(rule, noise=noise, seed=seed), write)
    if not first.suspicious:
        return False
    again = confirm(Formula(rule, noise=noise, seed=seed + 1_000_000), write, first)
    return again.verdict == "superlinear"


@linear
def test_what_is_linear_is_never_found_however_busy_the_machine(name: str) -> None:
    for noise in (0.0, 0.05, 0.3, 1.0):
        for seed in range(25):
            assert not found(LINEAR[name], noise=noise, seed=seed), (noise, seed)


@growing
def test_what_grows_is_found_on_a_busy_machine(name: str) -> None:
    rule, _ = GROWING[name]
    assert found(rule)
    missed = sum(not found(rule, noise=0.05, seed=seed) for seed in range(20))
    assert missed <= 2


@growing
def test_the_exponent_of_what_grows_is_told(name: str) -> None:
    rule, power = GROWING[name]
    assert measure(Formula(rule), write).steepness >= power - 0.05


def test_noise_makes_the_interval_wider_and_repeats_make_it_narrower() -> None:
    calm = measure(Formula(lambda n: 500 * n, noise=0.01), write)
    busy = measure(Formula(lambda n: 500 * n, noise=0.5), write)
    assert calm.fit is not None
    assert busy.fit is not None
    assert calm.verdict == "linear"
    assert calm.fit.width < busy.fit.width
    assert len(calm.points[0].ns) <= len(busy.points[0].ns)


def test_texts_that_take_too_short_get_longer_first() -> None:
    made = measure(Formula(lambda n: 100 * n), write)
    assert made.points[0].least >= MS / 2
    assert made.verdict == "linear"


def test_what_takes_nothing_is_too_quick_to_tell() -> None:
    asked = Formula(lambda n: n)
    assert measure(asked, write).verdict == "quick"
    assert asked.longest <= LONGEST


@growing
def test_a_parser_that_grows_is_not_waited_for(name: str) -> None:
    asked = Formula(GROWING[name][0])
    made = measure(asked, write)
    assert asked.spent < 10_000 * MS
    asked.spent = 0
    confirm(asked, write, made)
    assert asked.spent < 60_000 * MS


def test_a_suspicion_is_confirmed_with_longer_texts() -> None:
    asked = Formula(lambda n: n * n)
    first = measure(asked, write)
    again = confirm(asked, write, first)
    assert again.verdict == "superlinear"
    assert again.points[0].length >= 2 * first.points[0].length


def test_what_does_not_show_again_is_unclear_and_says_so() -> None:
    first = measure(Formula(lambda n: n * n), write)
    again = confirm(Formula(lambda n: 1_000 * n), write, first)
    assert again.verdict == "unclear"
    assert again.detail == "measured 2.00 once, and then 1.00"


def test_one_text_that_was_disturbed_once_is_no_growth() -> None:
    calls = iter(range(10_000))

    def disturbed(n: int) -> float:
        return 500 * n * (20 if next(calls) == 40 else 1)

    assert measure(Formula(disturbed), write).verdict == "linear"


def ending(kind: str, beyond: int) -> Formula:
    asked = Formula(lambda n: 100 * n)
    asked.ends = partial(end, kind, beyond)
    return asked


def end(kind: Any, beyond: int, length: int) -> Timing | None:
    return Timing(kind, detail="gone") if length > beyond else None


@pytest.mark.parametrize("kind", ["hang", "crash", "memory"])
def test_what_ends_is_told_with_its_length_and_confirmed_with_the_same_text(kind: str) -> None:
    first = measure(ending(kind, 5_000), write)
    assert (first.verdict, first.detail) == (kind, "gone")
    assert first.length > 5_000
    assert first.points
    assert first.suspicious
    again = confirm(ending(kind, 5_000), write, first)
    assert (again.verdict, again.length, again.points) == (kind, first.length, first.points)
    assert confirm(ending(kind, 1 << 30), write, first).verdict == "unclear"


@pytest.mark.parametrize("kind", ["unsupported", "error"])
def test_what_is_not_timed_is_no_suspicion(kind: str) -> None:
    made = measure(ending(kind, 0), write)
    assert made.verdict == kind
    assert not made.suspicious


def test_a_longer_text_that_hangs_confirms_growth() -> None:
    first = measure(Formula(lambda n: n * n), write)
    asked = Formula(lambda n: n * n)
    asked.ends = partial(end, "hang", first.points[-1].length)
    again = confirm(asked, write, first)
    assert again.verdict == "hang"
    assert again.suspicious


@pytest.mark.parametrize("name", [name for name in GROWING if "start" not in name])
def test_a_glance_sees_what_grows(name: str) -> None:
    assert glance(Formula(GROWING[name][0]), write) > 1.2


@pytest.mark.parametrize("name", ["slow", "quick", "with a start", "n log n"])
def test_a_glance_at_what_is_linear_is_no_alarm_and_quick(name: str) -> None:
    asked = Formula(LINEAR[name])
    assert glance(asked, write) < 1.25
    assert asked.spent < 250 * MS


def test_what_ends_looks_steepest_at_a_glance_and_what_has_no_time_harmless() -> None:
    assert math.isinf(glance(ending("hang", 5_000), write))
    assert glance(ending("unsupported", 0), write) == 0


def test_the_bound_is_that_of_the_docs() -> None:
    assert BOUND == 1.3
