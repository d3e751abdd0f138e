"""Shapes that are made small."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from harness.cost.reducing import Budget, reduced, smaller
from harness.cost.shape import Shape

BIG = Shape(
    "big",
    "some <b> words",
    '<tool_calls><invoke name="a"><parameter name="p">',
    "</parameter></invoke></tool_calls>",
)


def endless() -> Budget:
    return Budget(1e9, lambda: 0.0, tries=10_000)


def test_what_does_not_matter_goes_and_what_does_stays() -> None:
    def shows(shape: Shape) -> bool:
        return "<b>" in shape.unit and "<parameter" in shape.before

    small = reduced(BIG, shows, endless())
    assert (small.before, small.unit, small.after) == ("<parameter", "<b>", "")
    assert small.name == "'<b>' repeated"


@given(st.text(min_size=1, max_size=30), st.text(max_size=30), st.integers(0, 40))
def test_a_shape_only_gets_smaller_and_keeps_what_it_shows(unit: str, before: str, tries: int) -> None:
    def shows(shape: Shape) -> bool:
        return unit[0] in shape.unit

    shape = Shape("x", unit, before)
    small = reduced(shape, shows, Budget(1e9, lambda: 0.0, tries=tries))
    assert small.size <= shape.size
    assert shows(small)


@given(st.text(min_size=1, max_size=40), st.text(max_size=40))
def test_every_try_is_smaller_and_none_is_made_twice(unit: str, before: str) -> None:
    shape = Shape("x", unit, before)
    tries = [(made.before, made.unit, made.after, made.run) for made in smaller(shape)]
    assert len(set(tries)) == len(tries)
    assert all(made.size < shape.size and made.unit for made in smaller(shape))


def test_it_stops_in_its_budget_of_tries_and_of_time() -> None:
    asked: list[Shape] = []

    def never(shape: Shape) -> bool:
        asked.append(shape)
        return False

    assert reduced(BIG, never, Budget(1e9, lambda: 0.0, tries=7)) == BIG
    assert len(asked) == 7
    asked.clear()
    ticks = itertools.count()
    assert reduced(BIG, never, Budget(5, lambda: float(next(ticks)))) == BIG
    assert len(asked) < 6
