"""``finish``: it releases all that is held; a second one gives nothing; empty chunks change nothing (C5).

Three complaints, each told apart from its neighbours, so that one fault gives one finding:

- the second finish of a stream gives events, or throws;
- a chunking with empty chunks gives another answer than its twin without them, while all chunkings
  without empty chunks agree (if they don't, cuts matter, and that is the oracle ``split``'s);
- the end of the visible text is missing, and it is an end that a parser may have held back. White
  space that is missing up to the last visible character was trimmed, a whole block was dropped, and a
  piece after a call that is gone altogether was dropped too, unless it is undecided markup: those are
  the oracle ``text``'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from harness.dialects import by_name
from harness.dialects.white_space import WHITE
from harness.model import Event, without_empty_chunks
from harness.oracles import policy
from harness.oracles.conservation import conserves
from harness.oracles.difference import calls_difference, difference, loosened, reading_of
from harness.oracles.oracle import Oracle, Outcomes, Stances, baseline, violation

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.model import Case, Outcome, Policies, Reading, Violation

_TRIMMED = WHITE + "\x1c\x1d\x1e\x1f\ufeff"  # what one language or another takes for white space
_SHOWN = 60  # code points of a text that a message shows

HELD_BACK = "held back at the end"
"""The one kind that may need the right answer to be told."""

Complaint = tuple[str, str, tuple[int, ...]]
"""Kind, detail, and the guilty chunkings."""


def judge(case: Case, outcomes: Outcomes, stances: Stances) -> Violation | None:
    """Judge the streams of each target; only one target's chunkings are named."""
    complaints: dict[str, tuple[str, str]] = {}
    chunkings: tuple[int, ...] = ()
    for name, outcome in outcomes.items():
        whole = baseline(case, outcome)
        if whole is None:
            continue
        found = (
            _second(case, outcome) or _empty(case, outcome, whole) or _held_back(case, whole, stances[name])
        )
        if found is not None:
            kind, detail, guilty = found
            if not complaints:
                chunkings = guilty
            complaints[name] = (kind, detail)
    return violation("finish", complaints, chunkings)


# ---------------------------------------------------------------- the second finish


def _second(case: Case, outcome: Outcome) -> Complaint | None:
    """Look for a stream that says something when it is finished again; the whole text first."""
    ways = sorted(
        [i for i, reading in enumerate(outcome.streams) if reading is not None and _speaks(reading)],
        key=lambda i: (len(case.chunkings[i]), i),
    )
    for i in ways:
        reading = outcome.streams[i]
        if reading is None:
            continue
        guilty = (i,) if case.chunkings[i] else ()
        how = f"in {len(case.chunkings[i]) + 1} chunks" if guilty else "in one chunk"
        if reading.second_error is not None:
            error = reading.second_error
            return "second finish fails", f"{how}: {error.kind}: {error.message[:_SHOWN]}", guilty
        gave = reading.second_finish or ()
        return "second finish speaks", f"{how}: it gave {_told(gave[0])}", guilty
    return None


def _speaks(reading: Reading) -> bool:
    """Tell whether the second finish gives an event, or an error that no documentation names."""
    if reading.second_error is not None:
        return reading.second_error.kind != "declared"
    return bool(reading.second_finish)


def _told(event: Event) -> str:
    if event.call is not UNSET:
        return f"a call of {event.call.name[:_SHOWN]!r}"
    return f"the text {(event.text or event.reasoning or '')[:_SHOWN]!r}"


# ---------------------------------------------------------------- empty chunks


def _empty(case: Case, outcome: Outcome, whole: Reading) -> Complaint | None:
    """Hold each chunking with empty chunks against its twin, where only emptiness can be at fault."""
    others = [i for i, reading in enumerate(outcome.streams) if reading is not None and reading is not whole]
    if not others:
        return None
    length = len(case.text)
    twins = {i: without_empty_chunks(case.chunkings[i], length) for i in others}
    guilty = []
    for i in others:
        reading = outcome.streams[i]
        if reading is None or difference(whole, reading) is None:
            continue
        if twins[i] == case.chunkings[i]:
            return None  # cuts alone change the answer
        if twins[i] in case.chunkings and outcome.streams[case.chunkings.index(twins[i])] is not None:
            guilty.append(i)
    if not guilty:
        return None
    first = min(guilty, key=lambda i: (len(case.chunkings[i]), i))
    reading = outcome.streams[first]
    found = difference(whole, reading) if reading is not None else None
    detail = f"with empty chunks, held against the same cuts without them: {found.detail if found else ''}"
    return "empty chunk changes the answer", detail, (first, *(i for i in guilty if i != first))


