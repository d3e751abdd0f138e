"""Damage by small strokes: something deleted, doubled, exchanged, misspelt or put in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from harness.generate.damage.spots import spot

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.pen import Pen

SPREADS = ("\n", " ", "\t", "\r\n", "\u00a0")
QUOTES = re.compile("[\"']")


def delete(pen: Pen, dialect: Dialect, text: str) -> str:
    """Take one tag away."""
    a, b = spot(pen, dialect.grammar.tag, text)
    return text[:a] + text[b:]


def duplicate(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write one tag twice."""
    a, b = spot(pen, dialect.grammar.tag, text)
    return text[:b] + text[a:]


def swap(pen: Pen, dialect: Dialect, text: str) -> str:
    """Exchange two tags."""
    a, b = spot(pen, dialect.grammar.tag, text)
    c, d = spot(pen, dialect.grammar.tag, text)
    if c < a:
        a, b, c, d = c, d, a, b
    return text if a == c else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def misnest(pen: Pen, dialect: Dialect, text: str) -> str:
    """Exchange two tags that follow each other."""
    spans = [found.span() for found in dialect.grammar.tag.finditer(text)]
    if not spans[1:]:
        return text
    at = pen.below(len(spans) - 1)
    (a, b), (c, d) = spans[at : at + 2]
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def cut_off(pen: Pen, dialect: Dialect, text: str) -> str:
    """Lose the end of a tag."""
    a, b = spot(pen, dialect.grammar.tag, text)
    return text[: b - 1 - pen.below(b - a - 1)] + text[b:] if b > a else text


def truncate(pen: Pen, _: Dialect, text: str) -> str:
    """Stop early."""
    return text[: pen.below(len(text) + 1)]


def span(pen: Pen, _: Dialect, text: str) -> str:
    """Lose a run of characters."""
    at = pen.below(len(text) + 1)
    return text[:at] + text[at + 1 + pen.below(24) :]


def token(pen: Pen, dialect: Dialect, text: str) -> str:
    """Put a markup token anywhere."""
    at = pen.below(len(text) + 1)
    return text[:at] + pen.pick(dialect.tokens) + text[at:]


def misspell(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write one name of the markup as models were seen to write it."""
    right, wrong = pen.pick(dialect.grammar.spellings)
    a, b = spot(pen, re.compile(re.escape(right), re.ASCII | re.IGNORECASE), text)
    return text[:a] + pen.pick(wrong) + text[b:] if b else text


def confuse(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write one character of a tag, or that one in all of it, as another that looks like it."""
    a, b = spot(pen, dialect.grammar.tag, text)
    tag = text[a:b]
    there = [pair for pair in dialect.grammar.confusables if pair[0] in tag]
    if not there:
        return text
    right, wrong = pen.pick(there)
    return text[:a] + tag.replace(right, wrong, pen.pick((1, 1, -1))) + text[b:]


def spread(pen: Pen, dialect: Dialect, text: str) -> str:
    """Put a space or a line end into a tag."""
    a, b = spot(pen, dialect.grammar.tag, text)
    if not b:
        return text
    at = a + 1 + pen.below(b - a - 1)
    return text[:at] + pen.pick(SPREADS) + text[at:]


def unquote(pen: Pen, _: Dialect, text: str) -> str:
    """Lose one quote."""
    a, b = spot(pen, QUOTES, text)
    return text[:a] + text[b:]


def stray_quote(pen: Pen, dialect: Dialect, text: str) -> str:
    """Put a quote into a tag."""
    a, b = spot(pen, dialect.grammar.tag, text)
    if not b:
        return text
    at = b - 1 if pen.chance(1, 2) else a + 1 + pen.below(b - a - 1)
    return text[:at] + pen.pick(('"', "'", "\u201c")) + text[at:]


def unclosed_cdata(pen: Pen, dialect: Dialect, text: str) -> str:
    """Open CDATA behind a tag and leave it open."""
    _, b = spot(pen, dialect.grammar.tag, text)
    return f"{text[:b]}<![CDATA[{text[b:]}" if b else text


def unclosed_comment(pen: Pen, dialect: Dialect, text: str) -> str:
    """Open a comment behind a tag and leave it open."""
    _, b = spot(pen, dialect.grammar.tag, text)
    return f"{text[:b]}<!--{text[b:]}" if b else text
