"""``isolation``: what it asks for, and how it tells what leaves a trace."""

from __future__ import annotations

import pytest

from harness.model import Outcome, Reading
from harness.oracles.difference import reading_of
from harness.oracles.isolation import ABANDONED, IN_TURN, ORACLE, REUSED, judge
from tests.oracles.build import ALL, case, gave, text, threw

RIGHT = reading_of((text("hi"),))
WRONG = reading_of((text("ho"),))
FRESH = {"one": gave(text("hi"))}


def answers(*readings: Reading | None) -> Outcome:
    return Outcome("result", streams=readings)


def test_it_asks_for_a_used_parser_with_an_abandoned_stream_and_for_streams_in_turn() -> None:
    assert ORACLE.asks is not None
    used, turn = ORACLE.asks(case("four"))
    assert [ask.case.chunkings for ask in (used, turn)] == [((1, 2), ())] * 2
    assert (used.reuse, used.abandon_after, used.interleave) == (True, 1, False)
    assert (turn.reuse, turn.abandon_after, turn.interleave) == (False, None, True)
    assert not any(ask.batch for ask in (used, turn))


def test_the_same_answers_as_the_fresh_ones_leave_no_trace() -> None:
    asked = {"one": (answers(RIGHT, RIGHT),) * 2}
    assert judge(case(), asked, FRESH, {"one": ALL}) is None


@pytest.mark.parametrize(
    ("used", "turn", "kind"),
    [
        ((WRONG, RIGHT), (RIGHT, RIGHT), ABANDONED),
        ((WRONG, WRONG), (WRONG, RIGHT), ABANDONED),
        ((RIGHT, WRONG), (RIGHT, WRONG), REUSED),
        ((RIGHT, RIGHT), (WRONG, RIGHT), IN_TURN),
        ((RIGHT, RIGHT), (RIGHT, WRONG), IN_TURN),
    ],
)
def test_the_stream_that_differs_first_gives_the_kind(
    used: tuple[Reading, Reading], turn: tuple[Reading, Reading], kind: str
) -> None:
    asked = {"one": (answers(*used), answers(*turn))}
    found = judge(case(), asked, FRESH, {"one": ALL})
    assert found is not None
    assert (found.kind, found.targets, found.chunkings) == (kind, ("one",), (2,))


def test_an_error_that_a_fresh_parser_throws_too_is_no_trace() -> None:
    fresh = {"one": Outcome("result", streams=(threw(), threw(), threw()))}
    asked = {"one": (answers(RIGHT, RIGHT),) * 2}
    assert judge(case(), asked, fresh, {"one": ALL}) is None


def test_an_error_that_only_a_used_parser_throws_is_a_trace() -> None:
    asked = {"one": (answers(RIGHT, threw()),) * 2}
    found = judge(case(), asked, FRESH, {"one": ALL})
    assert found is not None
    assert found.kind == REUSED


def test_a_used_parser_that_dies_is_told() -> None:
    asked = {"one": (answers(RIGHT, RIGHT), Outcome("hang", detail="no answer within 2.0 s"))}
    found = judge(case(), asked, FRESH, {"one": ALL})
    assert found is not None
    assert (found.oracle, found.kind) == ("isolation", "hang")


def test_a_chunking_that_is_not_promised_is_not_compared() -> None:
    asked = {"one": (answers(None, RIGHT),) * 2}
    assert judge(case(), asked, FRESH, {"one": ALL}) is None
