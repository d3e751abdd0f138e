"""``holdback``: plain text leaves with the chunk that brings it, but for the beginning of a tag.

Measured in characters: after each chunk, those that were fed and will be visible text, and have not come out.
Which they are the stream itself says at its end. The parser may hold them for one reason only: that at the
first of them something may begin. So the complaint is of text that begins nothing, in more characters than
the longest piece of a tag has. On purpose much is let pass: white space in front (it may belong to a block),
what holds a word or a sign of any format of calls, of fences or of reasoning, and pieces of text whose place
in the input is not sure.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from msgspec import UNSET

from harness.dialects import by_name
from harness.oracles.asking import (
    EARLY,
    EVERY,
    Complaint,
    Spoken,
    in_each_stream,
    in_full,
    streams_early,
)
from harness.oracles.oracle import Asked, Oracle, Outcomes, Stances, nothing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.model import Case, Event, Reading, Violation

_SHOWN = 60  # code points of a text that a message shows

_MARKS = re.compile(
    r"tool|call|invo|func|param|think|reason|dsml|cdata|json|argument|args|python|action|channel|start|system"
    r"|xml|begin|name|```|~~~|\[\w*\]|<!|<\|",
    re.IGNORECASE,
)
"""What may belong to markup of any format that is known here. None of it stands in the plain text judged."""

_BODIES = "{["
"""How calls begin that are bare JSON."""


def judge(case: Case, asked: Asked, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Look at what each stream holds after each chunk."""
    longest = longest_piece(case.dialect)
    return in_each_stream(
        "holdback", (case, asked, outcomes, stances), lambda spoken: _complaint(spoken, longest)
    )


@functools.cache
def longest_piece(dialect: str) -> int:
    """Give the length, in code points, of the longest token of the markup of a dialect."""
    return max(map(len, by_name(dialect).tokens))


def _complaint(spoken: Spoken, longest: int) -> Complaint | None:
    if spoken.stance.get("emission") not in EARLY:
        return None
    worst, where = "", 0
    for held, fed in _held(spoken):
        plain = held.strip()
        if len(plain) > max(longest, len(worst)) and _is_plain(plain[: longest + 1]):
            worst, where = plain, fed
    if not worst:
        return None
    told = f"after {where} characters {len(worst)} are held that begin no tag; {longest} may be"
    return "plain text held back", f"{told}: {worst[:_SHOWN]!r}"


def _is_plain(beginning: str) -> bool:
    return beginning[0] not in _BODIES and _MARKS.search(beginning) is None


def _held(spoken: Spoken) -> Iterator[tuple[str, int]]:
    """Give what is held of the text after each chunk, with the number of characters fed."""
    places = _places(spoken.text, spoken.reading)
    if not places:
        return
    out = dict.fromkeys(places, 0)  # by number of calls before: characters of that piece that came out
    calls = 0
    begun: set[int] = set()
    for fed, events in zip(spoken.fed, spoken.reading.emitted or (), strict=False):
        for event in events:
            if event.text is not UNSET:
                if calls in out:
                    out[calls] += len(event.text)
            elif event.call is not UNSET:
                calls += 1
            elif event.delta is not UNSET and event.delta.index not in begun:
                begun.add(event.delta.index)
                calls += 1
        for number, (start, piece) in places.items():
            due = min(fed - start, len(piece))
            if due > out[number]:
                yield piece[out[number] : due], fed


def _places(text: str, reading: Reading) -> dict[int, tuple[int, str]]:
    """Find the pieces of visible text in the input: position and piece, by the number of calls before it.

    Of a piece between two calls the place is sure where it stands in the input once.
    """
    events = reading.events or ()
    if any(event.reasoning is not UNSET for event in events):
        return {}
    found: dict[int, tuple[int, str]] = {}
    calls = 0
    for i, event in enumerate(events):
        if event.text is UNSET:
            calls += 1
            continue
        start = _place(text, event, first=i == 0, last=i == len(events) - 1)
        if start >= 0:
            found[calls] = (start, event.text)
    return found


def _place(text: str, event: Event, *, first: bool, last: bool) -> int:
    piece = event.text or ""
    if first and text.startswith(piece) and (not last or text == piece):
        return 0
    if last and not first and text.endswith(piece):
        return len(text) - len(piece)
    return text.index(piece) if text.count(piece) == 1 else -1


ORACLE = Oracle(
    id="holdback",
    claim="Plain text leaves as soon as it is fed, but for what may be the beginning of a tag.",
    judge=nothing,
    applies=streams_early,
    asks=in_full,
    judge_asked=judge,
    every=EVERY,
)
