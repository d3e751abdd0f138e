"""Ways of writing a call: its name, its parameters, and what stands between (Q4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.qwen.tools import Declared, tool_of
from harness.dialects.qwen.values import value
from harness.model import Call

if TYPE_CHECKING:
    from harness.dialects.qwen.hand import Hand
    from harness.generate.pen import Pen

    # The name as written, and as it is.
    Name = tuple[str, str]

# As written, and trimmed by every kind of white space; no `>` and no LF stands in them.
ODD_NAMES = (
    (" a ", "a"),
    ("\tread_file\r", "read_file"),
    ("\u3000\u00a0q", "q"),
    ("run\u2028", "run"),
    ("\x85\x0bx\x0c", "x"),
    ("a b", "a b"),
    ("a=b", "a=b"),
    ('"a"', '"a"'),
    ("it's", "it's"),
    ("a/b", "a/b"),
    ("a/", "a/"),
    ("</function", "</function"),
    ("<tool_call", "<tool_call"),
    ("<b", "<b"),
    ("a\rb", "a\rb"),
    ("\ufeffa", "\ufeffa"),
    ("a\x00", "a\x00"),
    ("\U0001f600", "\U0001f600"),
    ("\u212a", "\u212a"),
    ("a&amp;b", "a&amp;b"),
    ("{}", "{}"),
    ("=", "="),
)
# Kept as they are, white space too.
ODD_KEYS = (
    "a b",
    " b",
    "b ",
    "\tb\r",
    'say "hi"',
    "it's",
    "b=c",
    "=",
    "b/",
    "<",
    "</parameter",
    "<parameter=b",
    " ",
    "\u3000",
    "\ufeffb",
    "b\x00",
    "\U0001f600",
    "e\u0301",
    "a&b",
    "&lt;",
    "[0]",
    "{}",
    "a\u2028b",
    "name=",
)
NOT_DECLARED = ("no_such_tool", "ghost", "multi_tool_use.parallel", "Search")
"""No other tool has one of these names."""


def named(pen: Pen, *, free: bool) -> Name:
    """Draw a tool's name."""
    if free and pen.chance(1, 2):
        pen.features.add("odd-name")
        return pen.pick(ODD_NAMES)
    name = pen.call_name()
    return name, name


def good(pen: Pen, hand: Hand, out: list[str]) -> Call:
    """Write a function, and give the call."""
    if pen.chance(1, 32):
        pen.features.add("tool:undeclared")
        pen.relies.add("unknown_tools")
        text = name = pen.pick(NOT_DECLARED)
        tool = pen.names.setdefault(name, Declared(known=False))
    else:
        text, name = named(pen, free=pen.chance(1, 10))
        tool = tool_of(pen, name)
    out.append(f"<function={text}>")
    arguments: dict[str, Any] = {}
    if pen.chance(7, 8):
        parameters(pen, hand, out, tool, arguments)
    else:
        pen.features.add("no-arguments")
    out += (hand.gap(pen), "</function>")
    return Call(name, arguments)


def parameters(pen: Pen, hand: Hand, out: list[str], tool: Declared, arguments: dict[str, Any]) -> None:
    """Write parameters, at least one; of equal keys the last wins, in the place of the first (Q7)."""
    place = 0
    key = ""
    while True:
        if place and pen.chance(1, 12):
            pen.features.add("duplicates")
            pen.relies.add("duplicates")
        elif pen.chance(1, 14):
            pen.features.add("odd-key")
            key = pen.pick(ODD_KEYS)
        else:
            key = pen.parameter_name(place)
        if key in arguments:
            pen.relies.add("duplicates")
        text, arguments[key] = value(pen, tool.meaning(pen, key))
        out += (hand.gap(pen), f"<parameter={key}>", hand.framed(text), "</parameter>")
        place += 1
        if not pen.chance(2, 5):
            return
