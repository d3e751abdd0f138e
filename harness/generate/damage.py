"""Damage: what happens to a text between a model that knows the format and a parser. Named, and composed.

After damage the right answer is not known (``underived``); that the parsers agree with each other and
with themselves is all that is asked. Each damage is aimed at the markup, as real ones are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.dialects import Dialect
    from harness.generate.pen import Pen

    Damage = Callable[[Pen, Dialect, str], str]

SPREADS = ("\n", " ", "\t", "\r\n", "\u00a0", "\x00", "\u200b")
QUOTES = re.compile("[\"']")


def damaged(pen: Pen, dialect: Dialect, text: str) -> str:
    """Do one to three damages to ``text``. One that finds nothing to damage leaves no feature."""
    for _ in range(1 + pen.pick((0, 0, 0, 1, 1, 2))):
        name, damage = pen.pick(DAMAGES)
        after = damage(pen, dialect, text)
        if after != text:
            pen.features.add(f"damage:{name}")
            text = after
    return text


def spot(pen: Pen, pattern: re.Pattern[str], text: str) -> tuple[int, int]:
    """Choose one match of ``pattern``; an empty place at the front where there is none."""
    spans = [found.span() for found in pattern.finditer(text)]
    return pen.pick(spans) if spans else (0, 0)


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
    at = a + pen.below(b - a + 1)
    return text[:at] + pen.pick(SPREADS) + text[at:]


def unquote(pen: Pen, _: Dialect, text: str) -> str:
    """Lose one quote."""
    a, b = spot(pen, QUOTES, text)
    return text[:a] + text[b:]


def stray_quote(pen: Pen, dialect: Dialect, text: str) -> str:
    """Put a quote into a tag."""
    a, b = spot(pen, dialect.grammar.tag, text)
    at = b - 1 if b and pen.chance(1, 2) else a + pen.below(b - a + 1)
    return text[:at] + pen.pick(('"', "'", "\u201c")) + text[at:]


def unclosed_cdata(pen: Pen, dialect: Dialect, text: str) -> str:
    """Open CDATA behind a tag and leave it open."""
    _, b = spot(pen, dialect.grammar.tag, text)
    return f"{text[:b]}<![CDATA[{text[b:]}"


def unclosed_comment(pen: Pen, dialect: Dialect, text: str) -> str:
    """Open a comment behind a tag and leave it open."""
    _, b = spot(pen, dialect.grammar.tag, text)
    return f"{text[:b]}<!--{text[b:]}"


def no_opener(pen: Pen, dialect: Dialect, text: str) -> str:
    """Lose the opener of a block."""
    a, b = spot(pen, dialect.grammar.opener, text)
    return text[:a] + text[b:]


def no_closer(pen: Pen, dialect: Dialect, text: str) -> str:
    """Lose the closer of a block."""
    a, b = spot(pen, dialect.grammar.closer, text)
    return text[:a] + text[b:]


def orphan_closer(pen: Pen, dialect: Dialect, text: str) -> str:
    """Write one more closer, behind any tag."""
    a, b = spot(pen, dialect.grammar.closer, text)
    _, at = spot(pen, dialect.grammar.tag, text)
    return text[:at] + text[a:b] + text[at:]


DAMAGES: tuple[tuple[str, Damage], ...] = (
    ("delete", delete),
    ("duplicate", duplicate),
    ("swap", swap),
    ("misnest", misnest),
    ("cut-off", cut_off),
    ("truncate", truncate),
    ("span", span),
    ("token", token),
    ("misspell", misspell),
    ("confuse", confuse),
    ("spread", spread),
    ("unquote", unquote),
    ("stray-quote", stray_quote),
    ("unclosed-cdata", unclosed_cdata),
    ("unclosed-comment", unclosed_comment),
    ("no-opener", no_opener),
    ("no-closer", no_closer),
    ("orphan-closer", orphan_closer),
)
