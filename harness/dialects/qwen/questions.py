"""Blocks that are read differently by policy, with what they are under each answer (SEMANTICS section 3).

Each is a plain block with one such thing in it, and only answers are given about which nobody could argue.
The first is the references' own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.answers import ENTITIES, SCALARS
from harness.dialects.dialect import Block, Either, Thought
from harness.dialects.jsons import ENCODERS, hidden
from harness.dialects.qwen.blocks import plain_call
from harness.dialects.qwen.calls import NOT_DECLARED
from harness.dialects.qwen.meanings import NONE, STRING, Meaning, meaning
from harness.dialects.qwen.schemas import type_of
from harness.dialects.qwen.tools import tool_of
from harness.model import Call

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.generate.pen import Pen

WORDS = ("and", "Here it is:", ", ", "- one\n", "\u00e9\U0001f600", "ok.")
BAD = ("<function=>", "<function= >", "<function=\n>", "<function=a\n>")
"""Start tags of a function without a good name."""

OF = {name: meaning(name) for name in ("number", "boolean", "null", "object", "array")}
"""Meanings of one type."""


def wrapped(*functions: str) -> str:
    """Write a block."""
    return "\n".join(("<tool_call>", *functions, "</tool_call>"))


def function(name: str, *parameters: tuple[str, str]) -> str:
    """Write a function with texts as values."""
    inside = "".join([f"<parameter={key}>\n{text}\n</parameter>\n" for key, text in parameters])
    return f"<function={name}>\n{inside}</function>"


def read(text: str, name: str, arguments: dict[str, Any]) -> tuple[Block]:
    """Say that a block is read as one call."""
    return (Block(text, (Call(name, arguments),)),)


def place(pen: Pen, *meanings: Meaning) -> tuple[str, str, Meaning]:
    """Draw a tool and a key with one of these meanings: those that it has already, if it must be."""
    name, key = pen.call_name(), pen.parameter_name(0)
    tool = tool_of(pen, name)
    wanted = pen.pick(meanings)
    found = tool.meanings.get(key)
    while found is not None and found.types != wanted.types:
        key += "_"
        found = tool.meanings.get(key)
    return name, key, found or tool.declare(pen, key, wanted)


def value(
    pen: Pen, policy: str, meanings: tuple[Meaning, ...], text: str, readings: dict[str, Any]
) -> Either:
    """Write a block whose only value is read differently."""
    name, key, _ = place(pen, *meanings)
    whole = wrapped(function(name, (key, text)))
    return Either(policy, whole, {to: read(whole, name, {key: made}) for to, made in readings.items()})


def entities(pen: Pen) -> Either:
    """Write entities: they are what they look like."""
    text, xml, html = pen.pick(ENTITIES)
    return value(pen, "entities", (STRING, NONE), text, {"literal": text, "xml": xml, "html": html})


def scalars(pen: Pen) -> Either:
    """Write a number, a truth value or null, as text or as that."""
    text, made = pen.pick(SCALARS)
    if pen.chance(1, 2) and not isinstance(made, str):
        return value(pen, "scalars", (OF[type_of(made)],), text, {"schema": made, "text": text, "json": made})
    return value(pen, "scalars", (STRING, NONE), text, {"schema": text, "text": text, "json": made})


def structure(pen: Pen) -> Either:
    """Write the JSON of an object or a list, as text or as that."""
    tree = pen.tree()
    text = hidden(pen.pick(ENCODERS)(tree))
    as_json = {"children+json": tree, "json": tree, "text": text}
    if "&" in text:
        pen.relies.add("entities")
    if pen.chance(1, 2):
        return value(pen, "structure", (OF[type_of(tree)],), text, {"schema": tree, **as_json})
    return value(pen, "structure", (STRING, NONE), text, {"schema": text, **as_json})


def duplicates(pen: Pen) -> Either:
    """Write one key twice or more."""
    name, key, _ = place(pen, STRING, NONE)
    found = [pen.phrase(), pen.phrase()]
    while pen.chance(1, 3):
        found.append(pen.phrase())
    whole = wrapped(function(name, *[(key, text) for text in found]))
    readings = {"last": found[-1], "list": found, "first": found[0]}
    return Either("duplicates", whole, {to: read(whole, name, {key: made}) for to, made in readings.items()})


def junk(pen: Pen) -> Either:
    """Write words before, between or behind the functions of a block."""
    name, key, _ = place(pen, STRING, NONE)
    text = pen.phrase()
    functions = [function(name, (key, text))]
    functions.insert(pen.below(2), pen.pick(WORDS))
    whole = wrapped(*functions)
    pen.relies.add("missing_opener")
    return Either("junk_in_block", whole, {"reject": (whole,), "drop": read(whole, name, {key: text})})


def damaged_call(pen: Pen) -> Either:
    """Write a function without a good name before or behind a good one."""
    name, key, _ = place(pen, STRING, NONE)
    text = pen.phrase()
    good = function(name, (key, text))
    functions = [good]
    functions.insert(pen.below(2), good.replace(f"<function={name}>", pen.pick(BAD), 1))
    whole = wrapped(*functions)
    pen.relies.add("missing_opener")
    dropped = read(whole, name, {key: text})
    return Either("damaged_call", whole, {"reject-block": (whole,), "drop-call": dropped})


def unknown_tool(pen: Pen) -> Either:
    """Call a tool that is not declared."""
    name, key, text = pen.pick(NOT_DECLARED), pen.parameter_name(0), pen.phrase()
    whole = wrapped(function(name, (key, text)))
    return Either(
        "unknown_tools", whole, {"forward": read(whole, name, {key: text}), "drop": (), "text": (whole,)}
    )


def bare(pen: Pen) -> Either:
    """Write a block without its opener."""
    call, text = plain_call(pen)
    whole = text.removeprefix("<tool_call>\n")
    return Either("missing_opener", whole, {"text": (whole,), "repair": (Block(whole, (call,)),)})


def thought(pen: Pen) -> Either:
    """Write reasoning between its tags: visible text, or a channel of its own; no call stands in it."""
    inside = pen.pick(THOUGHTS).replace("@", pen.phrase())
    whole = f"<think>{inside}</think>"
    return routed(pen, whole, inside, "" if pen.chance(1, 3) else "\n\n")


def open_thought(pen: Pen) -> Either:
    """Write reasoning that nothing ends."""
    inside = pen.pick(THOUGHTS).replace("@", pen.phrase())
    return routed(pen, f"<think>{inside}", inside, "")


def routed(pen: Pen, whole: str, inside: str, behind: str) -> Either:
    """Say what reasoning is where it is ignored, and where it is routed: without its tags, exact."""
    pen.features.add("reasoning:closed" if whole.endswith("</think>") else "reasoning:open")
    rest = (behind,) if behind else ()
    channel = (Thought(inside),) if inside else ()
    return Either("reasoning", whole + behind, {"ignore": (whole + behind,), "route": (*channel, *rest)})


# The reasoning, with a phrase in it.
THOUGHTS = (
    "\n@\n",
    "@",
    "\n@\n\nThen @\n",
    "",
    "\n\n",
    "\nA <tool_call tag, or </tool_call>? @\n",
    "\n1. @\n2. </parameter>\n",
    " ```\n@\n``` ",
)


def open_call(pen: Pen) -> Either:
    """Write a block that ends within its only call."""
    _, whole = plain_call(pen)
    begun = len("<tool_call>\n<function=")
    text = whole[: begun + pen.below(len(whole) - begun - len("</function>\n</tool_call>"))]
    return Either("truncated", text, {"text": (text,), "drop": ()})


QUESTIONS: tuple[Callable[[Pen], Either], ...] = (
    *(bare,) * 3,
    *(entities,) * 3,
    *(scalars,) * 3,
    *(structure,) * 3,
    *(duplicates,) * 3,
    *(junk,) * 3,
    *(damaged_call,) * 3,
    *(unknown_tool,) * 3,
    *(thought,) * 6,
)
LAST_QUESTIONS: tuple[Callable[[Pen], Either], ...] = (open_call, open_thought)
