"""The passes over a choice list: what they try, in which order, and where they go on after a success."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.model import Case, Violation
from harness.shrink import Budget
from harness.shrink.choices import shrink_choices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from harness.shrink import Choices

    Step = tuple[Choices, Choices, bool]

FOUND = Violation("truth", ("one",), "value differs", "")
SIZES = (64, 32, *range(20, 0, -1))


def case_of(choices: Choices, text: str = "") -> Case:
    return Case(",".join(map(str, choices)), "dsml", text, ((),))


def plain(choices: Choices) -> tuple[Case, Choices]:
    """Rebuild a list as it is; the case tells which list it is of."""
    return case_of(choices), choices


def tried(
    start: Choices,
    holds: Callable[[Choices], bool] = lambda _: False,
    rebuild: Callable[[Choices], tuple[Case, Choices]] = plain,
    **limits: int,
) -> tuple[Choices, list[Choices]]:
    """Shrink, and give what came out and all that were asked, one by one."""
    asked: list[Choices] = []

    def question(cases: Sequence[Case]) -> list[Violation | None]:
        (case,) = cases
        choices = tuple(int(word) for word in case.id.split(",") if word)
        asked.append(choices)
        return [FOUND if holds(choices) else None]

    budget = Budget(question, calls=limits.get("calls", 100_000), seconds=600, at_once=1)
    choices, case, violation = shrink_choices(start, (case_of(start), FOUND), rebuild, budget)
    assert case == rebuild(choices)[0]
    assert violation == FOUND
    return choices, asked


def deletions(choices: Choices) -> Iterator[Choices]:
    for size in SIZES:
        for at in reversed(range(len(choices) - size + 1)):
            yield choices[:at] + choices[at + size :]


def zeroings(choices: Choices) -> Iterator[Choices]:
    for size in (16, 8, 4, 2):
        for at in range(0, len(choices) - size + 1, size // 2):
            yield choices[:at] + (0,) * size + choices[at + size :]


def zeroings_of(choices: Choices) -> list[Choices]:
    """Leave out those that change nothing."""
    return [zeroed for zeroed in zeroings(choices) if zeroed != choices]


def lowerings(choices: Choices) -> Iterator[Choices]:
    for at, value in enumerate(choices):
        for lower in sorted({0, 1, 2, value // 2, value - 1}):
            if 0 <= lower < value:
                yield (*choices[:at], lower, *choices[at + 1 :])


def test_of_a_short_list_each_run_is_left_out_then_pairs_are_zeroed_then_values_are_lowered() -> None:
    choices, asked = tried((3, 9, 1))
    assert choices == (3, 9, 1)
    assert asked == [
        (),
        (3,),
        (1,),
        (3, 9),
        (3, 1),
        (9, 1),
        (0, 0, 1),
        (3, 0, 0),
        (0, 9, 1),
        (1, 9, 1),
        (2, 9, 1),
        (3, 0, 1),
        (3, 1, 1),
        (3, 2, 1),
        (3, 4, 1),
        (3, 8, 1),
        (3, 9, 0),
    ]


@pytest.mark.parametrize("length", [17, 40, 70])
def test_of_a_long_list_runs_of_each_size_are_tried_and_nothing_twice(length: int) -> None:
    start = tuple(at % 7 + 1 for at in range(length))
    expected = dict.fromkeys([*deletions(start), *zeroings(start), *lowerings(start)])
    _, asked = tried(start)
    assert asked == list(expected)


@settings(max_examples=20)
@given(st.lists(st.integers(0, 9), max_size=18).map(tuple))
def test_nothing_is_drawn_that_cannot_be_smaller(start: Choices) -> None:
    drawn: list[Choices] = []

    def rebuild(choices: Choices) -> tuple[Case, Choices]:
        drawn.append(choices)
        return plain(choices)

    tried(start, rebuild=rebuild)
    assert all((len(choices), choices) < (len(start), start) for choices in drawn[:-1])
    assert len(drawn) - 1 == len([*deletions(start), *zeroings_of(start), *lowerings(start)])


@settings(max_examples=40)
@given(st.lists(st.integers(0, 9), max_size=6).map(tuple))
def test_all_that_is_asked_is_shorter_or_of_the_same_length_and_lower(start: Choices) -> None:
    _, asked = tried(start)
    assert all((len(choices), choices) < (len(start), start) for choices in asked)
    assert len(asked) == len(set(asked))
    expected = {*deletions(start), *zeroings(start), *lowerings(start)} - {start}
    assert set(asked) == expected


def walked(asked: Sequence[Choices], start: Choices, holds: Callable[[Choices], bool]) -> Iterator[Step]:
    """Pair each list that was asked with the best before it, and say whether it held."""
    best = start
    for candidate in asked:
        yield best, candidate, holds(candidate)
        if holds(candidate):
            best = candidate


@pytest.mark.parametrize("needed", [{1, 12, 30}, {*range(1, 31)} - {15, 20, 21}])
def test_after_a_success_it_goes_on_with_runs_of_the_same_size(needed: set[int]) -> None:
    start = tuple(range(1, 31))

    def holds(choices: Choices) -> bool:
        return needed <= set(choices)

    choices, asked = tried(start, holds)
    assert set(choices) == needed
    steps = takewhile(lambda step: len(step[1]) < len(step[0]), walked(asked, start, holds))
    sizes = [(len(best) - len(candidate), len(best), held) for best, candidate, held in steps]
    assert [size for size, _, _ in sizes] == sorted((size for size, _, _ in sizes), reverse=True)
    for (size, length, held), (then, _, _) in pairwise(sizes):
        if held and length - size > size:
            assert then == size


def test_after_a_success_it_goes_on_lowering_at_the_same_place() -> None:
    start = (9, 1, 9)

    def holds(choices: Choices) -> bool:
        return len(choices) == 3 and choices[0] >= 5 and choices[2] >= 5

    _, asked = tried(start, holds)
    from_here = asked[asked.index((0, 1, 9)) :]
    steps = list(takewhile(lambda step: len(step[1]) == 3, walked(from_here, start, holds)))
    places = [next(at for at in range(3) if best[at] != candidate[at]) for best, candidate, _ in steps]
    assert places == sorted(places)
    assert [candidate for _, candidate, held in steps if held] == [
        *((first, 1, 9) for first in (8, 7, 6, 5)),
        (5, 0, 9),
        *((5, 0, last) for last in (8, 7, 6, 5)),
    ]


def test_passes_are_repeated_until_none_helps() -> None:
    def holds(choices: Choices) -> bool:
        """A value has to be low before anything can go."""
        return len(choices) == 4 or (len(choices) == 2 and choices[0] == 0)

    choices, _ = tried((5, 5, 5, 5), lambda some: holds(some) or some == (0, 0))
    assert choices == (0, 0)


def test_what_was_really_used_counts_and_not_what_was_proposed() -> None:
    def rebuild(choices: Choices) -> tuple[Case, Choices]:
        used = (*choices[:2], *(0,) * (2 - len(choices)))
        return case_of(used), used

    choices, asked = tried((2, 2), lambda some: some[0] == 2, rebuild)
    assert choices == (2, 0)
    assert asked[0] == (0, 0), "a shorter list was asked for, and drawn with zeros behind it"
    assert asked.count((0, 0)) == 1


@pytest.mark.parametrize(("at_first", "longest"), [(1, 500), (250, 500), (300, 600)])
def test_a_text_may_grow_to_twice_its_length_or_to_five_hundred_characters(
    at_first: int, longest: int
) -> None:
    for length in (longest, longest + 1):
        start = Case("t", "dsml", "x" * at_first, ((),))
        budget = Budget(lambda cases: [FOUND for _ in cases], calls=99, seconds=600, at_once=1)

        def rebuild(choices: Choices, length: int = length) -> tuple[Case, Choices]:
            return case_of(choices, "x" * length), choices

        choices, _, _ = shrink_choices((7,), (start, FOUND), rebuild, budget)
        assert choices == (() if length == longest else (7,))


@pytest.mark.parametrize("calls", [1, 5, 9])
def test_it_ends_where_the_budget_does(calls: int) -> None:
    start = (9,) * 12
    choices, asked = tried(start, lambda some: len(some) > 6, calls=calls)
    assert len(asked) == calls
    assert len(choices) == min((len(some) for some in asked if len(some) > 6), default=12)
