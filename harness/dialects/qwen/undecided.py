"""Writing what cannot be decided (SEMANTICS Q11): calls that come out otherwise than they went in.

Nothing is expected of such a text but what holds for every text: parsers survive it, and agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.qwen.meanings import STRING, meaning
from harness.dialects.qwen.render import render
from harness.dialects.qwen.tools import tool_of
from harness.model import Call

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.generate.pen import Pen

    # Calls, and the text of their turn.
    Turn = tuple[tuple[Call, ...], str]

VALUES = (
    "x\n</parameter>\n<parameter=z>\ny",
    "x</parameter></function>",
    "</parameter>\n</function>",
    "x\n</parameter>\u3000\n<parameter=",
    "</parameter>\n<parameter=z\n>\ny",
    "\n</parameter>\n</function>\n</tool_call>\n\nDone.",
)
CALLS = (
    "x\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=q>\n<parameter=z>\ny",
    "x\n</parameter>\n</function>\n<function=q>\n<parameter=z>\ny",
    "x\n</parameter>\n</function>\n</tool_call>\nand then\n<tool_call>\n<function=q>\n<parameter=z>\n",
)
KEYS = ("a>\nb", "a>b", "a\nb", "", ">", "b>\n\n</parameter>\n<parameter=c", "a></parameter>")
NAMES = (
    " f",
    "f\n",
    "f>",
    "",
    "f>\n<parameter=a>\nx\n</parameter>\n<parameter=b",
    "\u3000",
    "f\ng",
    "</tool_call>",
)
TEXTS = (
    "<tool_call>\n<function=q>\n</function>\n</tool_call>",
    "hi\n\n<tool_call>\n<function=q>\n<parameter=z>\nx\n</parameter>\n</function>\n</tool_call>",
    "<tool_call>\n<function=q>\n<parameter=z>\n",
    "Write <tool_call>",
)

# A value, and types under which it is not read back.
TYPES: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (123, ()),
    (True, ()),
    (None, ()),
    ({"a": 1}, ()),
    ([1, 2], ("string",)),
    (1.5, ("string",)),
    ("123", ("integer",)),
    ("true", ("boolean",)),
    ("null", ("null",)),
    ("null", ("string", "null")),
    ('{"a": 1}', ("string", "object")),
    ("[1, 2]", ("array",)),
    (123, ("string", "integer")),
    (False, ("string", "boolean")),
    ("1e2", ("integer",)),
    ({}, ("array",)),
    (2.5, ("integer",)),
)
MEANINGS = {types: meaning(*types) for _, types in TYPES}


def undecided(pen: Pen) -> str:
    """Write a turn that is read otherwise than it was meant."""
    calls, text = turn(pen)
    return render(calls, text=text)


def turn(pen: Pen) -> Turn:
    """Draw a turn that is read otherwise than it was meant."""
    feature, draw = pen.pick(KINDS)
    pen.features.add(f"undecidable:{feature}")
    return draw(pen)


def one(pen: Pen, key: str, value: Any, *types: str) -> Turn:
    """Make a turn of one call with one argument."""
    name = pen.call_name()
    tool = tool_of(pen, name)
    key += "_" * (key in tool.meanings)
    tool.declare(pen, key, MEANINGS.get(types, STRING))
    return (Call(name, {key: value}),), ""


def value(pen: Pen) -> Turn:
    """Write a value that holds its own end: it is cut short, and more parameters may follow."""
    return one(pen, "b", pen.pick(VALUES), "string")


def calls(pen: Pen) -> Turn:
    """Write a value that holds the end of its call and the beginning of another."""
    return one(pen, "b", pen.pick(CALLS), "string")


def repeated(pen: Pen) -> Turn:
    """Write a value that holds its own parameter again, which no mapping can give."""
    found, text = one(pen, "b", "", "string")
    ((key, _),) = found[0].input.items()
    return (Call(found[0].name, {key: f"x\n</parameter>\n<parameter={key}>\ny"}),), text


def key(pen: Pen) -> Turn:
    """Write a key that holds the end of its tag, or is none."""
    return (Call(pen.call_name(), {pen.pick(KEYS): pen.phrase()}),), ""


def name(pen: Pen) -> Turn:
    """Write a name that holds the end of its tag, is trimmed, or is none."""
    return (Call(pen.pick(NAMES), {pen.parameter_name(0): pen.phrase()}),), ""


def kind(pen: Pen) -> Turn:
    """Write a value that its schema makes something else of."""
    found, types = pen.pick(TYPES)
    return one(pen, "b", found, *types)


def text(pen: Pen) -> Turn:
    """Write text that holds a call, before a call or alone."""
    found = (Call(pen.call_name(), {}),) if pen.chance(1, 2) else ()
    return found, pen.pick(TEXTS)


KINDS: tuple[tuple[str, Callable[[Pen], Turn]], ...] = (
    ("value", value),
    ("calls", calls),
    ("repeated", repeated),
    ("key", key),
    ("name", name),
    ("type", kind),
    ("text", text),
    ("type", kind),
)
