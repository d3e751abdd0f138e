"""Other forms of a call: those of older models, of other formats, and of none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from harness.generate.damage.qwen.tags import functions
from harness.generate.damage.spots import elements, filled, rewritten, tags, written

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.damage.spots import Tag
    from harness.generate.pen import Pen

CODES = ("set -e\nls", "ls -la", "print(1 < 2)", "for x in a; do\n  echo $x\ndone", "$")
"""The last stands for a value of the block."""

# What a model that means to write JSON was seen to begin with.
HEADS = (
    '{"name="@", "arguments": #}',
    '{"name": "@, "arguments": #}',
    '{name: "@", arguments: #}',
    '{"name": "@", "arguments": #',
    '{"name": "@" "arguments": #}',
    '{"@": #}',
    '"name": "@", "arguments": #}',
)
JSONS = (
    '{"name": "@", "arguments": #}',
    '[{"name": "@", "arguments": #}]',
    '{"name": "@", "parameters": #}',
    '{"arguments": #, "name": "@"}',
    '{"name": "@", "arguments": "#"}',
    '{"function": {"name": "@", "arguments": #}}',
)
CALLINGS = (
    "[Calling tool: @(#)]",
    "[Calling tool: @]",
    "Calling tool: @(#)",
    "[Calling tool: @(#)",
    "[@(#)]",
)


def _blocks(dialect: Dialect, text: str) -> list[tuple[Tag, Tag]]:
    """List the blocks of a text: the tags around each."""
    return elements(tags(dialect.grammar, text), dialect.grammar.wrapper)


def arguments(dialect: Dialect, body: str) -> dict[str, str]:
    """Read the parameters of a call as they stand, without what frames them."""
    pairs = filled(tags(dialect.grammar, body), dialect.grammar.parameter)
    return {start["rest"][1:]: body[start.end() : end.start()].strip("\n") for start, end in pairs}


def invocation(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write the wrapper of an older format around a block."""
    found = _blocks(dialect, text)
    if not found:
        return text
    return rewritten(text, pen.pick(found), lambda tag: written(tag, name="function_invocation"))


def tool_tag(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a tool's name as the tag of its call, in a wrapper or without; its closer may stay as it was."""
    found = functions(dialect, text)
    if not found:
        return text
    start, end = pen.pick(found)
    name = start["rest"][1:].strip()
    body = text[start.end() : end.start()]
    closer = pen.pick((end[0], f"</{name}>"))
    front, back = text[: start.start()], text[end.end() :]
    if pen.chance(1, 2):
        wrappers = [
            (a, b) for a, b in _blocks(dialect, text) if a.end() <= start.start() and end.end() <= b.start()
        ]
        if wrappers:
            a, b = wrappers[-1]
            front, back = text[: a.start()], text[b.end() :]
    return f"{front}<{name}>{body}{closer}{back}"


def key_tags(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write the parameters of a call as tags that have the names of its properties."""
    found = [
        (start, end)
        for start, end in functions(dialect, text)
        if filled(tags(dialect.grammar, text[start.end() : end.start()]), dialect.grammar.parameter)
    ]
    if not found:
        return text
    start, end = pen.pick(found)
    body = text[start.end() : end.start()]
    pairs = filled(tags(dialect.grammar, body), dialect.grammar.parameter)
    keys = {tag.start(): opens["rest"][1:] for opens, closes in pairs for tag in (opens, closes)}
    both = [tag for pair in pairs for tag in pair]
    line = pen.chance(1, 2)  # without the lines around the value
    out: list[str] = []
    at = 0
    for tag in both:
        piece = body[at : tag.start()]
        out += (piece.strip("\n") if line and tag["slash"] else piece, f"<{tag['slash']}{keys[tag.start()]}>")
        at = tag.end()
    return text[: start.end()] + "".join(out) + body[at:] + text[end.start() :]


def bare_code(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write nothing but code into a block, or into a function of it."""
    inside = pen.chance(1, 2)
    found = functions(dialect, text) if inside else _blocks(dialect, text)
    if not found:
        return text
    start, end = pen.pick(found)
    values = tuple(arguments(dialect, text[start.end() : end.start()]).values())
    code = pen.pick(CODES).replace("$", values[0] if values else "ls")
    return f"{text[: start.end()]}\n{code}\n{text[end.start() :]}"


def _as_json(pen: Pen, dialect: Dialect, text: str, forms: tuple[str, ...], *, wrapped: bool) -> str:
    """Write a block as one of these forms: what stands in it, or all of it."""
    found = [
        (start, end)
        for start, end in _blocks(dialect, text)
        if functions(dialect, text[start.end() : end.start()])
    ]
    if not found:
        return text
    start, end = pen.pick(found)
    body = text[start.end() : end.start()]
    opens, closes = pen.pick(functions(dialect, body))
    values = json.dumps(arguments(dialect, body[opens.end() : closes.start()]), ensure_ascii=False)
    form = pen.pick(forms)
    if '"#"' in form:
        values = json.dumps(values)[1:-1]
    said = "".join([{"@": opens["rest"][1:], "#": values}.get(character, character) for character in form])
    if wrapped:
        return f"{text[: start.end()]}\n{said}\n{text[end.start() :]}"
    return f"{text[: start.start()]}{said}{text[end.end() :]}"


def json_call(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write the JSON of another format into a block."""
    return _as_json(pen, dialect, text, JSONS, wrapped=True)


def json_head(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write into a block what was to be JSON and is none, from its head on."""
    return _as_json(pen, dialect, text, HEADS, wrapped=True)


def calling_tool(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a call as a remark in brackets, as it stands in logs."""
    return _as_json(pen, dialect, text, CALLINGS, wrapped=False)
