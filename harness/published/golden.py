"""Ten texts with answers that are known, to see that an adapter drives its parser rightly.

All published parsers gave these answers when they were put in, and so does docs/semantics.md: prose, one
call and two, text before a call, values of every type, a long one, characters of every plane. An adapter
that drops the finish, joins deltas wrongly or forgets the tools fails here. What parsers disagree on is for
campaigns.

Texts are streamed in three ways: whole, a token a chunk, five tokens a chunk. A token is a word, a run of
white space, one other character, or one of the tags that are one token: no promise about cuts excludes that.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct

from harness.model import Case, Tool
from harness.published.registry import HERE
from harness.targets.batch import Batch
from harness.targets.golden import Check
from harness.targets.session import Broke, Died, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.model import Call, Outcome, Reading
    from harness.targets.session import Session

DIALECT = "qwen"
_TOKEN = re.compile(r"</?tool_call>|\w+|\s+|[^\w\s]")
_WAYS = ("streamed whole", "a token a chunk", "five tokens a chunk")
_SHOWN = 200  # characters of an answer in a message


class Due(Struct, frozen=True):
    """A call that is due."""

    name: str
    input: dict[str, Any]


class Text(Struct, frozen=True):
    """One golden text."""

    id: str
    text: str
    calls: tuple[Due, ...]
    shown: str  # the visible text, without white space at its ends


class Golden(Struct, frozen=True):
    """What the file beside this module holds."""

    about: str
    tools: tuple[Tool, ...]
    texts: tuple[Text, ...]


@cache
def golden() -> Golden:
    """Read the texts."""
    return msgspec.json.decode((HERE / "golden.json").read_bytes(), type=Golden)


def check(session: Session) -> Iterator[Check]:
    """Hold an adapter that has said hello against each text."""
    given = golden()
    cases = [
        Case(f"golden-{text.id}", DIALECT, text.text, chunkings(text.text), given.tools)
        for text in given.texts
    ]
    try:
        session.submit(Batch(cases), {}, session.limits.run)
        outcomes = session.results()
    except (Broke, Died, Refused) as wrong:
        why = str(wrong).partition("\n")[0]
        yield from (Check(case.id, DIALECT, passed=False, message=why) for case in cases)
        return
    for text, case, outcome in zip(given.texts, cases, outcomes, strict=True):
        why = _wrong(text, outcome)
        yield Check(case.id, DIALECT, passed=not why, message=why)


def chunkings(text: str) -> tuple[tuple[int, ...], ...]:
    """Give the cuts of the three ways in which a text is streamed."""
    borders = [token.end() for token in _TOKEN.finditer(text)][:-1]
    return ((), tuple(borders), tuple(borders[4::5]))


def _wrong(text: Text, outcome: Outcome) -> str:
    """Say what is wrong with the answers to a text; nothing if nothing is."""
    streams = zip(_WAYS, outcome.streams, strict=False)  # no streams at all where that mode is missing
    ways = {"in batch": outcome.batch, **dict(streams)}
    heard = {way: reading for way, reading in ways.items() if reading is not None}
    if not heard:
        return "it gave no answer at all"
    return next((f"{way}: {why}" for way, reading in heard.items() if (why := _differs(text, reading))), "")


def _differs(text: Text, reading: Reading) -> str:
    if reading.error is not None:
        return f"the parser fails: {reading.error.message}"
    # What a stream states itself is what an application runs. Whether its deltas say the same is the oracle
    # ``final``'s to ask.
    calls = reading.calls if reading.final is None else reading.final
    if [_plain(call) for call in calls] != [(due.name, due.input) for due in text.calls]:
        return f"the calls are {_short(str([_plain(call) for call in calls]))}"
    if reading.text is not None and reading.text.strip() != text.shown:
        return f"the text is {_short(repr(reading.text))}"
    return ""


def _plain(call: Call) -> tuple[str, Any]:
    raw = call.arguments_raw
    return call.name, msgspec.to_builtins(call.input) if raw is UNSET else raw


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
