"""Drifts of attributes: missing, more of them, in another order, in other quotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harness.generate.damage.spots import filled, is_start, one_or_all, rewritten, tags, written

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.damage.spots import Tag
    from harness.generate.pen import Pen

ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*("[^"]*"|'[^']*')""")
QUOTES = (
    ("\u201c", "\u201d"),
    ("\u2018", "\u2019"),
    ("", ""),
    ("\u00ab", "\u00bb"),
    ("\u201d", "\u201d"),
    ("\uff02", "\uff02"),
    ("`", "`"),
    ('\\"', '\\"'),
    ("&quot;", "&quot;"),
    ('"', "'"),
)
MORE = (' string="true"', ' string="false"', " type='string'", ' id="call_1"', " string", ' value="1"')
BODIES = (
    '{"a": 1}',
    "[1, 2]",
    "12",
    "true",
    "null",
    '"quoted"',
    "plain text",
    '{"a": ',
    "[1, 2",
    "{'a': True}",
    "",
)
"""JSON, what is none, and what was meant to be."""


def _with_attributes(dialect: Dialect, text: str) -> list[Tag]:
    return [tag for tag in tags(dialect.grammar, text) if is_start(tag) and ATTRIBUTE.search(tag["rest"])]


def no_attribute(pen: Pen, dialect: Dialect, text: str) -> str:
    """Lose the attributes of a start tag, or of all."""
    found = one_or_all(pen, _with_attributes(dialect, text))
    return rewritten(text, found, lambda tag: written(tag, rest=ATTRIBUTE.sub("", tag["rest"]).rstrip()))


def attribute_order(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write one more attribute into a start tag, or into all: before the others, or behind them."""
    more = pen.pick(MORE)
    before = pen.chance(2, 3)

    def change(tag: Tag) -> str:
        if before:
            return written(tag, rest=more + tag["rest"])
        rest = tag["rest"].rstrip("/")
        return written(tag, rest=rest + more + tag["rest"][len(rest) :])

    return rewritten(text, one_or_all(pen, _with_attributes(dialect, text)), change)


def quotes(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write the values of attributes in other quotes, or in none: in one tag or in all."""
    left, right = pen.pick(QUOTES)

    def requoted(found: re.Match[str]) -> str:
        return f"{found[1]}={left}{found[2][1:-1]}{right}"

    return rewritten(
        text,
        one_or_all(pen, _with_attributes(dialect, text)),
        lambda tag: written(tag, rest=ATTRIBUTE.sub(requoted, tag["rest"])),
    )


def flag(pen: Pen, dialect: Dialect, text: str) -> str:
    """Say of a parameter that it is a string, or is none, whatever its value is; or change that too."""
    found = filled(tags(dialect.grammar, text), dialect.grammar.parameter)
    if not found:
        return text
    start, end = pen.pick(found)
    tag = written(start, rest=start["rest"] + pen.pick(MORE[:2]))
    body = pen.pick(BODIES) if pen.chance(2, 3) else text[start.end() : end.start()]
    return text[: start.start()] + tag + body + text[end.start() :]
