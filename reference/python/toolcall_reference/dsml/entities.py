"""Entities: the five names and the numbers, decoded once, from left to right (SEMANTICS V6)."""

import re
from typing import Final

_ENTITY = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]+)|#[xX]([0-9a-fA-F]+));")
_NAMED: Final = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_LAST: Final = 0x10FFFF
_MOST_DIGITS: Final = len(str(_LAST))
"""More digits than these, leading zeros aside, are beyond the last code point and not worth a conversion."""
_SURROGATES: Final = range(0xD800, 0xE000)


def decode(text: str) -> str:
    """Replace the entities of a text; everything else stays as it is."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    name, decimal, hexadecimal = match.groups()
    if name:
        return _NAMED[name]
    digits = (decimal or hexadecimal).lstrip("0")
    if not digits or len(digits) > _MOST_DIGITS:
        return match[0]
    code = int(digits, 10 if decimal else 16)
    return match[0] if code > _LAST or code in _SURROGATES else chr(code)
