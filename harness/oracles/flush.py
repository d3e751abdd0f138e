"""``flush``: a call that is complete does not wait for the end of the text.

That the end gives all that was held, and gives it once, is the oracle ``finish``'s. This one asks about the
other side: what the finish gives may not have been decided before. Plain text is ``holdback``'s; here it is
calls. A call is complete with the closer of its block: where the text behind the last call is what stands
behind the last closer, then this closer ended its block. Where a call left with that closer, one that begins
at the end is another's: of a parser that finds more at the end than was written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from harness.dialects import by_name
from harness.dialects.white_space import WHITE
from harness.oracles.asking import (
    AT_END,
    EVERY,
    Complaint,
    Spoken,
    calls_emitted,
    in_each_stream,
    in_full,
    streams_early,
)
from harness.oracles.oracle import Asked, Oracle, Outcomes, Stances, nothing

if TYPE_CHECKING:
    import re

    from harness.model import Case, Violation


def judge(case: Case, asked: Asked, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Look at what each stream gives at its finish."""
    closer = by_name(case.dialect).grammar.closer
    return in_each_stream(
        "flush", (case, asked, outcomes, stances), lambda spoken: _complaint(spoken, closer)
    )


def _complaint(spoken: Spoken, closer: re.Pattern[str]) -> Complaint | None:
    events = spoken.reading.events or ()
    emitted = spoken.reading.emitted or ()
    if spoken.stance.get("emission") == AT_END or not spoken.reading.calls:
        return None
    if all(event.call is UNSET and event.delta is UNSET for event in emitted[-1]):
        return None
    closers = list(closer.finditer(spoken.text))
    if not closers:
        return None
    closing = closers[-1]
    end = closing.end()
    last = max(i for i, event in enumerate(events) if event.call is not UNSET)
    behind = "".join([event.text or event.reasoning or "" for event in events[last + 1 :]])
    shown = last > 0 and (events[last - 1].text or "").rstrip(WHITE).endswith(closing[0])
    if shown or spoken.text[end:].strip(WHITE) != behind.strip(WHITE):
        return None
    call = spoken.reading.calls[-1]
    *_, (begun, _, _) = calls_emitted(spoken.reading)
    finish = len(emitted) - 1
    if begun == finish and any(
        spoken.fed[feed] >= end for feed, _, _ in calls_emitted(spoken.reading) if feed < finish
    ):
        return None
    what = "comes" if begun == finish else "is ended"
    told = f"the block of {call.name!r} is closed at {end} of {len(spoken.text)}, it {what} with the finish"
    return "complete call waits for the end", told


ORACLE = Oracle(
    id="flush",
    claim="The end of a stream gives only what could not be decided before: complete calls have left.",
    judge=nothing,
    applies=streams_early,
    asks=in_full,
    judge_asked=judge,
    every=EVERY,
)
