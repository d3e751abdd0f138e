"""What raw bytes mean to the baseline that mutates them: a text, and where it is cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.model import Chunking

_CUTS = 8  # the last byte chooses fewer


def decoded(data: bytes) -> tuple[str, Chunking]:
    """Read the text from the front, as UTF-8 with damage replaced, and the cuts from the end.

    The last byte says how many cuts there are, at most seven; each byte before it is the place of one.
    """
    if not data:
        return "", ()
    count = min(data[-1] % _CUTS, len(data) - 1)
    front = len(data) - 1 - count
    text = data[:front].decode("utf-8", errors="replace")
    places = [byte * (len(text) + 1) // 256 for byte in data[front : front + count]]
    return text, tuple(sorted(places))
