"""From answer lines to readings."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.model import Call, Case, Event, Outcome
from harness.targets import wire
from harness.targets.batch import Shape
from harness.targets.folding import folded, outcomes

BOTH = Shape(batch=True, stream=True)


def read(streams: Any, chunkings: Any = ((), (1,), (2,)), batch: dict[str, Any] | None = None) -> Outcome:
    case = Case("t:0", "dsml", "abc", chunkings)
    result = {"id": "t:0", "batch": batch or {"calls": []}, "streams": streams}
    answer = wire.read_run(json.dumps({"seq": 1, "results": [result]}).encode())
    return outcomes([case], BOTH, answer.results)[0]


def stream_of(*events: Any) -> Any:
    return read([{"events": list(events)}], [()]).streams[0]


# ---------------------------------------------------------------- same_as


def test_same_as_gives_the_very_object_it_points_to() -> None:
    outcome = read([{"events": [{"text": "abc"}]}, {"same_as": 0}, {"same_as": 0}])
    assert outcome.streams[1] is outcome.streams[0]
    assert outcome.streams[2] is outcome.streams[0]


@pytest.mark.parametrize(
    "streams",
    [
        [{"same_as": 0}, {"events": []}, {"events": []}],
        [{"events": []}, {"same_as": 2}, {"events": []}],
        [{"events": []}, {"same_as": 0}, {"same_as": 1}],
        [{"events": []}, {"same_as": -1}, {"events": []}],
        [{"events": []}, {"same_as": 9}, {"events": []}],
    ],
)
def test_same_as_that_points_to_no_earlier_full_entry_is_malformed(streams: Any) -> None:
    with pytest.raises(wire.Malformed):
        read(streams)


@pytest.mark.parametrize("number", [0, 1, 2, 4])
def test_another_number_of_streams_than_chunkings_is_malformed(number: int) -> None:
    with pytest.raises(wire.Malformed, match="for 3 chunkings"):
        read([{"events": []}] * number)


# ---------------------------------------------------------------- the second finish


def test_a_second_finish_is_read_folded_and_none_where_it_was_not_told() -> None:
    outcome = read(
        [
            {"events": []},
            {"events": [], "second_finish": []},
            {"events": [], "second_finish": [{"text": "a"}, {"text": ""}, {"text": "b"}]},
        ]
    )
    told = [stream.second_finish for stream in outcome.streams if stream is not None]
    assert told == [None, (), (Event(text="ab"),)]


def test_what_a_second_finish_threw_stands_beside_the_answer() -> None:
    entry = {"events": [{"text": "abc"}], "second_error": {"kind": "exception", "message": "closed"}}
    stream = read([entry], [()]).streams[0]
    assert stream is not None
    assert (stream.text, stream.error, stream.second_finish) == ("abc", None, None)
    assert stream.second_error is not None
    assert stream.second_error.message == "closed"


# ---------------------------------------------------------------- events


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"other": 1},
        {"text": "a", "reasoning": "b"},
        {"text": "a", "call": {"name": "f", "input": {}}},
        {"text": "a", "delta": {"index": 0}},
        {"call": {"name": "f"}},
        {"call": {"name": "f", "input": {}, "arguments_raw": "{"}},
        {"call": {"name": 1, "input": {}}},
        {"delta": {"index": -1}},
        {"text": None},
    ],
)
def test_an_event_without_exactly_one_right_member_is_malformed(event: dict[str, Any]) -> None:
    with pytest.raises(wire.Malformed):
        stream_of(event)


def test_neighbouring_texts_are_joined_and_empty_ones_go() -> None:
    reading = stream_of({"text": "a"}, {"text": ""}, {"text": "b"}, {"reasoning": "r"}, {"reasoning": "s"})
    assert reading.events == (Event(text="ab"), Event(reasoning="rs"))
    assert (reading.text, reading.reasoning) == ("ab", "rs")


def test_a_call_ends_the_text_before_it() -> None:
    call = {"name": "f", "input": {"x": [1]}}
    reading = stream_of({"text": "a"}, {"call": call}, {"text": "b"}, {"call": call})
    assert [event.text for event in reading.events[::2]] == ["a", "b"]
    assert reading.calls == (Call("f", {"x": [1]}),) * 2
    assert reading.text == "ab"


def test_deltas_become_one_call_at_the_place_of_the_first() -> None:
    reading = stream_of(
        {"text": "a"},
        {"delta": {"index": 0, "id": "c1", "name": "f"}},
        {"delta": {"index": 1, "name": "g", "arguments": ""}},
        {"delta": {"index": 0, "arguments": '{"x":'}},
        {"text": "b"},
        {"delta": {"index": 0, "arguments": " 1}"}},
        {"text": "c"},
    )
    assert reading.events == (
        Event(text="a"),
        Event(call=Call("f", {"x": 1})),
        Event(call=Call("g", {})),
        Event(text="bc"),
    )


@pytest.mark.parametrize("raw", ['{"x":', "nonsense", "[1]", "1", '{"a":NaN}'])
def test_arguments_that_join_to_no_object_stay_raw(raw: str) -> None:
    reading = stream_of({"delta": {"index": 0, "name": "f", "arguments": raw}})
    assert reading.calls == (Call("f", arguments_raw=raw),)


def test_a_stream_that_failed_is_a_reading_with_the_error() -> None:
    error = {"kind": "exception", "message": "no", "trace": "…"}
    inside, beside = read(
        [{"error": {**error, "feed": 1}}, {"error": error, "feed": 1}], [(), (1,)], {"error": error}
    ).streams
    assert inside.error.kind == "exception"
    assert inside == beside
    assert inside.error.feed == 1
    assert inside.events is None


def test_a_batch_keeps_what_it_says_and_nothing_else() -> None:
    assert read([{"events": []}], [()], {"calls": []}).batch.text is None
    batch = read(
        [{"events": []}], [()], {"calls": [], "text": "", "events": [], "saw_tool_syntax": True}
    ).batch
    assert (batch.text, batch.events, batch.saw, batch.reasoning) == ("", (), True, None)


@pytest.mark.parametrize("batch", [{"text": "a"}, {"calls": [{"input": {}}]}, {"calls": [{"name": "f"}]}])
def test_a_batch_without_calls_or_error_is_malformed(batch: dict[str, Any]) -> None:
    with pytest.raises(wire.Malformed):
        read([{"events": []}], [()], batch)


# ---------------------------------------------------------------- for all answers

texts = st.text(st.characters(), max_size=3)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
inputs = st.dictionaries(texts, values, max_size=3)
calls = st.builds(Call, texts, inputs)
events = st.lists(
    st.builds(Event, text=texts) | st.builds(Event, reasoning=texts) | st.builds(Event, call=calls),
    max_size=6,
)


def written(event_list: list[dict[str, Any]]) -> bytes:
    return json.dumps({"seq": 0, "results": [{"id": "t:0", "streams": [{"events": event_list}]}]}).encode()


def as_dict(event: Event) -> dict[str, Any]:
    if isinstance(event.call, Call):
        return {"call": {"name": event.call.name, "input": event.call.input}}
    return {"text": event.text} if isinstance(event.text, str) else {"reasoning": event.reasoning}


@settings(deadline=None)
@given(events)
def test_events_survive_the_wire_and_folding_twice_is_folding_once(drawn: list[Event]) -> None:
    read_back = wire.read_run(written([as_dict(event) for event in drawn])).results[0].streams[0].events
    assert list(read_back) == drawn
    once = folded(tuple(drawn))
    assert folded(once) == once
    assert "".join(e.text for e in once if isinstance(e.text, str)) == "".join(
        e.text for e in drawn if isinstance(e.text, str)
    )
    assert [e.call for e in once if isinstance(e.call, Call)] == [
        e.call for e in drawn if isinstance(e.call, Call)
    ]


@settings(deadline=None)
@given(events, st.data())
def test_a_call_in_fragments_folds_to_the_same_as_the_whole_call(
    drawn: list[Event], data: st.DataObject
) -> None:
    pieces = []
    for index, event in enumerate(drawn):
        if not isinstance(event.call, Call):
            pieces.append(as_dict(event))
            continue
        raw = json.dumps(event.call.input)
        cut = data.draw(st.integers(0, len(raw)))
        pieces.append({"delta": {"index": index, "name": event.call.name, "arguments": raw[:cut]}})
        pieces.append({"delta": {"index": index, "arguments": raw[cut:]}})
    fragments = wire.read_run(written(pieces)).results[0].streams[0].events
    assert folded(fragments) == folded(tuple(drawn))
