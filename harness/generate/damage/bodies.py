"""Drifts of what stands in elements: other envelopes, other elements, sections, and what was left over."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from harness.generate.damage.spots import (
    attribute,
    elements,
    filled,
    is_end,
    rewritten,
    tags,
    written,
)

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.damage.spots import Tag
    from harness.generate.pen import Pen

LEAVES: tuple[Any, ...] = ({"city": "Oslo"}, {}, "Oslo", 3, None, True, ["Oslo", 3], {"name": "a"})
ENVELOPES = ("arguments", "input", "parameters", "args", "properties")
DEEPEST = 3
"""How many envelopes there are around arguments, at most."""

SECTION = re.compile(r"<!\[CDATA\[|\]\]>", re.IGNORECASE)
CDATA_OPENERS = (
    "<\uff01[CDATA[",
    "<!\u3001[CDATA[",
    "<\u3001[CDATA[",
    "<![CDATA\u3001",
    "<!\uff3bCDATA\uff3b",
    "<!\u3010CDATA\u3010",
    "\uff1c![CDATA[",
    "<! [CDATA[",
    "<![CDATA [",
    "<![CDATA",
    "![CDATA[",
    "&lt;![CDATA[",
)
CDATA_CLOSERS = (
    "]]\uff1e",
    "\uff3d\uff3d>",
    "\u3011\u3011>",
    "]] >",
    "]>",
    "]]",
    "] ]>",
    "]]&gt;",
    "]]\u3001",
)


def _params_as_elements(dialect: Dialect, text: str) -> str:
    """Write `<parameter name="b">x</parameter>` as `<b>x</b>`."""
    grammar = dialect.grammar
    pairs = filled(tags(grammar, text), grammar.parameter)
    named = [tag for start, end in pairs if attribute(start) for tag in (start, end)]
    names = {tag.start(): attribute(start) for start, end in pairs for tag in (start, end)}
    return rewritten(text, named, lambda tag: written(tag, name=names[tag.start()], rest=""))


def _call(pen: Pen, dialect: Dialect, text: str) -> tuple[Tag, Tag] | None:
    """Choose a call that has a name."""
    found = elements(tags(dialect.grammar, text), dialect.grammar.call)
    named = [(start, end) for start, end in found if attribute(start)]
    return pen.pick(named) if named else None


def tool_element(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write the tool's name as the element of the call, and perhaps the parameters' too."""
    call = _call(pen, dialect, text)
    if call is None:
        return text
    start, end = call
    name = attribute(start)
    body = text[start.end() : end.start()]
    if pen.chance(1, 2):
        body = _params_as_elements(dialect, body)
    head, tail = written(start, name=name, rest=""), written(end, name=name)
    return text[: start.start()] + head + body + tail + text[end.end() :]


def function_element(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a call as other formats do: a function with its name in an element, or behind `=`."""
    call = _call(pen, dialect, text)
    if call is None:
        return text
    start, end = call
    heads = ("<function><name>{}</name>", "<function={}>", '<function name="{}">', "<function>{}</function>")
    head = pen.pick(heads).replace("{}", attribute(start))
    body = text[start.end() : end.start()]
    if pen.chance(1, 2):
        body = _params_as_elements(dialect, body)
    return f"{text[: start.start()]}{head}{body}</function>{text[end.end() :]}"


def inner_wrapper(pen: Pen, dialect: Dialect, text: str) -> str:
    """Put one more wrapper around a call, or around the calls of a block: that of a single call."""
    grammar = dialect.grammar
    found = tags(grammar, text)
    calls, blocks = elements(found, grammar.call), elements(found, grammar.wrapper)
    if blocks and pen.chance(1, 2):
        start, end = pen.pick(blocks)
        a, b = start.end(), end.start()
    elif calls:
        start, end = pen.pick(calls)
        a, b = start.start(), end.end()
    else:
        return text
    marker, name = start["marker"] or "", grammar.single
    return f"{text[:a]}<{marker}{name}>{text[a:b]}</{marker}{name}>{text[b:]}"


def envelope(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write arguments as JSON with no envelope, one, or up to three, each perhaps a string.

    They are the body of the call, or the value of a parameter with the envelope's name.
    """
    grammar = dialect.grammar
    found = elements(tags(grammar, text), grammar.call)
    if not found:
        return text
    start, end = pen.pick(found)
    value = pen.pick(LEAVES)
    for _ in range(pen.below(DEEPEST + 1)):
        if pen.chance(1, 4):
            value = json.dumps(value)
        value = {pen.pick(ENVELOPES): value}
    if pen.chance(1, 6):
        value = json.dumps(value)
    body = json.dumps(value)
    if pen.chance(1, 3):
        name = f"{start['marker'] or ''}{grammar.parameter}"
        body = f'<{name} name="{pen.pick(ENVELOPES)}">{body}</{name}>'
    return text[: start.end()] + body + text[end.start() :]


def cdata(pen: Pen, dialect: Dialect, text: str) -> str:
    """Spell the opener or the end of a section wrongly; a value without one is put into such a section."""
    sections = list(SECTION.finditer(text))
    if sections:
        return rewritten(
            text,
            [pen.pick(sections)],
            lambda found: pen.pick(CDATA_OPENERS if found[0][0] == "<" else CDATA_CLOSERS),
        )
    values = filled(tags(dialect.grammar, text), dialect.grammar.parameter)
    if not values:
        return text
    start, end = pen.pick(values)
    a, b = start.end(), end.start()
    return f"{text[:a]}{pen.pick(CDATA_OPENERS)}{text[a:b]}]]>{text[b:]}"


def tail(pen: Pen, dialect: Dialect, text: str) -> str:
    """Append to a value the end of its own call."""
    grammar = dialect.grammar
    found = tags(grammar, text)
    values = filled(found, grammar.parameter)
    if not values:
        return text
    start, end = pen.pick(values)
    closer = next((tag for tag in found if is_end(tag, grammar.call) and tag.start() > end.start()), end)
    fragment = text[closer.end() - 1 - pen.below(closer.end() - start.end()) : closer.end()]
    return text[: end.start()] + fragment + text[end.start() :]


REASONING = (("<think>", "</think>"), ("<thinking>", "</thinking>"), ("<reasoning>\n", "\n</reasoning>"))


def reasoning(pen: Pen, dialect: Dialect, text: str) -> str:
    """Put a block, or a part of it, into a reasoning tag; one of the two tags may be missing."""
    found = elements(tags(dialect.grammar, text), dialect.grammar.wrapper)
    if not found:
        return text
    start, end = pen.pick(found)
    a, b = start.start(), end.end()
    borders = [place for tag in tags(dialect.grammar, text) for place in tag.span() if a <= place <= b]
    part = pen.pick("xxab")
    if part == "a":
        a = pen.pick(borders)
    elif part == "b":
        b = pen.pick(borders)
    left, right = pen.pick(REASONING)
    missing = pen.pick((0, 0, 1, 2))
    return f"{text[:a]}{'' if missing == 1 else left}{text[a:b]}{'' if missing == 2 else right}{text[b:]}"
