"""``flush``: a call that is complete does not wait for the end of the text.

That the end gives all that was held, and gives it once, is the oracle ``finish``'s. This one asks about the
other side: what the finish gives may not have been decided before. Plain text is ``holdback``'s; here it is
calls. A call is complete with the closer of its block. That is the last closer of the text where

- what stands behind it is the visible text behind the last call, and it is itself not shown,
- the tags between it and its opener are in balance; else it may stand in a value that is open to the end, and
  who recovers that call can do so only there,
- no call left with it: then one that begins at the end is another's, of a parser that finds more there.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import UNSET

from harness.dialects import by_name
from harness.dialects.white_space import WHITE
from harness.oracles.asking import (
    EARLY,
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
    from harness.dialects.dialect import Grammar
    from harness.model import Case, Violation


def judge(case: Case, asked: Asked, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Look at what each stream gives at its finish."""
    grammar = by_name(case.dialect).grammar
    return in_each_stream(
        "flush", (case, asked, outcomes, stances), lambda spoken: _complaint(spoken, grammar)
    )


def _complaint(spoken: Spoken, grammar: Grammar) -> Complaint | None:
    events = spoken.reading.events or ()
    emitted = spoken.reading.emitted or ()
    if spoken.stance.get("emission") not in EARLY or not spoken.reading.calls:
        return None
    if all(event.call is UNSET and event.delta is UNSET for event in emitted[-1]):
        return None
    closers = list(grammar.closer.finditer(spoken.text))
    if not closers or not _balanced(spoken.text[: closers[-1].end()], grammar):
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


def _balanced(text: str, grammar: Grammar) -> bool:
    """Tell whether the block that a text ends with has an end tag for each start tag."""
    openers = list(grammar.opener.finditer(text))
    if not openers:
        return False
    open_tags: Counter[str] = Counter()
    for tag in grammar.tag.finditer(text, openers[-1].start()):
        if tag["slash"]:
            open_tags[tag["name"].lower()] -= 1
        elif not tag["rest"].endswith("/"):
            open_tags[tag["name"].lower()] += 1
    return not any(open_tags.values())


ORACLE = Oracle(
    id="flush",
    claim="The end of a stream gives only what could not be decided before: complete calls have left.",
    judge=nothing,
    applies=streams_early,
    asks=in_full,
    judge_asked=judge,
    every=EVERY,
)
