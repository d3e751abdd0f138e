r"""Texts as literals of the languages of tests: ASCII, on one line, and read back to the very same text.

What is not printable ASCII becomes an escape, so that no control character, no mark that changes the
direction of writing and no letter that poses as another one stands in a file. Quotes are those that the
formatters of Python and JavaScript choose: the double ones, unless that takes more backslashes.
"""

from __future__ import annotations

import json
from typing import Any

from harness.report import jsontext

_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
_ASCII, _LATIN, _BMP = 0x7F, 0xFF, 0xFFFF
_DEEP = 12  # levels of JSON that are worth a line each


def python(text: str) -> str:
    """Write a text as a literal of Python. A lone surrogate is written, too."""
    return _quoted(text, _in_python)


def javascript(text: str) -> str:
    """Write a text as a literal of JavaScript, beyond U+FFFF as a pair of surrogates."""
    return _quoted(text, _in_javascript)


def go(text: str) -> str:
    """Write a text as an interpreted literal of Go, which has no lone surrogates: ``ValueError``."""
    text.encode("utf-8")
    return '"' + "".join('\\"' if char == '"' else _in_go(char) for char in text) + '"'


def plain(text: str) -> str:
    """Write a text without quotes, for comments: what is not printable ASCII as Python escapes it."""
    return "".join(char if " " <= char < "\x7f" else _in_python(char) for char in text)


def raw_json(value: Any) -> str:
    """Write a value as JSON of ASCII that stands in a raw literal of any of the three languages as it is.

    No backtick and no ``${`` is in it, and no three quotes in a row. What nests deep is on one line.
    """
    built = jsontext.builtins(value)
    indent = 2 if _depth(built) <= _DEEP else None
    return json.dumps(built, indent=indent).replace("`", "\\u0060").replace("${", "\\u0024{")


def _depth(value: Any) -> int:
    deepest, level = 0, [value]
    while level:
        inner = [each for each in level if isinstance(each, dict | list)]
        level = [member for each in inner for member in (each.values() if isinstance(each, dict) else each)]
        deepest += bool(inner)
    return deepest


def _quoted(text: str, escape: Any) -> str:
    mark = "'" if text.count('"') > text.count("'") else '"'
    return mark + "".join("\\" + char if char == mark else escape(char) for char in text) + mark


def _escaped(char: str, byte: int) -> str:
    """Escape what is not printable ASCII. Up to the point ``byte`` it takes two digits."""
    if " " <= char < "\x7f" and char != "\\":
        return char
    point = ord(char)
    if char in _SHORT:
        return _SHORT[char]
    if point <= byte:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point <= _BMP else f"\\U{point:08x}"


def _in_python(char: str) -> str:
    return _escaped(char, _LATIN)


def _in_javascript(char: str) -> str:
    point = ord(char)
    if point <= _BMP:
        return _escaped(char, _LATIN)
    point -= _BMP + 1
    return f"\\u{0xD800 + (point >> 10):04x}\\u{0xDC00 + (point & 0x3FF):04x}"


def _in_go(char: str) -> str:
    return _escaped(char, _ASCII)  # beyond that, \x would be a byte
