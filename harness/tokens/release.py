"""What an incremental detokeniser has released after each token.

A token is bytes, and its border may lie within a character. Servers then release nothing: the text so far
would end in a replacement character. It comes with the token that completes the character, and so does
whatever else stood in the tokens before (``" "`` and half of an emoji are one token in both vocabularies).
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

CONTINUATION = bytes(range(0x80, 0xC0))
"""The bytes of UTF-8 that begin no character."""


def counted(piece: bytes) -> int:
    """Count the characters that begin in the bytes of a token; ``~n`` for a token that begins within one."""
    begun = len(piece.translate(None, CONTINUATION))
    return ~begun if piece[:1] and piece[0] in CONTINUATION else begun


def released(counts: Sequence[int]) -> list[int]:
    """Count the code points that are out after each token, given what ``counted`` says of each."""
    if not counts or min(counts) >= 0:
        return list(accumulate(counts))
    places = []
    begun = out = 0  # characters begun; those of them that were released
    for count in counts:
        if count < 0:
            places.append(out)
            begun += ~count
        else:  # the tokens before end where a character does
            places.append(begun)
            out = begun
            begun += count
    return [*places[1:], begun]


def released_of_spans(spans: Sequence[tuple[int, int]], length: int) -> list[int]:
    """Count the code points that are out after each token, given which of them each token stands for.

    Tokens that share a character have spans that overlap; it is out when none that follows has a part of it.
    What no token stands for (white space that a vocabulary drops) comes before the token behind it.
    """
    places = [length] * len(spans)
    for at in range(len(spans) - 1, 0, -1):
        places[at - 1] = min(places[at], max(0, spans[at][0]))
    return places
