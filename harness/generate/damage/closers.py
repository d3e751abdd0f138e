"""Wrappers and closers that are missing, alone, or too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate.damage.spots import elements, is_end, is_start, rewritten, spot, tags

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.pen import Pen

TIMES = (1, 2, 3, 1, 1, 2, 12, 30)
"""How often closers are repeated: a few times, or without an end in sight."""


def no_opener(pen: Pen, dialect: Dialect, text: str) -> str:
    """Lose the opener of a block."""
    a, b = spot(pen, dialect.grammar.opener, text)
    return text[:a] + text[b:]


def no_closer(pen: Pen, dialect: Dialect, text: str) -> str:
    """Lose the closer of a block."""
    a, b = spot(pen, dialect.grammar.closer, text)
    return text[:a] + text[b:]


def no_wrapper(pen: Pen, dialect: Dialect, text: str) -> str:
    """Lose the opener of a block and its closer."""
    found = elements(tags(dialect.grammar, text), dialect.grammar.wrapper)
    if not found:
        return text
    return rewritten(text, pen.pick(found), lambda _: "")


def orphan_closer(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write one more closer, behind any tag."""
    a, b = spot(pen, dialect.grammar.closer, text)
    _, at = spot(pen, dialect.grammar.tag, text)
    return text[:at] + text[a:b] + text[at:]


def repeated_closers(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write the end tags up to one of them again behind it, a few times or very often."""
    ends = [tag for tag in tags(dialect.grammar, text) if is_end(tag)]
    if not ends:
        return text
    last = pen.below(len(ends))
    joint = pen.pick(("", "\n", "\n\n"))
    again = joint + joint.join(tag[0] for tag in ends[max(last - pen.below(3), 0) : last + 1])
    at = ends[last].end()
    return text[:at] + again * pen.pick(TIMES) + text[at:]


def closers_only(pen: Pen, dialect: Dialect, text: str) -> str:
    """Lose all start tags, or all that comes before the first end tag."""
    found = tags(dialect.grammar, text)
    ends = [tag for tag in found if is_end(tag)]
    if ends and pen.chance(1, 2):
        return text[ends[0].start() :]
    return rewritten(text, [tag for tag in found if is_start(tag)], lambda _: "") if ends else text
