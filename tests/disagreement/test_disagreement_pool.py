"""The pool and its rounds: what is new is kept, and who runs a case changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.disagreement import Entry, Making, Pool, case_of, is_fresh, made, novelty, pool
from harness.disagreement.novelty import ROUND
from harness.disagreement.pool import MENU
from harness.disagreement.spliced import LONGEST
from harness.generate import case_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.model import Case

BATCH = 64
MAKING = Making(7, "dsml")


def stand_in(case: Case) -> str:
    """What targets could have given: a tuple that is a matter of the text alone."""
    return f"{case.text.count('<') % 23} {case.text.count('</') % 5} {len(case.text) % 3}"


def fill(one: Pool, rounds: int, order: Iterable[int] = range(ROUND // BATCH)) -> Pool:
    """Do whole rounds, whose batches come back in this order, each made on its own."""
    order = list(order)
    for _ in range(rounds):
        first, menu = one.novelty.done, one.menu
        batches = {
            batch: [stand_in(case_of(one.making, first + batch * BATCH + i, menu)) for i in range(BATCH)]
            for batch in order
        }
        for batch in sorted(batches):
            for i, found in enumerate(batches[batch]):
                one.take(first + batch * BATCH + i, found)
    return one


def test_what_is_new_is_kept_and_what_is_not_is_not() -> None:
    one = Pool(MAKING)
    case = one.take(0, "a")
    assert case == case_at(7, 0, "dsml")
    assert one.take(1, "a") is None
    assert one.take(2, "b") is not None
    assert [entry.text for entry in one.entries] == [case_at(7, 0, "dsml").text, case_at(7, 2, "dsml").text]
    assert (one.novelty.done, len(one.novelty.times)) == (3, 2)


def test_cases_of_a_shard_are_taken_in_order_with_gaps_and_no_other_way() -> None:
    one = Pool(MAKING)
    one.take(64, "a")
    one.take(200, "b")
    for index in (200, 64, 0):
        with pytest.raises(ValueError, match="comes after"):
            one.take(index, "c")
    assert len(one.novelty.times) == 2


def test_the_menu_changes_at_the_end_of_a_round_alone() -> None:
    one = Pool(MAKING)
    for index in range(ROUND - 1):
        one.take(index, f"{index % 9}")
        assert not one.menu.entries
    one.take(ROUND - 1, "new")
    assert (one.menu.round, len(one.menu.entries)) == (1, 10)
    before = one.menu
    one.take(ROUND, "newer")
    assert one.menu is before


def test_only_cases_of_the_open_round_may_be_made() -> None:
    one = Pool(MAKING)
    assert one.may_begin(ROUND - 1)
    assert not one.may_begin(ROUND)
    fill(one, 1)
    assert one.may_begin(ROUND)
    assert not one.may_begin(2 * ROUND)


def test_the_rarest_tuples_are_served_first_and_all_get_their_turn() -> None:
    one = Pool(MAKING)
    tuples = [f"{n}" for n in range(MENU + 10)]
    often = set(tuples[:10])
    for index in range(ROUND):
        one.take(index, tuples[index] if index < len(tuples) else tuples[index % 10])
    made_of = {name: case_at(7, at, "dsml").text for at, name in enumerate(tuples)}
    texts = {name: text for name, text in made_of.items() if len(text) <= LONGEST}
    kept_often = often & texts.keys()
    assert len(one.menu.entries) == MENU
    assert {entry.text for entry in one.menu.entries} >= {
        texts[name] for name in texts if name not in kept_often
    }
    served: set[str] = set()
    for index in range(ROUND, 40 * ROUND):
        served |= {entry.text for entry in one.menu.entries}
        one.take(index, tuples[index % len(tuples)])
    assert served == set(texts.values())


def test_the_same_cases_come_whichever_worker_is_first() -> None:
    there, back = fill(Pool(MAKING), 2), fill(Pool(MAKING), 2, reversed(range(ROUND // BATCH)))
    assert there.menu.entries
    assert (there.menu, there.entries) == (back.menu, back.entries)


def test_a_pool_that_is_told_the_same_once_more_goes_on_as_if_nothing_had_been() -> None:
    whole, keys = Pool(MAKING), []
    for index in range(ROUND + 150):
        keys.append(stand_in(case_of(MAKING, index, whole.menu)))
        whole.take(index, keys[-1])
    again = Pool(MAKING)
    for index, key in enumerate(keys):
        again.take(index, key)
    assert again.menu.entries
    assert (again.menu, again.entries) == (whole.menu, whole.entries)


def test_another_seed_gives_other_cases() -> None:
    menu = fill(Pool(MAKING), 1).menu
    for at in range(16):
        assert case_of(MAKING, at, menu).text != case_of(Making(8, "dsml"), at, menu).text


def test_a_pool_that_is_full_lets_the_most_common_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST", 3)
    one = Pool(MAKING)
    for index, found in enumerate("abbccc"):
        one.take(index, found)
    one.take(6, "d")
    assert [entry.text for entry in one.entries] == [case_at(7, at, "dsml").text for at in (0, 1, 6)]
    assert len(one.novelty.times) == 4


def test_a_pool_takes_no_new_tuples_beyond_its_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(novelty, "MOST_TUPLES", 2)
    one = Pool(MAKING)
    assert [one.take(index, found) is not None for index, found in enumerate("abcc")] == [
        True,
        True,
        False,
        False,
    ]
    assert len(one.novelty.times) == 2


def test_the_curve_never_falls_and_ends_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(novelty, "_POINTS", 4)
    one = Pool(MAKING)
    for index in range(20 * ROUND + 3):
        one.take(index, f"{int(index**0.5)}")
    curve = one.novelty.curve
    assert list(curve) == sorted(curve)
    assert curve[-1] == (one.novelty.done, len(one.novelty.times))
    assert len(curve) <= 6


def test_cases_that_are_brought_are_mutated_in_the_first_round() -> None:
    brought = [case_at(3, index, "dsml") for index in range(40)]
    one = Pool(MAKING)
    one.bring((Entry(case.text, case.tools, None), stand_in(case)) for case in brought)
    assert one.menu.entries
    assert all(entry.text in {case.text for case in brought} for entry in one.menu.entries)
    mutated = [
        case_of(MAKING, index, one.menu) for index in range(64) if not is_fresh(MAKING, index, one.menu)
    ]
    assert mutated
    one.take(0, "new")
    with pytest.raises(ValueError, match="begun"):
        one.bring([])


@settings(max_examples=25)
@given(st.lists(st.sampled_from("abcdef"), max_size=40))
def test_as_many_are_kept_as_there_are_tuples(found: Sequence[str]) -> None:
    one = Pool(MAKING)
    kept = [one.take(index, name) is not None for index, name in enumerate(found)]
    long = [len(case_at(7, index, "dsml").text) > LONGEST for index in range(len(found))]
    first = [name not in found[:index] for index, name in enumerate(found)]
    assert kept == [new and not late for new, late in zip(first, long, strict=True)]
    assert len(one.novelty.times) == len(set(found))


def test_a_case_that_is_kept_is_the_one_that_was_run() -> None:
    one = fill(Pool(MAKING), 1)
    for index in range(ROUND, ROUND + 64):
        case = case_of(MAKING, index, one.menu)
        assert made(MAKING, index, one.menu)[0] == case
        kept = one.take(index, f"{index}")
        assert kept == (None if len(case.text) > LONGEST else case)
