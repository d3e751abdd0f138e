"""How two readings of one text differ: the one comparison that every oracle uses.

The comparison keeps JSON types apart (``true`` is not ``1``), takes numbers as doubles and ignores
the order of members (PROTOCOL, ``same_as``; SEMANTICS C4). Nothing here recurses, because a parser
under test may return values that are nested deeper than Python's stack.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, Struct

from harness.model import Call, Event, Reading


class Difference(Struct, frozen=True):
    """The first difference found, in the order error, calls, text, order, saw flag."""

    # A short stable phrase: part of a finding's signature, so no values in it.
    kind: str
    # What is where, for people: "calls[1].input['path']: 'a' is not 'b'".
    detail: str


DECLARED = "declared"
"""The kind of an error that the parser's documentation names: an answer like any other (docs/fairness.md)."""

_encode = msgspec.json.Encoder().encode

_SHOWN = 80  # code points of a value that a detail shows


def difference(expected: Reading, got: Reading) -> Difference | None:
    """Compare two readings on all that both of them give; None when they are the same."""
    if expected is got:
        return None
    # Nearly always all members are the same, and to see that here is quicker than to ask.
    a, b = expected, got
    return (
        (_error_difference(a, b) if a.error is not b.error else None)
        or (calls_difference(a.calls, b.calls) if a.calls is not b.calls else None)
        or (_text_difference(a, b) if a.text != b.text else None)
        or (_reasoning_difference(a, b) if a.reasoning != b.reasoning else None)
        or (_order_difference(a, b) if a.events is not b.events else None)
        or (_saw_difference(a, b) if a.saw is not b.saw else None)
    )


def calls_difference(expected: tuple[Call, ...], got: tuple[Call, ...]) -> Difference | None:
    """Compare two lists of calls: number, order, names, values."""
    same = expected is got or _spelt_alike(expected, got)
    return None if same else _calls_difference(expected, got)


def _calls_difference(expected: tuple[Call, ...], got: tuple[Call, ...]) -> Difference | None:
    if len(got) != len(expected):
        kind = "call missing" if len(got) < len(expected) else "call extra"
        due = "1 is due" if len(expected) == 1 else f"{len(expected)} are due"
        return Difference(kind, f"{len(got)} call{'' if len(got) == 1 else 's'} where {due}")
    for number, (want, have) in enumerate(zip(expected, got, strict=True)):
        if want.name != have.name:
            if sorted(call.name for call in expected) == sorted(call.name for call in got):
                return Difference("calls reordered", f"calls[{number}] is {have.name!r}, not {want.name!r}")
            return Difference(
                "name differs", f"calls[{number}] is named {_short(have.name)}, not {_short(want.name)}"
            )
        if have.arguments_raw is not UNSET and have.arguments_raw != want.arguments_raw:
            return Difference("arguments are not JSON", f"calls[{number}]: {_short(have.arguments_raw)}")
        found = value_difference(want.input, have.input)
        if found is not None:
            path, a, b = found
            return Difference("value differs", f"calls[{number}].input{path}: {b}, not {a}")
    return None


def _spelt_alike(one: tuple[Call, ...], two: tuple[Call, ...]) -> bool:
    """Nearly all calls are the same in every way, which is ten times quicker to see than to look for why not.

    Equal spellings are equal calls, but for ``null``, which infinity is written as, too. Where they are
    spelt differently, or JSON can't hold them, nothing is said.
    """
    try:
        spelling = _encode(one)
        return spelling == _encode(two) and b"null" not in spelling
    except (RecursionError, ValueError, OverflowError):  # too deep, lone surrogates, too many digits
        return False


def value_difference(expected: Any, got: Any) -> tuple[str, str, str] | None:
    """Find the first place where two JSON values differ: its path, and both values, shortened."""
    stack = [("", expected, got)]
    while stack:
        path, a, b = stack.pop()
        kind = _json_type(a)
        if kind != _json_type(b):
            return path, _short(a), _short(b)
        if kind == "object":
            if a.keys() != b.keys():
                return path, f"members {_short(sorted(a))}", f"members {_short(sorted(b))}"
            stack.extend((f"{path}[{key!r}]", a[key], b[key]) for key in reversed(a))
        elif kind == "array":
            if len(a) != len(b):
                return path, f"{len(a)} elements", f"{len(b)} elements"
            stack.extend((f"{path}[{i}]", a[i], b[i]) for i in range(len(a) - 1, -1, -1))
        elif kind == "number":
            if _double(a) != _double(b):
                return path, _short(a), _short(b)
        elif a != b:
            return path, _short(a), _short(b)
    return None


