"""Short ways to write cases and outcomes for tests of oracles."""

from __future__ import annotations

from typing import Any

from harness.model import Answer, Call, Case, Event, Outcome, ParserError, Reading
from harness.oracles.difference import reading_of

ALL = {
    "missing_opener": "repair",
    "space_around_calls": "exact",
    "text_after_call": "keep",
    "reasoning": "ignore",
    "truncated": "text",
    "junk_in_block": "drop",
    "unknown_tools": "forward",
}


def call(name: str = "a", **arguments: Any) -> Event:
    return Event(call=Call(name, arguments))


def text(words: str) -> Event:
    return Event(text=words)


def case(
    words: str = "<tool_calls>", *due: Event, known: bool = True, relies_on: tuple[str, ...] = ()
) -> Case:
    return Case(
        id="1:0",
        dialect="dsml",
        text=words,
        chunkings=((), (1,), (1, 2)),
        knowledge="known" if known else "underived",
        answers=(Answer(due),) if known else (),
        relies_on=relies_on,
    )


def gave(*events: Event, batch: Reading | None = None, streams: dict[int, Reading] | None = None) -> Outcome:
    """A target that gives ``events`` in every way but those that are named."""
    reading = reading_of(events)
    ways = tuple((streams or {}).get(i, reading) for i in range(3))
    return Outcome("result", batch=batch or reading, streams=ways)


def threw(kind: str = "exception") -> Reading:
    return Reading(error=ParserError(kind, "list index out of range"))
