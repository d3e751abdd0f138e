"""``lag``: a parser that streams deltas gives the first of a call's arguments before the call is complete.

Only parsers that declare ``emission`` *deltas* are judged. How early the first byte should leave is not
asked. But it may not leave with the last one, in a later chunk than a whole value of the call was fed with.
(Of a value nothing may be known before its end. But its key is, and behind a value there is more to come.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.oracles.asking import EVERY, Complaint, Spoken, calls_emitted, in_each_stream, in_full
from harness.oracles.oracle import Asked, Oracle, Outcomes, Stances, nothing

if TYPE_CHECKING:
    from harness.model import Call, Case, Violation

_TELLING = 3  # code points of a value that is told from the rest of the text


def judge(case: Case, asked: Asked, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Look at when the arguments of each call began and ended."""
    return in_each_stream("lag", (case, asked, outcomes, stances), _complaint)


def _complaint(spoken: Spoken) -> Complaint | None:
    if spoken.stance.get("emission") != "deltas":
        return None
    starts = [0, *spoken.fed]  # of the chunks, and of the finish
    for call, (_, first, last) in zip(spoken.reading.calls, calls_emitted(spoken.reading), strict=False):
        if first != last:
            continue
        end = _value_end(spoken.text, call)
        if 0 <= end < starts[first]:
            waited = starts[first] - end
            return (
                "arguments come all at once",
                f"no argument of {call.name!r} had left {waited} characters behind the end of a value",
            )
    return None


def _value_end(text: str, call: Call) -> int:
    """Find where a value of a call ends in the text: one that stands there once. Else -1."""
    values = call.input.values() if isinstance(call.input, dict) else ()
    for value in values:
        if isinstance(value, str) and len(value) >= _TELLING and text.count(value) == 1:
            return text.index(value) + len(value)
    return -1


def _applies(_case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    return any(
        reading is not None and reading.calls
        for name, outcome in outcomes.items()
        if stances[name].get("emission") == "deltas"
        for reading in outcome.streams
    )


ORACLE = Oracle(
    id="lag",
    claim="Where deltas are streamed, the first arguments of a call leave before the call is complete.",
    judge=nothing,
    applies=_applies,
    asks=in_full,
    judge_asked=judge,
    every=EVERY,
)
