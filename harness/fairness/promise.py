"""Which chunkings an adapter has promised to read (PROTOCOL, hello: ``cuts``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from harness.fairness.borders import inside_special, token_borders

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.model import Chunking

Cuts = Literal["any", "token", "special-whole"]


def promised(
    cuts: Cuts, text: str, chunkings: Iterable[Chunking], dialect: str, tokenizer: str | None = None
) -> tuple[bool, ...]:
    """Tell of each chunking of a text whether it may be fed; the whole text always may.

    ``special-whole``: whatever has no cut inside a special token. ``token``: whatever is cut at borders of
    tokens only, of the vocabulary that the campaign uses; without one nobody knows where those are.
    """
    if cuts == "any":
        return tuple([True for _ in chunkings])
    if cuts == "special-whole":
        forbidden = inside_special(text, dialect)
        return tuple([forbidden.isdisjoint(chunking) for chunking in chunkings])
    borders = frozenset() if tokenizer is None else token_borders(text, dialect, tokenizer)
    allowed = borders if tokenizer is None else borders | {0, len(text)}
    return tuple([allowed.issuperset(chunking) for chunking in chunkings])
