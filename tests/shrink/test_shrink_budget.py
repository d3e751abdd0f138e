"""What a shrink may cost: cases are counted, asked in batches in their order, and none is asked too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from harness.model import Case, Violation
from harness.shrink import Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FOUND = Violation("split", ("one",), "text lost", "")


def cases(number: int) -> list[Case]:
    return [Case("t", "dsml", str(at), ((),)) for at in range(number)]


def asking(
    shows: Callable[[Case], bool], *, calls: int = 100, seconds: float = 600, at_once: int = 3
) -> tuple[Budget, list[list[str]]]:
    """Give a budget, and the list that its batches will stand in."""
    batches: list[list[str]] = []

    def question(some: Sequence[Case]) -> list[Violation | None]:
        batches.append([case.text for case in some])
        return [FOUND if shows(case) else None for case in some]

    return Budget(question, calls=calls, seconds=seconds, at_once=at_once), batches


def test_cases_are_asked_in_their_order_a_batch_at_a_time_until_one_shows_it() -> None:
    budget, batches = asking(lambda case: case.text in {"4", "5"})
    every = cases(9)
    assert budget.first(every) == (4, every[4], FOUND)
    assert batches == [["0", "1", "2"], ["3", "4", "5"]]
    assert budget.used == 6
    assert budget.ran_out is False


def test_where_none_shows_it_all_are_asked_once_and_nothing_has_run_out() -> None:
    budget, batches = asking(lambda _: False)
    assert budget.first(cases(7)) is None
    assert [len(batch) for batch in batches] == [3, 3, 1]
    assert budget.used == 7
    assert budget.verdict() == "finished after 7 runs"
    assert budget.first([]) is None
    assert budget.used == 7


def test_no_case_is_asked_that_the_budget_does_not_hold() -> None:
    budget, batches = asking(lambda case: case.text == "8", calls=8)
    assert budget.first(cases(9)) is None
    assert [len(batch) for batch in batches] == [3, 3, 2]
    assert budget.ran_out
    assert budget.verdict() == "out of budget after 8 runs"
    assert budget.first(cases(1)) is None
    assert len(batches) == 3


def test_what_the_last_run_found_is_told_and_then_nothing_is_left() -> None:
    budget, _ = asking(lambda case: case.text == "3", calls=4)
    found = budget.first(cases(9))
    assert found is not None
    assert found[0] == 3
    assert budget.verdict() == "finished after 4 runs"
    assert budget.exhausted()
    assert budget.exhausted(), "once it has run out, it stays so"
    assert budget.verdict() == "out of budget after 4 runs"


def test_the_clock_ends_it_like_the_number_of_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    budget, batches = asking(lambda _: True, seconds=60)
    now = 1_059.5
    assert budget.holds(cases(1)[0]) == FOUND
    now = 1_060.0
    assert budget.holds(cases(1)[0]) is None
    assert len(batches) == 1
    assert budget.ran_out
    now = 1_000.0
    assert budget.exhausted(), "a clock that is set back gives no time back"


def test_one_case_is_asked_as_it_is() -> None:
    budget, batches = asking(lambda case: case.text == "1")
    assert [budget.holds(case) for case in cases(3)] == [None, FOUND, None]
    assert batches == [["0"], ["1"], ["2"]]


def test_candidates_are_made_no_sooner_than_they_are_asked() -> None:
    made: list[int] = []

    def candidates() -> Iterator[Case]:
        for at, case in enumerate(cases(9)):
            made.append(at)
            yield case

    budget, _ = asking(lambda case: case.text == "1")
    assert budget.first(candidates()) is not None
    assert made == [0, 1, 2]


@pytest.mark.parametrize("answers", [1, 3])
def test_answers_that_are_too_few_or_too_many_are_no_answers(answers: int) -> None:
    budget = Budget(lambda _: [None] * answers, calls=9, seconds=600, at_once=2)
    with pytest.raises(ValueError, match="argument"):
        budget.first(cases(2))
