"""``isolation``: what it asks for, and how it tells what leaves a trace."""

from __future__ import annotations

import pytest

from harness.model import Outcome, Reading
from harness.oracles.difference import reading_of
from harness.oracles.isolation import KINDS, ORACLE, judge
from tests.oracles.build import ALL, case, gave, text, threw

RIGHT = reading_of((text("hi"),))
WRONG = reading_of((text("ho"),))
FRESH = {"one": gave(text("hi"))}


def answers(*readings: Reading | None) -> Outcome:
    return Outcome("result", streams=readings)


def test_it_asks_for_reuse_an_abandoned_stream_and_streams_in_turn() -> None:
    assert ORACLE.asks is not None
    reuse, abandon, turn = ORACLE.asks(case("four"))
    assert [ask.case.chunkings for ask in (reuse, abandon, turn)] == [((1, 2), (), (1, 2))] * 3
    assert (reuse.reuse, reuse.abandon_after, reuse.interleave) == (True, None, False)
    assert (abandon.reuse, abandon.abandon_after, abandon.interleave) == (True, 1, False)
    assert (turn.reuse, turn.abandon_after, turn.interleave) == (False, None, True)
    assert not any(ask.batch for ask in (reuse, abandon, turn))


def test_the_same_answers_as_the_fresh_ones_leave_no_trace() -> None:
    asked = {"one": (answers(RIGHT, RIGHT, RIGHT),) * 3}
    assert judge(case(), asked, FRESH, {"one": ALL}) is None


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("way", range(3))
def test_the_ask_that_differs_first_gives_the_kind(place: int, way: int) -> None:
    right, wrong = answers(RIGHT, RIGHT, RIGHT), answers(*[WRONG if i == way else RIGHT for i in range(3)])
    asked = {"one": (*(right,) * place, *(wrong,) * (3 - place))}
    found = judge(case(), asked, FRESH, {"one": ALL})
    assert found is not None
    assert (found.kind, found.targets, found.chunkings) == (KINDS[place], ("one",), (2,))


def test_an_error_that_a_fresh_parser_throws_too_is_no_trace() -> None:
    fresh = {"one": Outcome("result", streams=(threw(), threw(), threw()))}
    asked = {"one": (answers(RIGHT, RIGHT, RIGHT),) * 3}
    assert judge(case(), asked, fresh, {"one": ALL}) is None


def test_an_error_that_only_a_used_parser_throws_is_a_trace() -> None:
    asked = {"one": (answers(RIGHT, threw(), RIGHT),) * 3}
    found = judge(case(), asked, FRESH, {"one": ALL})
    assert found is not None
    assert found.kind == KINDS[0]


def test_a_used_parser_that_dies_is_told() -> None:
    right = answers(RIGHT, RIGHT, RIGHT)
    asked = {"one": (right, Outcome("hang", detail="no answer within 2.0 s"), right)}
    found = judge(case(), asked, FRESH, {"one": ALL})
    assert found is not None
    assert (found.oracle, found.kind) == ("isolation", "hang")


def test_a_chunking_that_is_not_promised_is_not_compared() -> None:
    asked = {"one": (answers(None, RIGHT, None),) * 3}
    assert judge(case(), asked, FRESH, {"one": ALL}) is None
