"""White space: the set that trimming takes away (SEMANTICS C1).

``str.strip()`` without an argument is not used anywhere: Python also strips U+001C to U+001F, which the
Unicode property White_Space does not hold.
"""

from typing import Final

_CODES = (
    *range(0x09, 0x0E),
    0x20,
    0x85,
    0xA0,
    0x1680,
    *range(0x2000, 0x200B),
    0x2028,
    0x2029,
    0x202F,
    0x205F,
)
WHITE: Final = "".join(map(chr, (*_CODES, 0x3000)))
"""The 25 code points of the property White_Space."""

BLANK: Final = " \t\n\r"
"""What counts as white space inside a tag."""


def trim(text: str) -> str:
    """Take white space off both ends (SEMANTICS C1)."""
    return text.strip(WHITE)
