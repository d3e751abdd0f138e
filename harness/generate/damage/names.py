"""Drifts of what is in a tag besides its attributes: bars, names, brackets, blanks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harness.generate.damage.spots import is_end, one_or_all, rewritten, tags, written

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.damage.spots import Tag
    from harness.generate.pen import Pen

PREFIXES = ("antml:", "ns:", "tool:", "minimax:", "x:")
BRACKETS = (
    ("\uff1c", "\uff1e"),
    ("\u3008", "\u3009"),
    ("\u300a", "\u300b"),
    ("\u2039", "\u203a"),
    ("\u27e8", "\u27e9"),
    ("\u226a", "\u226b"),
    ("[", "]"),
)
CONTROLS = (
    "\x00",
    "\x01",
    "\x08",
    "\x0b",
    "\x0c",
    "\x1b",
    "\x1c",
    "\x1f",
    "\x7f",
    "\x85",
    "\u00ad",
    "\u200b",
    "\u2028",
    "\u2060",
    "\u3000",
    "\ufeff",
)
SPREADS = ("\n", " ", "\n  ", "\r\n", "\t")
LEXEME = re.compile(r"""</?|/?>|\w+|"[^"]*"|'[^']*'|\S""")


def bars(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write the marker of a tag with other bars: full-width, doubled, spaced, one missing; or mixed."""
    grammar = dialect.grammar
    if not grammar.marker:
        return text
    found = one_or_all(pen, tags(grammar, text))
    wrong = pen.pick(grammar.wrong_markers)
    mixed = pen.chance(1, 3)
    return rewritten(
        text, found, lambda tag: written(tag, marker=pen.pick(grammar.wrong_markers) if mixed else wrong)
    )


def no_marker(pen: Pen, dialect: Dialect, text: str) -> str:
    """Leave the marker out of a tag, or write it into one that had none."""
    grammar = dialect.grammar
    found = tags(grammar, text)
    if not grammar.marker or not found:
        return text
    tag = pen.pick(found)
    return rewritten(text, [tag], lambda tag: written(tag, marker="" if tag["marker"] else grammar.marker))


def alias(pen: Pen, dialect: Dialect, text: str) -> str:
    """Give the wrapper another name, in one tag or in all."""
    grammar = dialect.grammar
    wrappers = [tag for tag in tags(grammar, text) if tag["name"].lower() == grammar.wrapper]
    name = pen.pick(grammar.aliases)
    return rewritten(text, one_or_all(pen, wrappers), lambda tag: written(tag, name=name))


def fused(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write marker and name as one word with capitals."""
    grammar = dialect.grammar
    front = pen.pick(grammar.fusions)

    def change(tag: Tag) -> str:
        name = "".join(part.capitalize() for part in tag["name"].split("_"))
        return written(tag, marker="", name=front + name)

    return rewritten(text, one_or_all(pen, tags(grammar, text)), change)


def namespace(pen: Pen, dialect: Dialect, text: str) -> str:
    """Put a namespace before the name: in one tag, in all, or in all but one."""
    found = tags(dialect.grammar, text)
    prefix = pen.pick(PREFIXES)
    chosen = one_or_all(pen, found)
    if len(chosen) > 1 and pen.chance(2, 3):
        without = pen.pick(chosen)
        chosen = [tag for tag in chosen if tag is not without]
    return rewritten(text, chosen, lambda tag: written(tag, name=prefix + tag["name"]))


def other_closer(pen: Pen, dialect: Dialect, text: str) -> str:
    """Close with the name of another element."""
    grammar = dialect.grammar
    ends = [tag for tag in tags(grammar, text) if is_end(tag)]
    if not ends:
        return text
    tag = pen.pick(ends)
    names = (grammar.call, grammar.parameter, grammar.wrapper)
    name = pen.pick([name for name in names if name != tag["name"].lower()])
    return rewritten(text, [tag], lambda tag: written(tag, name=name))


def brackets(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write a tag, or all, in brackets that only look like those of tags; or one of the two."""
    pair = pen.pick(BRACKETS)
    side = pen.pick("xab")
    return rewritten(
        text,
        one_or_all(pen, tags(dialect.grammar, text)),
        lambda tag: f"{'<' if side == 'b' else pair[0]}{tag[0][1:-1]}{'>' if side == 'a' else pair[1]}",
    )


def control(pen: Pen, dialect: Dialect, text: str) -> str:
    """Put a control character, or one that cannot be seen, into a tag."""
    found = tags(dialect.grammar, text)
    if not found:
        return text
    tag = pen.pick(found)
    at = tag.start() + 1 + pen.below(tag.end() - tag.start() - 1)
    return text[:at] + pen.pick(CONTROLS) + text[at:]


def lines(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write the lexemes of a tag, or of all, on lines of their own."""
    blank = pen.pick(SPREADS)
    found = one_or_all(pen, tags(dialect.grammar, text))
    return rewritten(text, found, lambda tag: blank.join(LEXEME.findall(tag[0])))
