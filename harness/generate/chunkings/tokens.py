"""The chunkings of ``--tokenizer``: texts as servers stream them that decode tokens one after another."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

from harness.model import without_empty_chunks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Chunking
    from harness.tokens import Vocabulary

MOST = 8
"""Tokens that come at once, at most, where a server guesses ahead and keeps what was right."""
ROUNDS = 4
"""After so many chunks, at most, their sizes in tokens repeat."""


def token_chunkings(below: Callable[[int], int], text: str, vocabulary: Vocabulary) -> tuple[Chunking, ...]:
    """Cut a text at one token a chunk, and at one to eight; ``below`` draws the sizes.

    Where a chunk ends within a character, some are empty. The twin without them follows then, as everywhere
    (SEMANTICS C5). Simple choices cut at every token, and what comes out twice is left out.
    """
    places = vocabulary(text)
    sizes = [1 + below(MOST) for _ in range(1 + below(ROUNDS))]
    found: tuple[Chunking, ...] = (tuple(places[:-1]), _several(places, sizes))
    if len({0, *places}) <= len(places):  # after some token no more is out than before
        found = tuple([each for one in found for each in (one, without_empty_chunks(one, len(text)))])
    return tuple(dict.fromkeys(found))


def _several(places: Sequence[int], sizes: Sequence[int]) -> Chunking:
    """Let so many tokens come at once, in turn."""
    cuts, end = [], 0
    for size in cycle(sizes):
        end += size
        if end >= len(places):
            break
        cuts.append(places[end - 1])
    return tuple(cuts)
