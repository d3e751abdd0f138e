"""Texts for people: exact to the code point, with everything invisible made visible.

A finding often hangs on one character that no screen shows, so a text is written as a Python string
literal: what stands between the quotes evaluates to the very same text. Not ``repr``: that leaves
combining marks, variation selectors and fillers as they are, and two texts that differ would look
the same. The price is that scripts with combining marks are harder to read.

All here is linear and bounded. A long text keeps its head and its tail, and says how many code
points were left out; only what is shown is looked at one by one.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

PieceKind = Literal["plain", "quote", "escape", "gap"]

TEXT_LIMIT = 2_000
"""Code points of a text that a terminal is shown."""

CHUNK_LIMIT = 240
"""The same for one chunk, one value of an argument, one message."""

_SHORT = {"\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"}
# Not printable by category, plus marks that sit on their neighbour.
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Mn", "Me", "Zl", "Zp", "Zs"})
# Letters and symbols by category, nothing on the screen: Hangul fillers and the empty Braille cell.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_JSON_ESCAPES = re.compile(r"((?:\\u[0-9a-f]{4}|\\.)+)")
_BMP = 0xFFFF


def names(text: str, most: int = 6) -> list[str]:
    """Name the characters of a text beyond ASCII, each once: letters of other scripts pose as ours."""
    head, _, tail = cut(text, TEXT_LIMIT)
    strange = dict.fromkeys(char for char in head + tail if not char.isascii())
    told = [f"U+{ord(char):04X} {unicodedata.name(char, 'without a name')}" for char in list(strange)[:most]]
    return [*told, f"and {len(strange) - most} more"] if len(strange) > most else told


class Piece(NamedTuple):
    """A part of a shown text, so that each output can mark escapes and gaps in its own way."""

    kind: PieceKind
    text: str


def hidden(char: str) -> bool:
    """Tell whether a character would not be seen as itself."""
    if " " <= char < "\x7f":
        return False
    return char in _BLANKS or unicodedata.category(char) in _HIDDEN_CATEGORIES or _poses(char)


def _poses(char: str) -> bool:
    """Tell whether a character poses as an ASCII one: the Kelvin sign as K, a full-width bar as |."""
    plain = unicodedata.normalize("NFKC", char)
    return plain != char and len(plain) == 1 and plain.isascii()


def escape(char: str, *, json: bool = False) -> str:
    """Write one character as an escape, of a Python literal or of JSON.

    The two differ only beyond U+FFFF, where JSON needs a pair of surrogates.
    """
    if char in _SHORT:
        return _SHORT[char]
    point = ord(char)
    if point <= _BMP:
        return f"\\u{point:04x}"
    if json:
        point -= 0x10000
        return f"\\u{0xD800 + (point >> 10):04x}\\u{0xDC00 + (point & 0x3FF):04x}"
    return f"\\U{point:08x}"


def _runs(text: str, escaped: str) -> Iterator[Piece]:
    """Split into runs of plain characters and single escapes."""
    start = 0
    for place, char in enumerate(text):
        if char in escaped or hidden(char):
            if start < place:
                yield Piece("plain", text[start:place])
            yield Piece("escape", f"\\{char}" if char in "'\"" else escape(char))
            start = place + 1
    if start < len(text):
        yield Piece("plain", text[start:])


def _gap(left_out: int) -> Piece:
    return Piece("gap", f" … {left_out:,} code points left out … ")


def cut(text: str, limit: int) -> tuple[str, int, str]:
    """Head, number of code points left out, and tail. Nothing is left out within the limit."""
    if len(text) <= limit:
        return text, 0, ""
    tail = limit // 4
    return text[: limit - tail], len(text) - limit, text[len(text) - tail :]


def literal_pieces(text: str, limit: int = TEXT_LIMIT) -> tuple[Piece, ...]:
    """Show a text as a literal, in pieces. Within the limit the joined pieces evaluate to it."""
    mark = '"' if "'" in text and '"' not in text else "'"
    head, left_out, tail = cut(text, limit)
    quote = Piece("quote", mark)
    pieces = [quote, *_runs(head, "\\" + mark), quote]
    if left_out:
        pieces += [_gap(left_out), quote, *_runs(tail, "\\" + mark), quote]
    return tuple(pieces)


def literal(text: str, limit: int = TEXT_LIMIT) -> str:
    """Show a text as a literal on one line."""
    return "".join(piece.text for piece in literal_pieces(text, limit))


def printable(text: str, *, keep: str = "", limit: int | None = None) -> str:
    r"""Make a message or a name safe to print: no quotes, only what is hidden is escaped.

    ``keep`` names characters that stay as they are, such as ``"\n"`` in a block of lines.
    """
    if text.isascii() and text.isprintable() and (limit is None or len(text) <= limit):
        return text
    head, left_out, tail = cut(text, len(text) if limit is None else limit)
    shown = _escaped(head, keep)
    return shown + _gap(left_out).text + _escaped(tail, keep) if left_out else shown


def json_pieces(text: str, limit: int = CHUNK_LIMIT) -> tuple[Piece, ...]:
    """Show JSON text that is not ASCII only: what is hidden becomes an escape of JSON."""
    head, left_out, tail = cut(text, limit)
    pieces = _json_runs(head)
    return (*pieces, _gap(left_out), *_json_runs(tail)) if left_out else tuple(pieces)


def _json_runs(text: str) -> list[Piece]:
    # Split at escapes, those that the encoder wrote as well: every second part is one.
    parts = _JSON_ESCAPES.split(_escaped(text, "", json=True))
    return [Piece("escape" if place % 2 else "plain", part) for place, part in enumerate(parts) if part]


def _escaped(text: str, keep: str, *, json: bool = False) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(escape(char, json=json) if char not in keep and hidden(char) else char for char in text)
