"""Runs of another sort than the plain one: how they are asked for, read, and kept apart."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import UNSET

from harness.model import Ask, Case, Delta, DeltaEvent, Outcome
from harness.targets import Crew, wire
from harness.targets.batch import Batch, Shape
from harness.targets.folding import outcomes

BOTH = Shape(batch=True, stream=True)
STREAM = Shape(batch=False, stream=True)
WHOLE = Shape(batch=True, stream=False)
CASE = Case("a", "dsml", "abc", ((), (1, 2)))


def sent(*asks: Case | Ask, shape: Shape = BOTH) -> list[dict[str, Any]]:
    written: list[dict[str, Any]] = json.loads(Batch(asks).written(shape))
    return written


def read(ask: Ask, result: dict[str, Any], shape: Shape = STREAM) -> Outcome:
    answer = wire.read_run(json.dumps({"seq": 1, "results": [{"id": "a", **result}]}).encode(), full=True)
    assert answer.results is not UNSET
    return outcomes([ask], shape, answer.results)[0]


def test_an_ask_is_a_case_with_the_members_of_the_protocol() -> None:
    (plain,) = sent(CASE)
    assert plain["batch"]
    assert plain.keys().isdisjoint({"detail", "reuse", "interleave", "abandon_after"})
    asked = sent(
        Ask(CASE, detail="full", batch=False),
        Ask(CASE, reuse=True, abandon_after=2),
        Ask(CASE, interleave=True),
    )
    new = [{key: value for key, value in one.items() if plain.get(key) != value} for one in asked]
    assert new == [
        {"detail": "full", "batch": False},
        {"reuse": True, "abandon_after": 2},
        {"interleave": True},
    ]


def test_a_target_without_streams_is_asked_for_the_batch_whatever_is_wanted() -> None:
    assert [one["batch"] for one in sent(Ask(CASE, batch=False), shape=WHOLE)] == [True]
    assert [one["batch"] for one in sent(Ask(CASE, batch=False), shape=STREAM)] == [False]
    assert read(Ask(CASE, batch=False), {"batch": {"calls": []}, "streams": []}, WHOLE).batch is not None


def test_an_abandoned_stream_counts_for_the_time_limit() -> None:
    assert Batch([Ask(CASE, abandon_after=1)]).fed(BOTH) == Batch([CASE]).fed(BOTH) + 3


def test_a_batch_is_taken_apart_into_what_was_asked() -> None:
    asks = (Ask(CASE, detail="full"), Ask(CASE, reuse=True))
    assert [one.asks for one in Batch(asks, finish_twice=True).singly()] == [(asks[0],), (asks[1],)]
    assert all(one.finish_twice for one in Batch(asks, finish_twice=True).singly())


def test_full_detail_keeps_what_was_emitted_when_and_is_folded_as_well() -> None:
    feeds = [[{"text": "a"}], [], [{"text": "b"}, {"delta": {"index": 0, "name": "f"}}]]
    case = Case("a", "dsml", "abc", ((1, 2),))
    outcome = read(Ask(case, detail="full"), {"streams": [{"feeds": feeds, "finish": [{"text": "c"}]}]})
    (stream,) = outcome.streams
    assert stream is not None
    assert stream.emitted == (
        (DeltaEvent(text="a"),),
        (),
        (DeltaEvent(text="b"), DeltaEvent(delta=Delta(0, name="f"))),
        (DeltaEvent(text="c"),),
    )
    assert stream.text == "abc"
    assert [event.text for event in stream.events or ()] == ["ab", UNSET, "c"]


def test_an_error_in_full_detail_is_an_answer() -> None:
    case = Case("a", "dsml", "abc", ((1,),))
    outcome = read(Ask(case, detail="full"), {"streams": [{"error": {"kind": "exception"}, "feed": 1}]})
    assert outcome.streams[0] is not None
    assert outcome.streams[0].error is not None


@pytest.mark.parametrize(
    ("detail", "stream"),
    [
        ("full", {"events": []}),
        ("full", {"feeds": [[]], "finish": []}),
        ("full", {"feeds": [[], [], []], "finish": []}),
        ("full", {"feeds": [[], []]}),
        ("folded", {"feeds": [[], []], "finish": []}),
    ],
)
def test_another_detail_than_was_asked_for_is_malformed(detail: Any, stream: dict[str, Any]) -> None:
    case = Case("a", "dsml", "abc", ((1,),))
    with pytest.raises(wire.Malformed):
        read(Ask(case, detail=detail), {"streams": [stream]})


TEXT = 'so <tool_calls><invoke name="f"><parameter name="a">x</parameter></invoke></tool_calls> <tool'


@pytest.mark.parametrize("target", ["python", "go", "node"])
def test_each_kit_serves_every_sort_of_run(target: str) -> None:
    case = Case("a", "dsml", TEXT, ((), (5, 9, 30), (20, 20)))
    asks = (
        Ask(case),
        Ask(case, detail="full"),
        Ask(case, reuse=True),
        Ask(case, interleave=True),
        Ask(case, reuse=True, abandon_after=1),
        Ask(case, detail="full", reuse=True, interleave=True, abandon_after=2, batch=False),
    )
    with Crew([target]) as crew:
        made = crew.run(Batch(asks))[target]
        assert crew.faults == []
    assert [outcome.kind for outcome in made] == ["result"] * len(asks)
    plain = made[0].streams[0]
    assert plain is not None
    assert [event.text for event in plain.events or ()] == ["so ", UNSET, " <tool"]
    for ask, outcome in zip(asks, made, strict=True):
        assert (outcome.batch is not None) == ask.batch
        for chunking, stream in zip(case.chunkings, outcome.streams, strict=True):
            assert stream is not None
            assert stream.events == plain.events
            assert (stream.emitted and len(stream.emitted)) == (
                len(chunking) + 2 if ask.detail == "full" else None
            )
