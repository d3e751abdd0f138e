"""Blocks that are read differently by policy, with what they are under each answer (SEMANTICS section 3).

Each is a tidy block with one such thing in it, and only answers are given about which nobody could argue:
what, say, becomes of the words between the tags where they are kept as text is left open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.answers import ENTITIES, SCALARS
from harness.dialects.dialect import Block, Either
from harness.dialects.dsml.bare import bare, open_bare
from harness.dialects.dsml.hand import Hand
from harness.dialects.jsons import ENCODERS, hidden
from harness.dialects.white_space import WHITE
from harness.model import Call

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.generate.pen import Pen

WORDS = ("and", "Here it is:", ", ", "- one\n", "\u00e9\U0001f600", "ok.")
NO_NAMES = ("", ' name=""', ' name=" "', ' id="q"')


class Tidy:
    """One block with nothing in it that hangs on any policy, but for what it is made for."""

    __slots__ = ("between", "ends", "name", "pen", "starts", "style")

    def __init__(self, pen: Pen) -> None:
        """Draw style, layout and the tool's name."""
        hand = Hand(pen, tame=True)
        self.pen = pen
        self.style = hand.style
        self.between = hand.between
        self.starts = {tag: "<" + name for tag, name in hand.starts.items()}
        self.ends = {tag: f"</{name}>" for tag, name in hand.ends.items()}
        self.name = pen.call_name()
        pen.names[self.name] = None

    def parameter(self, name: str, text: str) -> str:
        """Write a parameter."""
        return f'{self.starts["parameter"]} name="{name}">{text}{self.ends["parameter"]}{self.between}'

    def invoke(self, parameters: str) -> str:
        """Write an invoke."""
        return f'{self.starts["invoke"]} name="{self.name}">{self.between}{parameters}{self.ends["invoke"]}'

    def block(self, *invokes: str) -> str:
        """Write the block."""
        inside = self.between.join(("", *invokes, ""))
        return f"{self.starts['tool_calls']}>{inside}{self.ends['tool_calls']}"

    def read(self, text: str, arguments: dict[str, Any]) -> tuple[Block]:
        """Say that the block is read as one call with these arguments."""
        return (Block(text, (Call(self.name, arguments),), self.style),)


def values(pen: Pen, policy: str, text: str, readings: dict[str, Any]) -> Either:
    """Write a block whose only value is read differently."""
    tidy = Tidy(pen)
    name = pen.parameter_name(0)
    whole = tidy.block(tidy.invoke(tidy.parameter(name, text)))
    return Either(policy, whole, {to: tidy.read(whole, {name: value}) for to, value in readings.items()})


def entities(pen: Pen) -> Either:
    """Write entities."""
    text, xml, html = pen.pick(ENTITIES)
    return values(pen, "entities", text, {"xml": xml, "html": html, "literal": text})


def scalars(pen: Pen) -> Either:
    """Write a number, a truth value or null; or what only looks like one."""
    text, value = pen.pick(SCALARS)
    return values(pen, "scalars", text, {"text": text, "json": value})


def structure(pen: Pen) -> Either:
    """Write an object or a list: as JSON, or an object as child elements."""
    if pen.chance(1, 3):
        key, inside = pen.pick(("k", "path", "ns:k")), pen.pick(("x", "", "two words", "&"))
        text = f"<{key}>{inside}</{key}>"
        return values(
            pen,
            "structure",
            text,
            {"children+json": {key.removeprefix("ns:"): inside}, "json": text, "text": text},
        )
    tree = pen.tree()
    text = hidden(pen.pick(ENCODERS)(tree)).replace("&", "\\u0026")
    return values(pen, "structure", text, {"children+json": tree, "json": tree, "text": text})


def duplicates(pen: Pen) -> Either:
    """Write one parameter name twice or more."""
    tidy = Tidy(pen)
    name = pen.parameter_name(0)
    found = [pen.phrase().strip(WHITE), pen.phrase().strip(WHITE)]
    while pen.chance(1, 3):
        found.append(pen.phrase().strip(WHITE))
    whole = tidy.block(tidy.invoke("".join([tidy.parameter(name, value) for value in found])))
    readings = {"list": found, "last": found[-1], "first": found[0]}
    return Either(
        "duplicates", whole, {to: tidy.read(whole, {name: value}) for to, value in readings.items()}
    )


def junk(pen: Pen) -> Either:
    """Write words between the tags of a block: before, between or behind its calls."""
    tidy = Tidy(pen)
    name, value = pen.parameter_name(0), pen.phrase().strip(WHITE)
    invokes = [tidy.invoke(tidy.parameter(name, value))]
    invokes.insert(pen.below(2), pen.pick(WORDS))
    whole = tidy.block(*invokes)
    return Either("junk_in_block", whole, {"drop": tidy.read(whole, {name: value}), "reject": (whole,)})


def damaged_call(pen: Pen) -> Either:
    """Write a call without a name before or behind a good one."""
    tidy = Tidy(pen)
    name, value = pen.parameter_name(0), pen.phrase().strip(WHITE)
    inside = tidy.parameter(name, value)
    invokes = [tidy.invoke(inside)]
    bad = f"{tidy.starts['invoke']}{pen.pick(NO_NAMES)}>{inside}{tidy.ends['invoke']}"
    invokes.insert(pen.below(2), bad)
    whole = tidy.block(*invokes)
    return Either(
        "damaged_call", whole, {"drop-call": tidy.read(whole, {name: value}), "reject-block": (whole,)}
    )


def open_call(pen: Pen) -> Either:
    """Write a block that ends within its first call."""
    tidy = Tidy(pen)
    call = tidy.invoke(tidy.parameter(pen.parameter_name(0), pen.phrase().strip(WHITE)))
    before = tidy.block(call).partition(call)[0]
    begun = call.index(">") + 1
    text = before + call[: begun + pen.below(len(call) - begun)]
    return Either("truncated", text, {"text": (text,), "drop": ()})


QUESTIONS: tuple[Callable[[Pen], Either], ...] = (
    *(bare,) * 9,
    *(entities,) * 3,
    *(scalars,) * 3,
    *(structure,) * 6,
    *(duplicates,) * 3,
    *(junk,) * 3,
    *(damaged_call,) * 3,
)
LAST_QUESTIONS = (open_call, open_bare)
