"""Tuples: coarse enough to come again, fine enough to tell who disagrees, and how."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from harness.disagreement import tuple_of
from harness.model import Call, Case, Event, Outcome, ParserError, Reading

TEXT = "abcd"
CASE = Case("1:1", "dsml", TEXT, ((), (1, 2, 3), (2,), (0, 2, 2), (0, 4)))


def read(*events: Event, error: ParserError | None = None, saw: bool = False) -> Reading:
    calls = tuple(event.call for event in events if isinstance(event.call, Call))
    return Reading(calls, "", None, events, saw, error)


def call(**arguments: Any) -> Event:
    return Event(call=Call("f", arguments))


def same(reading: Reading) -> Outcome:
    return Outcome("result", reading, (reading,) * len(CASE.chunkings))


SAID = Event(text="x")
GIVEN = same(read(SAID, call(a="x")))


def test_targets_that_give_the_same_are_named_together_in_any_order() -> None:
    one = tuple_of(CASE, {"go": GIVEN, "node": same(read(SAID, call(a="x")))})
    assert one == tuple_of(CASE, {"node": GIVEN, "go": GIVEN})
    assert one.split(" ")[0] == "go+node"


def test_who_disagrees_is_a_part_of_the_tuple() -> None:
    other = same(read(SAID))
    assert tuple_of(CASE, {"go": GIVEN, "node": other}) != tuple_of(CASE, {"go": other, "node": GIVEN})


def test_names_and_values_play_no_part_and_sorts_of_values_do() -> None:
    def told(*events: Event) -> str:
        return tuple_of(CASE, {"go": same(read(*events))})

    assert told(call(a="x")) == told(call(other="another"))
    assert told(call(a=1)) == told(call(a=2.5, b=7))
    sorts: list[Any] = ["x", "", 1, None, {}, {"a": 1}, [], [1]]
    assert len({told(call(a=value)) for value in sorts}) == len(sorts)
    assert told(SAID, call(a="x")) != told(call(a="x"), SAID)


def test_many_calls_are_told_like_more() -> None:
    def told(times: int) -> str:
        return tuple_of(CASE, {"go": same(read(SAID, *[call(a="x")] * times))})

    assert told(1) != told(2) == told(3) == told(300)


def test_a_long_answer_is_told_by_its_beginning() -> None:
    def told(times: int) -> str:
        return tuple_of(CASE, {"go": same(read(*[SAID, call(a="x")] * times))})

    assert told(1) != told(4) == told(5)
    assert len(told(50)) < 40


def test_ends_errors_by_class_and_the_flag_alone_are_told_apart() -> None:
    def thrown(message: str) -> Outcome:
        return same(read(error=ParserError("exception", message)))

    outcomes = [
        Outcome("hang"),
        Outcome("crash"),
        GIVEN,
        thrown("KeyError: 'a'"),
        thrown("ValueError: no"),
        same(read(SAID)),
        same(read(SAID, saw=True)),
    ]
    assert len({tuple_of(CASE, {"go": outcome}) for outcome in outcomes}) == len(outcomes)
    one, other = thrown("KeyError: 'a'"), thrown("KeyError: 'b'")
    assert tuple_of(CASE, {"go": one}) == tuple_of(CASE, {"go": other})


def test_the_class_of_feeding_that_gives_another_answer_is_told() -> None:
    right, wrong = read(call(a="x")), read(SAID)

    def told(*wrong_at: int) -> str:
        streams = tuple([wrong if at in wrong_at else right for at in range(len(CASE.chunkings))])
        return tuple_of(CASE, {"go": Outcome("result", right, streams)})

    assert len({told(), told(0), told(1), told(2)}) == 4
    assert told(2) == told(3), "both are some cuts"
    assert told(0, 4) != told(0), (
        "the whole text with empty chunks is the whole text, and it gave two answers"
    )


def test_a_target_that_has_no_stream_or_refuses_a_cutting_is_told_by_the_rest() -> None:
    right = read(SAID)
    assert tuple_of(CASE, {"go": Outcome("result", right)}) == "go b:t"
    assert tuple_of(CASE, {"go": Outcome("result", None, (right, None, None, None, None))}) == "go w:t"


@given(st.lists(st.sampled_from([SAID, Event(reasoning="x"), call(), call(a="x"), call(b=1)]), max_size=9))
def test_readings_that_are_equal_give_equal_tuples_whether_shared_or_not(events: list[Event]) -> None:
    apart = Outcome("result", read(*events), tuple([read(*events) for _ in CASE.chunkings]))
    assert tuple_of(CASE, {"go": apart}) == tuple_of(CASE, {"go": same(read(*events))})
