"""Ways of writing a whole block that is accepted, and its beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.dialect import Block
from harness.dialects.qwen.calls import good
from harness.dialects.qwen.hand import Hand
from harness.dialects.qwen.meanings import NONE, STRING
from harness.dialects.qwen.render import render
from harness.dialects.qwen.tools import tool_of
from harness.dialects.sizes import CROWDED, many
from harness.model import Call

if TYPE_CHECKING:
    from harness.generate.pen import Pen


def accepted(pen: Pen) -> Block:
    """Write a block that is read to its end (Q3): one function or more."""
    hand = Hand(pen)
    out = ["<tool_call>"]
    calls: list[Call] = []
    pen.part(several, pen, hand, out, calls)
    if pen.chance(1, CROWDED):
        many(pen, out, 1, calls)
    out += (hand.gap(pen), "</tool_call>")
    if len(calls) > 1:
        pen.features.add("calls:2+")
    return Block("".join(out), tuple(calls))


def several(pen: Pen, hand: Hand, out: list[str], calls: list[Call]) -> None:
    """Write a function, and perhaps more of them, as a part again."""
    out.append(hand.gap(pen))
    calls.append(good(pen, hand, out))
    if pen.chance(1, 5):
        pen.part(several, pen, hand, out, calls)


def plain(pen: Pen) -> Block:
    """Write one call the template's way, its value safe text that no types read otherwise."""
    call, text = plain_call(pen)
    return Block(text, (call,))


def plain_call(pen: Pen) -> tuple[Call, str]:
    """Draw a call with one value that is safe text, and write it."""
    name, key = pen.call_name(), pen.parameter_name(0)
    textual(pen, name, key)
    call = Call(name, {key: pen.phrase()})
    return call, render((call,))


def textual(pen: Pen, name: str, key: str) -> None:
    """Declare a parameter as a string, or leave it untyped, unless it has a meaning already."""
    tool = tool_of(pen, name)
    if key not in tool.meanings:
        tool.declare(pen, key, pen.pick((STRING, NONE)))


def unfinished(pen: Pen) -> str:
    """Write a block without its closer that is given up at the next word or opener (Q8).

    No value is open in it, or that would take in all that follows (Q5).
    """
    hand = Hand(pen)
    if pen.chance(1, 4):
        return pen.pick(BEGUN)
    out = ["<tool_call>"]
    pen.part(several, pen, hand, out, [])
    return "".join(out)


BEGUN = (
    "<tool_call>",
    "<tool_call>\n",
    "<tool_call>\n<function=q>",
    "<tool_call><function=q>\n",
    "<tool_call>\n<function=q>\n</function>\n<function=p>\n",
    "<tool_call>\n<function=q>\n<parameter=b>\nx\n</parameter>\n</function>\n<function=p>",
)


def swallowed(pen: Pen) -> str:
    """Write a block with a value that nothing ends: all behind it is in it (Q5), whole blocks too."""
    key = pen.parameter_name(0)
    head = f"<tool_call>\n<function={pen.call_name()}>\n<parameter={key}>\n{pen.phrase()}\n"
    return head + pen.pick(OPEN_VALUES).replace("@", pen.phrase())


# What stands in the value, so that nothing ends it or the last one in it.
OPEN_VALUES = (
    "</function>\n</tool_call>\n@",
    "</parameter>\n</tool_call>\n\n@",
    "<tool_call>\n<function=q>\n</function>\n</tool_call>\n@",
    "</parameter>\n</func>\n</tool_call>\n<tool_call>\n<function=q>\n</function>\n</tool_call>@",
    "</parameter>\n<parameter=z>\n@\n</function>\n</tool_call>",
    "<parameter=z>\n@\n</parameter>\n</tool_call>\n<tool_call>\n<function=q>\n</function>\n</tool_call>",
)
