"""The planted bugs of the goals, one for each of twenty classes, and the one judge of every method.

The judge holds a planted parser's batch and its stream against what the clean parser reads in the whole text.
That is generous to methods that have fixed examples: their own suites check much less.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from copies import Planted, clean, from_zoo
from echoes import DIALECT
from faults import MID_CHUNK, WRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from harness.model import Case, Chunking

_OF_THE_ZOO = {
    "held too short": "longest-beginning",
    "end tag in CDATA": "cdata-end-tag",
    "end of a fence split": "fence-end-cut",
    "held text lost at the end": "open-block-tail",
}


@functools.cache
def twenty() -> tuple[Planted, ...]:
    """Load one parser for each class: those of the zoo in Python, and those written for this."""
    return (*[from_zoo(name, bug) for name, bug in _OF_THE_ZOO.items()], *WRITTEN)


def mid_chunk() -> tuple[Planted, ...]:
    """Give those that only show where a chunk begins before what it cuts."""
    return MID_CHUNK


class Judge:
    """Knows what is right of a text."""

    def __init__(self) -> None:
        """Load the clean parser."""
        self._clean = clean()

    def truth(self, text: str) -> list[Any]:
        """Give the events of the clean parser on the whole text. One parse."""
        return streamed(self._clean, [text])


def streamed(parser: Any, chunks: Iterable[str]) -> list[Any]:
    """Feed a stream; give its events, neighbouring texts joined."""
    stream = parser.stream(dialect=DIALECT)
    folded: list[Any] = []
    events = [event for chunk in chunks for event in stream.feed(chunk)]
    for event in (*events, *stream.finish()):
        if "text" not in event:
            folded.append(event)
        elif folded and "text" in folded[-1]:
            folded[-1] = {"text": folded[-1]["text"] + event["text"]}
        elif event["text"]:
            folded.append(event)
    return folded


def _given(read: Callable[[], Any]) -> Any:
    """Give what a parser gives; None where it raises."""
    try:
        return read()
    except Exception:  # noqa: BLE001 -- whatever a planted parser raises shows that it is one
        return None


def wrong_in_batch(parser: Any, text: str, truth: list[Any]) -> bool:
    """Tell if calls or visible text of the batch are not the true ones. One parse."""
    result = _given(lambda: parser.parse(text, dialect=DIALECT))
    return (
        result is None
        or result["calls"] != [event["call"] for event in truth if "call" in event]
        or result["text"] != "".join([event["text"] for event in truth if "text" in event])
    )


def wrong_in_stream(parser: Any, case: Case, cuts: Chunking, truth: list[Any]) -> bool:
    """Tell if the events of a stream are not the true ones. One parse."""
    return _given(lambda: streamed(parser, case.chunks(cuts))) != truth


def shown(parser: Any, case: Case, truth: list[Any]) -> int | None:
    """Give the number of parses after which a case shows that a parser is wrong: batch, then chunkings.

    None: it does not.
    """
    if wrong_in_batch(parser, case.text, truth):
        return 1
    for number, cuts in enumerate(case.chunkings, 2):
        if wrong_in_stream(parser, case, cuts, truth):
            return number
    return None
