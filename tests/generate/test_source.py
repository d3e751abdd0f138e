"""The choice source, and what it promises to those who shrink and those who replay."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.generate import Source, case_at, draw_case, record, replay
from harness.generate.source import Recording, Replay, Seeded

INDEX = st.integers(0, 50_000)
ANY_LIST = st.lists(st.integers(-(2**40), 2**40) | st.integers(0, 8), max_size=200)


@given(INDEX, INDEX)
@settings(max_examples=200, deadline=None)
def test_recording_changes_nothing_and_replaying_gives_the_same_case(seed: int, index: int) -> None:
    case, choices = record(seed, index, "dsml")
    assert case == case_at(seed, index, "dsml")
    assert replay(choices, "dsml", case.id) == (case, choices)


@given(ANY_LIST)
@settings(max_examples=300, deadline=None)
def test_any_list_of_integers_is_a_case_and_its_normal_form_is_the_same_case(choices: list[int]) -> None:
    case, used = replay(choices, "dsml", "x")
    assert replay(used, "dsml", "x") == (case, used)
    assert min(used) >= 0


@given(INDEX, st.data())
@settings(max_examples=150, deadline=None)
def test_cutting_and_lowering_choices_still_gives_a_case(index: int, data: st.DataObject) -> None:
    _, choices = record(3, index, "dsml")
    start = data.draw(st.integers(0, len(choices)))
    length = data.draw(st.integers(0, 40))
    shorter = [*choices[:start], *choices[start + length :]]
    lower = [choice // data.draw(st.integers(1, 3)) for choice in shorter]
    case, used = replay(lower, "dsml", "x")
    assert replay(used, "dsml", "x") == (case, used)
    assert case.knowledge == "underived" or case.answers


def test_what_is_out_of_range_is_clamped_and_past_the_end_is_zero() -> None:
    source = Replay([7, -3, 2])
    assert [source.below(3), source.below(3), source.below(9), source.below(5)] == [2, 0, 2, 0]


@given(
    st.lists(st.tuples(st.sampled_from(["below", "chance", "pick"]), st.integers(1, 70)), max_size=60), INDEX
)
@settings(max_examples=200, deadline=None)
def test_the_fast_helpers_choose_what_the_plain_ones_would(steps: list[tuple[str, int]], index: int) -> None:
    fast, plain = Seeded(1, index), Source(Seeded(1, index).below)

    def take(source: Source, kind: str, n: int) -> int:
        if kind == "below":
            return source.below(n)
        return source.pick(range(n)) if kind == "pick" else source.chance(n // 2, n)

    for kind, n in steps:
        assert take(fast, kind, n) == take(plain, kind, n)


def test_zero_is_no_and_the_first() -> None:
    zero = Source(lambda _: 0)
    assert not zero.chance(6, 7)
    assert zero.pick("xyz") == "x"
    assert zero.below(5) == 0


def test_a_recording_holds_one_number_for_each_decision() -> None:
    source = Recording(Seeded(0, 0))
    source.below(4)
    source.chance(1, 2)
    source.pick("ab")
    assert len(source.choices) == 3


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_the_same_generator_runs_on_hypothesis(data: st.DataObject) -> None:
    source = Source(lambda n: data.draw(st.integers(0, n - 1)))
    case = draw_case(source, "dsml", "drawn")
    assert case.knowledge == "underived" or case.answers
