"""Any bytes are a case, and the choices that they stand for make the same one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from harness.engines.byte_source import Bytes, choices_of, drawn, random_bytes, width
from harness.generate import replay
from harness.oracles import ORACLES
from harness.search.plan import Plan

PLAN = Plan(("python",), "dsml", tuple(ORACLES), asked=(), seed=1, out=Path())

dialects = st.sampled_from(["dsml", "qwen"])
inputs = st.binary(max_size=300) | st.integers(0, 2**32).map(lambda n: random_bytes(str(n)))


def plan(dialect: str, *, deep: bool = False) -> Plan:
    return structs.replace(PLAN, dialect=dialect, deep=deep)


@given(st.binary(max_size=12), st.lists(st.integers(1, 10**9), max_size=12))
def test_every_choice_is_within_its_bounds(data: bytes, bounds: list[int]) -> None:
    source = Bytes(data)
    assert all(0 <= source.below(n) < n for n in bounds)
    assert source.used == sum(map(width, bounds))


@given(st.integers(2, 10**9))
def test_each_option_has_sixteen_values_of_its_bytes_and_no_byte_is_asked_for_in_vain(n: int) -> None:
    assert 256 ** width(n) >= 16 * n > 256 ** (width(n) - 1) // 256


def test_where_there_is_nothing_to_choose_no_byte_is_read() -> None:
    source = Bytes(b"\5\7")
    assert [source.below(1), source.below(16), source.below(1), source.below(16)] == [0, 5, 0, 7]


@given(st.integers(0, 254), st.integers(2, 16))
def test_a_byte_that_is_one_more_is_the_next_option(byte: int, n: int) -> None:
    one, next_one = Bytes(bytes([byte])).below(n), Bytes(bytes([byte + 1])).below(n)
    assert next_one == (one + 1) % n


@pytest.mark.parametrize("n", [2, 7, 142, 256, 4096])
def test_all_options_of_a_choice_are_nearly_as_likely(n: int) -> None:
    size = width(n)
    counts = [0] * n
    for value in range(min(256**size, 1 << 16)):
        counts[Bytes(value.to_bytes(size, "little")).below(n)] += 1
    assert max(counts) <= min(counts) * 17 / 16 + 1


@given(inputs, dialects)
def test_the_choices_of_bytes_make_the_same_case(data: bytes, dialect: str) -> None:
    given_plan = plan(dialect, deep=len(data) % 2 == 0)
    case, _ = drawn(data, given_plan, "a")
    again, used = replay(choices_of(data, given_plan), dialect, "a", deep=given_plan.deep)
    assert again == case
    assert used == choices_of(data, given_plan)


@given(inputs, dialects, st.integers(0, 40))
def test_what_a_case_does_not_ask_for_and_zeros_behind_it_mean_nothing(
    data: bytes, dialect: str, zeros: int
) -> None:
    case, used = drawn(data, plan(dialect), "a")
    assert drawn(data[:used], plan(dialect), "a") == (case, used)
    assert drawn(data + bytes(zeros), plan(dialect), "a") == (case, used)


@given(dialects)
def test_no_bytes_are_the_simplest_case(dialect: str) -> None:
    assert drawn(b"", plan(dialect), "a")[0] == replay([], dialect, "a")[0]
