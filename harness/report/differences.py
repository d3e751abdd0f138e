"""What is different between two readings, as short sentences with "instead of" in them.

Readings are compared on what both give. Whether two values differ, ``harness.oracles.difference`` says:
it finds the first difference, for a verdict; this tells all of them, up to a bound, for people.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from harness.oracles.difference import value_difference
from harness.report import jsontext
from harness.report.glyphs import literal, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.model import Call, Event, Reading

MOST = 6
"""Differences that are told; the rest is counted."""

_VALUE = 80
"""Code points of a value inside a sentence."""

_WHOLE = 40
"""Code points up to which two texts are told whole; of longer ones, the place where they part."""

_BEFORE = 12
"""Code points of context before the place where two texts part."""


def differences(left: Reading, right: Reading) -> tuple[str, ...]:
    """Tell how ``left`` differs from ``right``, which is the one to be compared with."""
    found = list(islice(_differences(left, right), MOST + 1))
    if len(found) > MOST:
        found[MOST] = "and more"
    return tuple(found)


def text_of(reading: Reading) -> str | None:
    """Visible text, joined from the events where it is not given on its own."""
    if reading.text is not None or reading.events is None:
        return reading.text
    return "".join(event.text for event in reading.events if isinstance(event.text, str))


def _differences(left: Reading, right: Reading) -> Iterator[str]:
    if left.error is not None or right.error is not None:
        yield from _errors(left, right)
        return
    yield from _calls(left.calls, right.calls)
    yield from _texts("text", text_of(left), text_of(right))
    yield from _texts("reasoning", left.reasoning, right.reasoning)
    if left.saw is not None and right.saw is not None and left.saw is not right.saw:
        yield "says that it saw tool syntax" if left.saw else "says that it saw no tool syntax"
    if left.events is not None and right.events is not None:
        one, other = _order(left.events), _order(right.events)
        if one != other and sorted(one) == sorted(other):
            yield f"order: {_joined(one)} instead of {_joined(other)}"


def _errors(left: Reading, right: Reading) -> Iterator[str]:
    one, other = left.error, right.error
    if one is None:
        yield "an answer instead of an error"
    elif other is None:
        yield f"error {printable(one.kind)} instead of an answer"
    elif (one.kind, one.message) != (other.kind, other.message):
        mine = printable(f"{one.kind}: {one.message}", limit=_VALUE)
        yield f"error {mine} instead of {printable(f'{other.kind}: {other.message}', limit=_VALUE)}"


def _calls(left: tuple[Call, ...], right: tuple[Call, ...]) -> Iterator[str]:
    if len(left) != len(right):
        yield f"{_count(left)} instead of {len(right)}"
        return
    for number, (one, other) in enumerate(zip(left, right, strict=True), 1):
        if one.name != other.name:
            yield f"call {number}: name {literal(one.name, _VALUE)} instead of {literal(other.name, _VALUE)}"
        if one.arguments_raw is not UNSET or other.arguments_raw is not UNSET:
            if one.arguments_raw != other.arguments_raw:
                yield f"call {number}: {_arguments(one)} instead of {_arguments(other)}"
        else:
            for difference in _values(one.input, other.input):
                yield f"call {number}, {difference}"


def _count(calls: tuple[Call, ...]) -> str:
    return f"{len(calls)} call" if len(calls) == 1 else f"{len(calls)} calls"


def _arguments(call: Call) -> str:
    if isinstance(call.arguments_raw, str):
        return f"arguments that are no JSON, {literal(call.arguments_raw, _VALUE)},"
    return "arguments that are JSON"


def _values(left: Any, right: Any) -> Iterator[str]:
    """Walk two JSON values side by side, with a stack of our own: they may be deep."""
    stack: list[tuple[str, Any, Any]] = [("arguments", left, right)]
    while stack:
        path, one, other = stack.pop()
        if isinstance(one, dict) and isinstance(other, dict):
            yield from (f"{path}: member {_key(key)} is missing" for key in other if key not in one)
            yield from (f"{path}: member {_key(key)} is extra" for key in one if key not in other)
            inner = [(f"{path}.{_key(key)}", one[key], other[key]) for key in one if key in other]
            stack += reversed(inner)
        elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            pairs = enumerate(zip(one, other, strict=True))
            stack += reversed([(f"{path}[{place}]", mine, theirs) for place, (mine, theirs) in pairs])
        elif isinstance(one, str) and isinstance(other, str):
            yield from _texts(path, one, other)
        elif value_difference(one, other) is not None:
            yield f"{path}: {_value(one)} instead of {_value(other)}"


def _key(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else literal(key, _VALUE)


def _value(value: Any) -> str:
    if value is UNSET:
        return "nothing"
    if isinstance(value, str):
        return literal(value, _VALUE)
    return printable(jsontext.compact(value), limit=_VALUE)


def _texts(label: str, one: str | None, other: str | None) -> Iterator[str]:
    if one is None or other is None or one == other:
        return
    if not one or not other or max(len(one), len(other)) <= _WHOLE:
        yield f"{label}: {literal(one, _VALUE)} instead of {literal(other, _VALUE)}"
        return
    pairs = enumerate(zip(one, other, strict=False))
    place = next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))
    start = max(0, place - _BEFORE)
    mine, theirs = (literal(text[start : place + _VALUE // 2]) for text in (one, other))
    yield (
        f"{label}: differs from code point {place:,} on, around there {mine} instead of {theirs}"
        f" ({len(one):,} code points instead of {len(other):,})"
    )


def _order(events: tuple[Event, ...]) -> list[str]:
    return [
        "call" if event.call is not UNSET else "text" if event.text is not UNSET else "reasoning"
        for event in events
    ]


def _joined(kinds: list[str]) -> str:
    most = 10
    return " ".join(kinds[:most]) + (" …" if len(kinds) > most else "")
