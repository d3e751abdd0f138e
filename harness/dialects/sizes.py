"""Sizes, for every dialect: of values, nesting to the limit (C4) and length; of blocks, many calls."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harness.generate.pen import Pen
    from harness.model import Call

DEEPEST = 256
"""How deep JSON and children nest before they are neither."""

SHORTEST, STEP, STEPS = 1024, 4, 5
"""A long value has at least 1,024 code points; with every step, up to 1 MiB, four times as many."""

CROWDED, TIMES, LONGEST_OF_MANY = 300, 40, 400
"""Of so many blocks one has its calls 40 times more, where they have at most 400 code points."""

NESTS: tuple[tuple[str, str, str | None], ...] = (("[", "]", None), ('{"":', "}", ""))

# What a long value repeats, as it is. No run of backticks, which a fence around it would have to outgrow.
UNITS = (
    "x",
    "line\n",
    "]]",
    "a-",
    "&",
    "\u00e9\U0001f600",
    "x < y ",
    "</x>",
    "\r\n.",
    "`x` ",
    "[1, ",
    '"',
    "<b>",
)


# What stands innermost, as JSON and as it is. Brackets in a string add no depth.
INNERMOST: tuple[tuple[str, Any], ...] = (("0", 0), ('"[{["', "[{["))


def nested_json(pen: Pen, depth: int) -> tuple[str, Any]:
    """Write arrays or objects around one scalar; give what that is as a value."""
    before, behind, key = pen.pick(NESTS)
    text, value = pen.pick(INNERMOST)
    return before * depth + text + behind * depth, wrapped(key, depth, value)


@cache
def wrapped(key: str | None, depth: int, value: Any) -> Any:
    """Put a value into objects with this one key, or into arrays where there is none. Made once."""
    for _ in range(depth):
        value = [value] if key is None else {key: value}
    return value


def many(pen: Pen, out: list[str], begun: int, calls: list[Call]) -> None:
    """Write again and again what was written since ``begun``, with its calls, unless that is long."""
    text = "".join(out[begun:])
    if len(text) <= LONGEST_OF_MANY:
        pen.features.add("crowded")
        out.append(text * TIMES)
        calls += calls * TIMES
