"""The places in a text at which a cut can hurt."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Span = tuple[int, int]

ENTITY = re.compile(r"&#?\w{1,10};", re.ASCII)
CDATA_START = re.compile(r"<!\[CDATA\[", re.IGNORECASE)
CDATA_END = re.compile(r"\]\]>")
COMMENT = re.compile(r"<!--|-->")
FENCE = re.compile(r"```+|~~~+")
ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}|\\.", re.DOTALL)
CRLF = re.compile(r"\r\n")
WHITE = re.compile(r"\s+")
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
"""What a tokenizer would make of a text, roughly: words, white space, punctuation one by one."""

SPECIAL = re.compile(
    "|".join(part.pattern for part in (ENTITY, CDATA_START, CDATA_END, COMMENT, FENCE, ESCAPE, CRLF)),
    re.ASCII | re.DOTALL | re.IGNORECASE,
)
"""All that means something only as a whole, tags apart."""

JOINER = "\u200d"
INDICATORS = range(0x1F1E6, 0x1F200)  # two of them make a flag
SKIN_TONES = range(0x1F3FB, 0x1F400)
LAST_ASCII = "\x7f"


def spans(pattern: re.Pattern[str], text: str) -> list[Span]:
    """Find where ``pattern`` matches."""
    return [found.span() for found in pattern.finditer(text)]


def inner(found: Iterable[Span]) -> list[int]:
    """List every place strictly inside the spans."""
    return [cut for a, b in found for cut in range(a + 1, b)]


def borders(found: Iterable[Span]) -> list[int]:
    """List where spans begin and end."""
    return [cut for span in found for cut in span]


def graphemes(text: str) -> list[int]:
    """List the places between code points that a reader sees as one character.

    Marks, joined emoji, variation selectors, skin tones, flags; not the whole of Unicode's rules.
    """
    if text.isascii():
        return []
    return [at for at in range(1, len(text)) if text[at] > LAST_ASCII and _extends(text[at - 1], text[at])]


def _extends(before: str, character: str) -> bool:
    point = ord(character)
    if JOINER in (before, character) or point in SKIN_TONES:
        return True
    if point in INDICATORS:
        return ord(before) in INDICATORS
    return unicodedata.category(character) in {"Mn", "Me", "Mc"}