# ---------------------------------------------------------------- the end of the text


def _held_back(case: Case, whole: Reading, stance: Policies) -> Complaint | None:
    """Look for an end that never came out."""
    if whole.error is not None or whole.events is None:
        return None
    answer = case.answer_for(stance)
    if answer is None:
        missing = _missing_of_input(case.text, whole) if conserves(stance) else None
    elif whole.events == answer.events:
        return None
    else:
        want, have = reading_of(answer.events), whole
        if stance.get("space_around_calls") != "exact":
            want, have = loosened(want), loosened(have)
        missing = _missing(want, have)
    if missing is None:
        return None
    piece, lost, after_call = missing
    if not _may_be_held(by_name(case.dialect), piece, lost, after_call=after_call):
        return None
    if policy.broken(case, whole, stance) is not None:
        return None  # it does what another answer says: a declaration is not kept
    return HELD_BACK, f"{lost[:_SHOWN]!r} never comes out", ()


def _missing(want: Reading, have: Reading) -> tuple[str, str, bool] | None:
    """Give what there is of the last piece of text, what is missing of it, and does a call stand before."""
    due, got = want.events or (), have.events or ()
    if not due or due[-1].text is UNSET or calls_difference(want.calls, have.calls) is not None:
        return None
    before = len(due) - 1
    if [event.text for event in got[:before]] != [event.text for event in due[:before]]:
        return None
    rest = got[before:]
    if len(rest) > 1 or (rest and rest[0].text is UNSET):
        return None
    piece, full = (rest[0].text or "") if rest else "", due[-1].text
    if piece == full or not full.startswith(piece):
        return None
    return piece, full[len(piece) :], before > 0


def _missing_of_input(text: str, have: Reading) -> tuple[str, str, bool] | None:
    """Do the same where the right answer is not known: the text should reach the end of the input."""
    events = have.events or ()
    if have.reasoning:
        return None  # what is missing may be there: the oracle ``reasoning`` looks at that
    if not have.calls:
        piece = have.text or ""
        return (piece, text[len(piece) :], False) if piece != text and text.startswith(piece) else None
    if events[-1].text is UNSET:
        return None  # whether text should follow is not known
    at = 0
    for i, event in enumerate(events):
        if event.text is UNSET:
            continue
        # The last piece stands as far behind as it can: the same characters may stand in a block before it.
        found = (text.rfind if i == len(events) - 1 else text.find)(event.text, at)
        if found < 0 or (i == 0 and found > 0):
            return None
        at = found + len(event.text)
    piece = events[-1].text
    return None if text.endswith(piece) else (piece, text[at:], True)


def _may_be_held(dialect: Dialect, piece: str, lost: str, *, after_call: bool) -> bool:
    """Tell an end that was held back from one that was trimmed or dropped."""
    grammar = dialect.grammar
    if not lost.strip(_TRIMMED):
        return bool(piece) and piece[-1] in WHITE
    seen = grammar.opaque.sub("", lost)
    closers = len(grammar.closer.findall(seen))
    if closers and closers >= len(grammar.opener.findall(seen)):
        return False
    if piece or not after_call:
        return True
    begun = lost.lower()
    return grammar.opens.match(lost) is not None or any(
        token.lower().startswith(begun) for token in dialect.tokens
    )


def _applies(case: Case, outcomes: Outcomes, stances: Stances) -> bool:
    for name, outcome in outcomes.items():
        whole = baseline(case, outcome)
        if whole is None:
            continue
        if whole.second_finish is not None or whole.second_error is not None:
            return True
        if conserves(stances[name]) or case.answer_for(stances[name]) is not None:
            return True
    return False


ORACLE = Oracle(
    id="finish",
    claim="The end of a stream gives all that was held back, once, and empty chunks change nothing.",
    judge=judge,
    applies=_applies,
)
