"""From the records of an answer to the readings that oracles judge.

Checked on the way, since the schema alone can't say it: one result for each case with its id, one
stream for each chunking, ``same_as`` pointing back to an entry given in full, exactly one member in
an event. What is wrong raises ``Malformed``: the adapter's fault. What the parser did (a thrown
error, fragments that are not JSON, an input that is no object) is kept as it is, for oracles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from msgspec import UNSET, structs

from harness.model import Ask, Call, DeltaEvent, Event, Outcome, Reading
from harness.targets.wire import Malformed, json_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Case, Delta, Emitted
    from harness.targets.batch import Shape
    from harness.targets.wire import BatchEntry, Result, StreamEntry


def outcomes(
    cases: Sequence[Case | Ask], shape: Shape, results: Sequence[Result[Any]], tokenizer: str | None = None
) -> list[Outcome]:
    """Give one outcome for each case, in order. ``tokenizer`` says what was asked of a target of tokens."""
    if len(results) != len(cases):
        raise Malformed(f"wrong: {len(results)} results for {len(cases)} cases")
    made = []
    for given, result in zip(cases, results, strict=True):
        ask = given if isinstance(given, Ask) else Ask(given)
        case = ask.case
        if result.id != case.id:
            raise Malformed(f"wrong: the result of case {case.id!r} has the id {result.id!r}")
        try:
            batch = _batch(result) if shape.wants_batch(ask) else None
            streams = _streams(case, shape, result, tokenizer) if shape.stream else ()
            _check_detail(ask, streams)
        except Malformed as error:
            raise Malformed(f"wrong: case {case.id!r}: {error}") from error
        made.append(Outcome("result", batch, streams))
    return made


def _batch(result: Result[Any]) -> Reading:
    if result.batch is UNSET:
        raise Malformed("no batch")
    return batch_reading(result.batch)


def _streams(
    case: Case, shape: Shape, result: Result[Any], tokenizer: str | None
) -> tuple[Reading | None, ...]:
    if result.streams is UNSET:
        raise Malformed("no streams")
    entries = result.streams
    fed = None if shape.cuts == "any" else shape.fed(case, tokenizer)
    asked = len(case.chunkings) if fed is None else sum(fed)
    if len(entries) != asked:
        raise Malformed(f"{len(entries)} streams for {asked} chunkings")
    readings: list[Reading] = []
    if fed is None and _all_as_first(entries):
        return (stream_reading(entries[0]),) * asked
    for entry in entries:
        base = entry.same_as
        if base is UNSET:
            readings.append(stream_reading(entry))
        elif base < len(readings) and entries[base].same_as is UNSET:
            readings.append(readings[base])
        else:
            raise Malformed(f"streams[{len(readings)}]: same_as {base} is no earlier entry given in full")
    if fed is None:
        return tuple(readings)
    given = iter(readings)
    return tuple(next(given) if may else None for may in fed)


def _all_as_first(entries: tuple[StreamEntry[Any], ...]) -> bool:
    """Tell that the first stream is given in full, and that every other one is the same."""
    if not entries or entries[0].same_as is not UNSET:
        return False
    return not [entry for entry in entries[1:] if entry.same_as != 0]


def batch_reading(entry: BatchEntry[Any]) -> Reading:
    """Read a batch entry."""
    saw = None if entry.saw_tool_syntax is UNSET else entry.saw_tool_syntax
    if entry.error is not UNSET:
        return Reading(saw=saw, error=entry.error)
    if entry.calls is UNSET:
        raise Malformed("a batch without calls and without error")
    for call in entry.calls:
        _check(call)
    text = None if entry.text is UNSET else entry.text
    reasoning = None if entry.reasoning is UNSET else entry.reasoning
    events = None if entry.events is UNSET else folded(entry.events)
    return Reading(entry.calls, text, reasoning, events, saw)


def stream_reading(entry: StreamEntry[Any]) -> Reading:
    """Read a stream entry that is given in full."""
    saw = None if entry.saw_tool_syntax is UNSET else entry.saw_tool_syntax
    if entry.error is not UNSET:
        error = entry.error if entry.feed is UNSET else structs.replace(entry.error, feed=entry.feed)
        return Reading(saw=saw, error=error)
    emitted: Emitted | None = None
    if entry.feeds is not UNSET and entry.finish is not UNSET:
        emitted = (*entry.feeds, entry.finish)
        events = folded(tuple([event for events in emitted for event in events]))
    elif entry.events is UNSET:
        raise Malformed("a stream without events, error and same_as")
    else:
        events = folded(entry.events)
    calls, text, reasoning = [], "", ""
    for event in events:
        if event.call is not UNSET:
            calls.append(event.call)
        elif event.text is not UNSET:
            text += event.text
        elif event.reasoning is not UNSET:
            reasoning += event.reasoning
    if entry.second_finish is UNSET and entry.second_error is UNSET and entry.calls is UNSET:
        return Reading(tuple(calls), text, reasoning, events, saw, emitted=emitted)
    second = None if entry.second_finish is UNSET else folded(entry.second_finish)
    fault = None if entry.second_error is UNSET else entry.second_error
    final = None if entry.calls is UNSET else entry.calls
    for call in final or ():
        _check(call)
    return Reading(tuple(calls), text, reasoning, events, saw, None, second, fault, final, emitted)


def _check_detail(ask: Ask, streams: tuple[Reading | None, ...]) -> None:
    """Hold streams against the detail that was asked for: all chunks and the finish, or none of them."""
    if ask.detail == "folded":
        if any(stream.emitted is not None for stream in streams if stream is not None):
            raise Malformed("a stream without events, error and same_as")
        return
    for i, (chunking, stream) in enumerate(zip(ask.case.chunkings, streams, strict=False)):
        if stream is None or stream.error is not None:
            continue
        if stream.emitted is None:
            raise Malformed(f"streams[{i}]: detail full is answered without feeds or finish")
        if len(stream.emitted) != len(chunking) + 2:
            raise Malformed(f"streams[{i}]: {len(stream.emitted) - 1} feeds for {len(chunking) + 1} chunks")


def folded(events: tuple[Event, ...] | tuple[DeltaEvent, ...]) -> tuple[Event, ...]:
    """Join neighbouring texts and assemble deltas; an adapter that did so already loses no time.

    Empty texts go: whether a parser emits one says nothing. The same sequence of events always gives
    the same tuple, however it was spelt.
    """
    if _is_folded(events):
        return cast("tuple[Event, ...]", events)
    last = ""
    for event in events:
        kind, value = _member(event)
        if kind == last != "call" or not value or kind == "delta":
            return _fold([_member(event) for event in events])
        last = kind
    return tuple([_plain(event) for event in events])


def _is_folded(events: tuple[Event, ...] | tuple[DeltaEvent, ...]) -> bool:
    """Tell, quickly, that these are texts and calls of which there is nothing to join or to complain."""
    if events and isinstance(events[0], DeltaEvent):
        return False
    after_text = False
    for event in events:
        call = event.call
        if event.reasoning is not UNSET:
            return False
        if call is UNSET:
            if after_text or not event.text:
                return False
            after_text = True
        elif event.text is not UNSET or (call.input is UNSET) == (call.arguments_raw is UNSET):
            return False
        else:
            after_text = False
    return True


def _plain(event: Event | DeltaEvent) -> Event:
    """Drop the room for a delta."""
    return Event(event.text, event.reasoning, event.call) if isinstance(event, DeltaEvent) else event


def _member(event: Event | DeltaEvent) -> tuple[str, Any]:
    """Give name and value of the one member that an event has."""
    found: tuple[str, Any] | None = None
    if event.text is not UNSET:
        found = ("text", event.text)
    if event.call is not UNSET:
        if found:
            raise Malformed("an event with two members")
        _check(event.call)
        found = ("call", event.call)
    if event.reasoning is not UNSET:
        if found:
            raise Malformed("an event with two members")
        found = ("reasoning", event.reasoning)
    if isinstance(event, DeltaEvent) and event.delta is not UNSET:
        if found:
            raise Malformed("an event with two members")
        found = ("delta", event.delta)
    if found is None:
        raise Malformed("an event without text, reasoning, call or delta")
    return found


def _check(call: Call) -> None:
    if (call.input is UNSET) == (call.arguments_raw is UNSET):
        raise Malformed("a call has either input or arguments_raw")


def _fold(members: list[tuple[str, Any]]) -> tuple[Event, ...]:
    """Fold the long way. A delta's call stands where its first fragment stood."""
    parts: list[tuple[str, list[Any]]] = []
    open_calls: dict[int, list[Any]] = {}
    for kind, value in members:
        if kind == "delta":
            if value.index not in open_calls:
                open_calls[value.index] = []
                parts.append((kind, open_calls[value.index]))
            open_calls[value.index].append(value)
        elif kind != "call" and parts and parts[-1][0] == kind:
            parts[-1][1].append(value)
        elif kind == "call" or value:
            parts.append((kind, [value]))
    return tuple(_event(kind, values) for kind, values in parts)


def _event(kind: str, values: list[Any]) -> Event:
    if kind == "text":
        return Event(text="".join(values))
    if kind == "reasoning":
        return Event(reasoning="".join(values))
    if kind == "call":
        return Event(call=values[0])
    return Event(call=assembled(values))


def assembled(deltas: Sequence[Delta]) -> Call:
    """Make one call of its fragments: the first name that is not empty, and the arguments joined.

    No arguments are ``{}``. What joins to no JSON object stays as it is: always a finding.
    """
    name = next((delta.name for delta in deltas if delta.name), "")
    raw = "".join(delta.arguments for delta in deltas if delta.arguments is not UNSET)
    try:
        value = json_value(raw) if raw else {}
    except ValueError:
        value = None
    return Call(name, value) if isinstance(value, dict) else Call(name, arguments_raw=raw)
