"""Drifts of parameters: how their values are framed and spelt, their order, and how often they come."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

from harness.generate.damage.qwen.tags import functions
from harness.generate.damage.spots import filled, tags

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.dialects import Dialect
    from harness.generate.damage.spots import Tag
    from harness.generate.pen import Pen

FRAMES = (
    ("", ""),
    ("\n\n", "\n\n"),
    ("\n\n\n", "\n"),
    ("\n", ""),
    ("", "\n\n"),
    ("\r\n", "\r\n"),
    ("\n ", "\n"),
)
PYTHON = (
    "True",
    "None",
    "False",
    "{'a': True}",
    "[None]",
    "('a',)",
    "nan",
    "True ",
    "{'a': None, 'b': [False]}",
)
FLOATS = ("140.0", "1.0", "-3.0", "2.50", "1e2", "0.0", "140.00", "1e400", "9007199254740993.0")
LISTS: tuple[list[object], ...] = ([1, 2], ["a"], [], [{"a": 1}], ["\u00e9", '"', None], [["]"], "[x"])
BRACKETS = ("]", "}", "]]", ")", "]}", ",]")


def _values(dialect: Dialect, text: str) -> list[tuple[Tag, Tag]]:
    return filled(tags(dialect.grammar, text), dialect.grammar.parameter)


def _put(pen: Pen, dialect: Dialect, text: str, choices: Sequence[str]) -> str:
    """Put one of these in the place of a value, on lines of its own."""
    found = _values(dialect, text)
    if not found:
        return text
    start, end = pen.pick(found)
    return f"{text[: start.end()]}\n{pen.pick(choices)}\n{text[end.start() :]}"


def framing(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a value without line ends around it, or with more of them."""
    found = _values(dialect, text)
    if not found:
        return text
    start, end = pen.pick(found)
    left, right = pen.pick(FRAMES)
    value = text[start.end() : end.start()].strip("\n")
    return f"{text[: start.end()]}{left}{value}{right}{text[end.start() :]}"


def python_word(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a value as Python does."""
    return _put(pen, dialect, text, PYTHON)


def whole_float(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a whole number with a fraction."""
    return _put(pen, dialect, text, FLOATS)


def bracket_more(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a list or an object with one bracket too many."""
    value = pen.pick((*LISTS, {"a": 1}, {"a": [{}]}))
    return _put(pen, dialect, text, (json.dumps(value) + pen.pick(BRACKETS),))


def encoded_twice(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a list as a string of JSON, which is JSON again, or with strings of it for members."""
    members = pen.pick(LISTS)
    once = json.dumps(members)
    return _put(pen, dialect, text, (json.dumps(once), json.dumps([json.dumps(one) for one in members])))


def parameter_order(pen: Pen, dialect: Dialect, text: str) -> str:
    """Exchange two parameters of a call that follow each other."""
    found = [
        (one, other)
        for start, end in functions(dialect, text)
        for one, other in _neighbours(_values(dialect, text), start.end(), end.start())
    ]
    if not found:
        return text
    (a, b), (c, d) = pen.pick(found)
    return (
        text[: a.start()]
        + text[c.start() : d.end()]
        + text[b.end() : c.start()]
        + text[a.start() : b.end()]
        + text[d.end() :]
    )


def _neighbours(
    pairs: list[tuple[Tag, Tag]], front: int, back: int
) -> list[tuple[tuple[Tag, Tag], tuple[Tag, Tag]]]:
    """Pair each parameter between two places with the next one."""
    inside = [pair for pair in pairs if front <= pair[0].start() and pair[1].end() <= back]
    return list(pairwise(inside))


def repeated_parameter(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a parameter again behind itself, its value the same, another, or none."""
    found = _values(dialect, text)
    if not found:
        return text
    start, end = pen.pick(found)
    value = pen.pick((text[start.end() : end.start()], f"\n{pen.phrase()}\n", "\n\n", "\n"))
    joint = pen.pick(("\n", ""))
    return f"{text[: end.end()]}{joint}{start[0]}{value}{end[0]}{text[end.end() :]}"
