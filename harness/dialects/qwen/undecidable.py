"""Which calls cannot be told from others once they are written (SEMANTICS Q11).

Nothing is escaped in this dialect, so that some texts are written for two different truths. Readers follow
the rules on them too, but what a model meant is lost. Nobody is asked by reading here: each reason is one
way in which a call, written by Q1, comes out otherwise by Q3-Q10.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from harness.dialects.qwen.grammar import ENDS_VALUE
from harness.dialects.qwen.render import written
from harness.dialects.qwen.schemas import declared, type_of, typed, types
from harness.dialects.white_space import WHITE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.model import Call, Tool

CUTS = re.compile(r"[>\n]")
"""What ends a name or a key, or makes it none (Q4)."""


def undecidable(calls: Sequence[Call], tools: Sequence[Tool], text: str = "") -> str | None:
    """Say why these calls, with the text of their turn, cannot be read back under the declared schemas.

    None where they can: by the rules, exactly they come out, and the text before the empty line. A text
    that holds an opener is always told, although some are read back.
    """
    return next(_reasons(calls, tools, text), None)


def _reasons(calls: Sequence[Call], tools: Sequence[Tool], text: str) -> Iterator[str]:
    if text != text.strip(WHITE):
        yield "text: white space around it is trimmed"
    if "<tool_call>" in text:
        yield "text: it holds an opener"
    for call in calls:
        yield from _of_name(call.name)
        if not isinstance(call.input, dict):
            yield "arguments: they are no object"
            continue
        schemas = declared(tools, call.name)
        for key, value in call.input.items():
            yield from _of_key(key)
            yield from _of_value(value, types(schemas.get(key)))


def _of_name(name: str) -> Iterator[str]:
    if CUTS.search(name):
        yield "name: it holds > or a line end"
    elif name != name.strip(WHITE):
        yield "name: white space around it is trimmed"
    elif not name:
        yield "name: it is empty"


def _of_key(key: str) -> Iterator[str]:
    if CUTS.search(key):
        yield "key: it holds > or a line end"
    elif not key:
        yield "key: it is empty"


def _of_value(value: Any, allowed: frozenset[str]) -> Iterator[str]:
    text = written(value)
    if ENDS_VALUE.search(text):
        yield "value: it holds an end of itself"
    elif not same(typed(text, allowed), value):
        yield f"type: the schema makes something else of what this {type_of(value)} is written as"


def same(one: Any, other: Any) -> bool:
    """Compare two JSON values: truth values are no numbers, and numbers are doubles (C4)."""
    pairs = [(one, other)]
    while pairs:
        a, b = pairs.pop()
        if type_of(a) != type_of(b):
            return False
        if isinstance(a, dict):
            if a.keys() != b.keys():
                return False
            pairs += [(value, b[key]) for key, value in a.items()]
        elif isinstance(a, list | tuple):
            if len(a) != len(b):
                return False
            pairs += zip(a, b, strict=True)
        elif not (a == b or (type_of(a) == "number" and _as_doubles(a, b))):
            return False
    return True


def _as_doubles(a: float, b: float) -> bool:
    try:
        return float(a) == float(b)
    except OverflowError:  # such an integer is equal to nothing but itself
        return False
