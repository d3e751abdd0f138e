"""What a chunking asks of a parser, from what every server sends to what none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.fairness.borders import inside_special, token_borders
from harness.model import without_empty_chunks

if TYPE_CHECKING:
    from harness.model import Case, Chunking, Violation

ONE_CHUNK, SEVERAL_TOKENS, ONE_TOKEN = "one-chunk", "several-tokens", "one-token"
CHARACTER, INSIDE_SPECIAL = "character", "inside-special"

CUTS = {
    ONE_CHUNK: "the whole text at once, in batch or as a stream of one chunk",
    SEVERAL_TOKENS: "cut at borders of tokens, at least one chunk holding several",
    ONE_TOKEN: "each token a chunk of its own",
    CHARACTER: "at least one cut inside an ordinary token",
    INSIDE_SPECIAL: "at least one cut inside a special token, which no server of tokens makes",
}
"""The classes from the mildest on, each with what it means."""

_HARDNESS = {name: place for place, name in enumerate(CUTS)}

_ENDS = frozenset({"crash", "hang", "memory"})
"""Kinds of violations that can't say in which way of feeding they happened: the process is gone."""


def hardness(name: str) -> int:
    """Order the classes of cuts: the mildest is 0."""
    return _HARDNESS[name]


def cut_class(text: str, chunking: Chunking, dialect: str, tokenizer: str | None = None) -> str:
    """Name the class of a chunking. Empty chunks count for nothing.

    ``tokenizer`` is a vocabulary of ``harness.tokens``; without one, tokens are told roughly.
    """
    cuts = set(without_empty_chunks(chunking, len(text)))
    if not cuts:
        return ONE_CHUNK
    if not cuts.isdisjoint(inside_special(text, dialect)):
        return INSIDE_SPECIAL
    borders = token_borders(text, dialect, tokenizer)
    if not cuts <= borders:
        return CHARACTER
    return ONE_TOKEN if cuts == borders else SEVERAL_TOKENS


def guilty_class(case: Case, violation: Violation, tokenizer: str | None = None) -> str:
    """Name the mildest class of the chunkings that show a violation.

    What names no chunking shows in batch or in one chunk. A parser that died names none either: then it is
    the hardest of those that it was fed, and shrinking leaves the one that it takes.
    """
    if violation.kind in _ENDS:
        asked = [cut_class(case.text, cuts, case.dialect, tokenizer) for cuts in case.chunkings]
        return max(asked, key=hardness, default=ONE_CHUNK)
    shown = [cut_class(case.text, case.chunkings[i], case.dialect, tokenizer) for i in violation.chunkings]
    return min(shown, key=hardness, default=ONE_CHUNK)
