"""Slips of tags: missing, doubled, glued, or without their names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harness.dialects.white_space import WHITE
from harness.generate.damage.spots import elements, is_end, is_start, one_or_all, rewritten, spot, tags

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.damage.spots import Tag
    from harness.generate.pen import Pen

GLUE = ("=", "", " ", ":", ">>")
"""What stands between a key and its value instead of the end of the tag."""
SEAM = re.compile(f"</tool_call>([{WHITE}]*)<tool_call>")
JOINTS = ("\n", "", "\n\n")


def named(dialect: Dialect, text: str, name: str) -> list[Tag]:
    """List the start tags of ``name`` that say what they are the tag of."""
    return [tag for tag in tags(dialect.grammar, text) if is_start(tag, name) and tag["rest"][1:].strip()]


def functions(dialect: Dialect, text: str) -> list[tuple[Tag, Tag]]:
    """List the calls that have a name: both tags of each."""
    found = elements(tags(dialect.grammar, text), dialect.grammar.call)
    return [(start, end) for start, end in found if start["rest"][1:].strip()]


def joined_blocks(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write several functions in one wrapper: those of two blocks, or one call twice."""
    seams = list(SEAM.finditer(text))
    if seams:
        return rewritten(text, one_or_all(pen, seams), lambda seam: seam[1])
    found = functions(dialect, text)
    if not found:
        return text
    start, end = pen.pick(found)
    return text[: end.end()] + pen.pick(JOINTS) + text[start.start() : end.end()] + text[end.end() :]


def _without(pen: Pen, dialect: Dialect, text: str, name: str) -> str:
    """Lose an end tag of ``name``, or all of them, with or without the line that it stands on."""
    ends = one_or_all(pen, [tag for tag in tags(dialect.grammar, text) if is_end(tag, name)])
    lines = pen.chance(1, 2)
    out: list[str] = []
    at = 0
    for tag in ends:
        out.append(text[at : tag.start()])
        at = tag.end() + (lines and text[tag.end() : tag.end() + 1] == "\n")
    return "".join(out) + text[at:]


def no_parameter_closer(pen: Pen, dialect: Dialect, text: str) -> str:
    """Leave a value open, before the next parameter or before the end of the function."""
    return _without(pen, dialect, text, dialect.grammar.parameter)


def no_function_closer(pen: Pen, dialect: Dialect, text: str) -> str:
    """Leave a function open."""
    return _without(pen, dialect, text, dialect.grammar.call)


def doubled_parameter_closer(pen: Pen, dialect: Dialect, text: str) -> str:
    """Close a parameter twice, or all of them."""
    ends = [tag for tag in tags(dialect.grammar, text) if is_end(tag, dialect.grammar.parameter)]
    joint = pen.pick(JOINTS)
    return rewritten(text, one_or_all(pen, ends), lambda tag: f"{tag[0]}{joint}{tag[0]}")


def unended_key(pen: Pen, dialect: Dialect, text: str) -> str:
    """Leave out the end of a parameter's start tag."""
    return rewritten(
        text, one_or_all(pen, named(dialect, text, dialect.grammar.parameter)), lambda tag: tag[0][:-1]
    )


def glued_value(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a key and its value in one, on one line."""
    found = named(dialect, text, dialect.grammar.parameter)
    if not found:
        return text
    tag = pen.pick(found)
    behind = tag.end() + (text[tag.end() : tag.end() + 1] == "\n")
    return text[: tag.end() - 1] + pen.pick(GLUE) + text[behind:]


def hybrid_closer(pen: Pen, dialect: Dialect, text: str) -> str:
    """Close a function by its tool's name."""
    found = functions(dialect, text)
    if not found:
        return text
    start, end = pen.pick(found)
    return f"{text[: end.start()]}</{start['rest'][1:].strip()}>{text[end.end() :]}"


def no_name(pen: Pen, dialect: Dialect, text: str) -> str:
    """Leave a name out, with the sign before it or without."""
    wrong = pen.pick(("<function>", "<function=>", "<function= >", "<function=\n>", '<function="">'))
    return rewritten(text, one_or_all(pen, named(dialect, text, dialect.grammar.call)), lambda _: wrong)


def name_element(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a tool's name as the text of an element."""
    form = pen.pick(
        ("<function>{}</function>", "<name>{}</name>", "<function>\n{}\n", "<function><name>{}</name>")
    )
    return rewritten(
        text,
        one_or_all(pen, named(dialect, text, dialect.grammar.call)),
        lambda tag: form.replace("{}", tag["rest"][1:]),
    )


def no_bracket(pen: Pen, dialect: Dialect, text: str) -> str:
    """Begin a start tag without its bracket: that of a function, or of a parameter."""
    grammar = dialect.grammar
    name = pen.pick((grammar.call, grammar.call, grammar.parameter))
    return rewritten(text, one_or_all(pen, named(dialect, text, name)), lambda tag: tag[0][1:])


def bare_name(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write nothing but the name for a function's start tag."""
    behind = pen.pick(("", ">", "\n", ":"))
    return rewritten(
        text,
        one_or_all(pen, named(dialect, text, dialect.grammar.call)),
        lambda tag: tag["rest"][1:] + behind,
    )


def begun_twice(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write the beginning of a block before the whole of it, up to some tag or to the middle of one."""
    a, _ = spot(pen, dialect.grammar.opener, text)
    ends = [tag.end() for tag in tags(dialect.grammar, text) if tag.start() >= a]
    if not ends:
        return text
    b = pen.pick(ends[:6]) - pen.pick((0, 0, 1, 5))
    return text[:b] + pen.pick(JOINTS) + text[a:]
