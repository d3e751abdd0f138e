"""Ways of writing an object as child elements (V4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.dsml.jsons import json_value
from harness.dialects.dsml.lookalikes import SCALAR_TEXTS
from harness.dialects.dsml.opaque import cdata, escaped
from harness.dialects.white_space import WHITE

if TYPE_CHECKING:
    from harness.dialects.dsml.hand import Hand
    from harness.generate.pen import Pen

LOCALS = (
    "k",
    "path",
    "item",
    "item",
    "_id",
    "x-1",
    "a.b",
    "K",
    "__proto__",
    "constructor",
    "parameters",
    "invoked",
    "toString",
)
PREFIXES = ("", "", "", "", "", "", "ns:", "a_b:", "X-1.2:")
ATTRIBUTES = (
    " a='1'",
    ' a = "x>y"',
    "\n\ta=''  b:c=\"'\"",
    ' type="list"',
    " a='&lt;'",
    " a='<b>'",
    ' a="/>"',
    " a='</k>'",
    " _-.='1'",
)
BLANKS = (" ", "\n", "\t", "\r\n ")
GAPS = ("", "", "\n", "\n  ", " ", "\u00a0", "\u2028")
PADS = ("", "", "", "", "\n", " ", "\u3000", "\x85")
DEEPEST = 4


def children(pen: Pen, hand: Hand) -> tuple[str, Any]:
    """Write elements and white space, nothing else: an object, a name that repeats giving a list."""
    pen.features.add("children")
    pen.relies.add("structure")
    return content(pen, hand, 1)


def content(pen: Pen, hand: Hand, depth: int) -> tuple[str, dict[str, Any]]:
    """Write at least one element."""
    values: dict[str, list[Any]] = {}
    gap = pen.pick(GAPS)
    out = []
    while True:
        text, local, value = element(pen, hand, depth)
        out.append(text)
        values.setdefault(local, []).append(value)
        if not pen.chance(2, 5):
            break
    if len(out) > len(values):
        pen.features.add("children:list")
    return gap.join(out), {key: found if len(found) > 1 else found[0] for key, found in values.items()}


def element(pen: Pen, hand: Hand, depth: int) -> tuple[str, str, Any]:
    """Write one element: its text, its local name, its value."""
    local = pen.pick(LOCALS)
    name = pen.pick(PREFIXES) + local
    inside = ""
    if pen.chance(1, 6):
        pen.features.add("children:attributes")
        inside = pen.pick(ATTRIBUTES)
    if pen.chance(1, 8):
        inside += pen.pick(BLANKS)
    if pen.chance(1, 10):
        return f"<{name}{inside}/>", local, ""
    text, value = (
        leaf(pen, hand) if depth >= DEEPEST or not pen.chance(1, 4) else content(pen, hand, depth + 1)
    )
    pad = pen.pick(PADS)
    tail = pen.pick(BLANKS) if pen.chance(1, 10) else ""
    return f"<{name}{inside}>{pad}{text}{pad}</{name}{tail}>", local, value


def leaf(pen: Pen, hand: Hand) -> tuple[str, Any]:
    """Write a content without elements: V1, V2, V5, V6, but no V3."""
    way = pen.below(LEAVES)
    if way < PLAIN:
        text = pen.phrase()
        return text, text.strip(WHITE)
    if way < EMPTY:
        return "", ""
    if way < ESCAPED:
        return escaped(pen, pen.wild(), tame=hand.tame)
    if way < CDATA:
        return cdata(pen, pen.phrase() if hand.tame else pen.wild())
    if way < SCALAR:
        pen.relies.add("scalars")
        return (pen.pick(SCALAR_TEXTS),) * 2
    return json_value(pen, hand)


# The shares of the ways of a leaf, added up.
PLAIN = 8
EMPTY = 9
ESCAPED = 11
CDATA = 13
SCALAR = 15
LEAVES = 16
