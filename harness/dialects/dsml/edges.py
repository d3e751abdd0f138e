"""Numbers at the edges of what a double can hold: as text, in JSON, and too large for JSON (C4, V5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.jsons import NUMBERS, TOO_LARGE

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.dialects.dsml.hand import Hand
    from harness.generate.pen import Pen

# Text (V5), though each reads as a number at an edge of what a double holds exactly, or holds at all.
NUMBER_TEXTS = (
    "0",
    "-0",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "1e308",
    "1.7976931348623157e308",
    "5e-324",
    "1E+2",
    "-0.0",
    "1e400",
    "-1e400",
    "123456789012345678901234567890",
)

# Ways of putting a number into JSON, and what comes before and behind its value.
PLACES: tuple[tuple[str, str, Callable[[Any], Any]], ...] = (
    ("[", "]", lambda number: [number]),
    ('{"n": ', "}", lambda number: {"n": number}),
    ("[ ", " ,0]", lambda number: [number, 0]),
    ('{"a": [{"b":', "}]}", lambda number: {"a": [{"b": number}]}),
    ('{"n": 1, "n": ', "}", lambda number: {"n": number}),
)


def number_text(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write a number as a whole value: text."""
    pen.features.add("number:text")
    pen.relies.add("scalars")
    text = pen.pick(NUMBER_TEXTS)
    return text, text


def number_json(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write a number in JSON."""
    pen.features.add("number:json")
    pen.relies.add("structure")
    text, number = pen.pick(NUMBERS)
    before, behind, value = pen.pick(PLACES)
    return before + text + behind, value(number)


def number_overflow(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write a number that makes JSON of nothing: text."""
    pen.features.add("number:overflow")
    pen.relies.add("structure")
    before, behind, _value = pen.pick(PLACES)
    text = before + pen.pick(TOO_LARGE) + behind
    return text, text