def loosened(reading: Reading) -> Reading:
    """Take white space next to calls out of the comparison (policy ``space_around_calls``).

    The text that a batch gives does not say where its calls were, so where there is no order of
    events all white space goes.
    """
    if reading.events is None:
        text = None if reading.text is None else "".join(reading.text.split())
        return Reading(reading.calls, text, reading.reasoning, saw=reading.saw, error=reading.error)
    kept: list[Event] = []
    last = len(reading.events) - 1
    for i, event in enumerate(reading.events):
        if event.text is UNSET:
            kept.append(event)
            continue
        text = event.text
        if i > 0:
            text = text.lstrip()
        if i < last:
            text = text.rstrip()
        if text:
            kept.append(Event(text=text))
    joined = "".join("".join(e.text.split()) for e in kept if e.text is not UNSET)
    return Reading(
        reading.calls, joined, reading.reasoning, tuple(kept), saw=reading.saw, error=reading.error
    )


def reading_of(events: tuple[Event, ...], *, saw: bool | None = None) -> Reading:
    """Make the reading that a right parser gives for these events."""
    return Reading(
        calls=tuple(event.call for event in events if event.call is not UNSET),
        text="".join(event.text for event in events if event.text is not UNSET),
        # None where there is none: then it is not compared.
        reasoning="".join(event.reasoning for event in events if event.reasoning is not UNSET) or None,
        events=events,
        saw=saw,
    )


def _error_difference(expected: Reading, got: Reading) -> Difference | None:
    a, b = expected.error, got.error
    if a is not None and b is not None and a.kind == b.kind == DECLARED:
        return None  # the documented answer to malformed text; its words may say where that was
    if a is None or b is None or (a.kind, a.message) != (b.kind, b.message):
        said = [f"{e.kind}: {_short(e.message)}" if e else "no error" for e in (b, a)]
        return Difference("error differs", f"{said[0]}, not {said[1]}")
    return None


def _text_difference(expected: Reading, got: Reading) -> Difference | None:
    want, have = expected.text, got.text
    if want is None or have is None or want == have:
        return None
    at = next(
        (i for i, (a, b) in enumerate(zip(want, have, strict=False)) if a != b), min(len(want), len(have))
    )
    if len(have) < len(want) and is_subsequence(have, want):
        kind = "text lost"
    elif len(have) > len(want) and is_subsequence(want, have):
        kind = "text added"
    else:
        kind = "text differs"
    return Difference(kind, f"from code point {at} on: {_short(have[at:])}, not {_short(want[at:])}")


def _reasoning_difference(expected: Reading, got: Reading) -> Difference | None:
    want, have = expected.reasoning, got.reasoning
    if want is None or have is None or want == have:
        return None
    return Difference("reasoning differs", f"{_short(have)}, not {_short(want)}")


def _order_difference(expected: Reading, got: Reading) -> Difference | None:
    want, have = expected.events, got.events
    if want is None or have is None or want is have or _outline(want) == _outline(have):
        return None
    if _bare(want) == _bare(have):
        # ``loosened`` left white space out of the texts, and here is some that no call is beside.
        a, b = ("".join(event.text for event in events if event.text is not UNSET) for events in (want, have))
        found = _text_difference(Reading(text=a), Reading(text=b))
        if found is not None:
            return found
    return Difference("order differs", "texts and calls come in another order, or are split elsewhere")


def _saw_difference(expected: Reading, got: Reading) -> Difference | None:
    if expected.saw is None or got.saw is None or expected.saw == got.saw:
        return None
    return Difference("saw flag differs", f"saw_tool_syntax is {got.saw}, not {expected.saw}".lower())


def _outline(events: tuple[Event, ...]) -> list[str | None]:
    """Texts where they stand, None for each call: the calls themselves were compared before."""
    return [None if event.call is not UNSET else (event.text or event.reasoning or "") for event in events]


def _bare(events: tuple[Event, ...]) -> list[str | None]:
    """Outline without white space."""
    words = (None if word is None else "".join(word.split()) for word in _outline(events))
    return [word for word in words if word != ""]


def is_subsequence(short: str, long: str) -> bool:
    """Is ``short`` what is left of ``long`` when some characters are taken out."""
    rest = iter(long)
    return all(character in rest for character in short)


def _json_type(value: Any) -> str:
    if value is None or value is True or value is False:
        return repr(value)
    if isinstance(value, str):
        return "string"
    if isinstance(value, dict):
        return "object"
    if isinstance(value, int | float):
        return "number"
    return "array" if isinstance(value, list | tuple) else type(value).__name__


def _double(number: float) -> float:
    """Round to a double as every JSON reader in the field does; too large means infinity."""
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
