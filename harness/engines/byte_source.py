"""Bytes of a fuzzer as a choice source: every string of bytes is a case, and small changes are small.

Each choice takes whole bytes, as many as give each option sixteen values or more, and is their remainder. So
all options are nearly as likely (of one byte alone, those of a table of 142 would not be), a byte of 0 is the
simplest choice, and one that a mutation adds 1 to is the next option. Past the end everything is 0.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from harness.generate import draw_case
from harness.generate.source import Recording, Source

if TYPE_CHECKING:
    from harness.model import Case
    from harness.search.plan import Plan

LENGTH = 512
"""Bytes for a case: 97 in 100 ask for less."""

_EVEN = 16  # values of the bytes for each option, at least


def width(n: int) -> int:
    """Give the number of bytes that a choice of one in ``n`` takes; none where there is nothing to choose."""
    return 0 if n < 2 else ((n * _EVEN - 1).bit_length() + 7) // 8


class Bytes(Source):
    """Choices read from bytes, from the front."""

    __slots__ = ("_place",)

    def __init__(self, data: bytes) -> None:
        """Read ``data``."""
        place = self._place = [0]

        def below(n: int) -> int:
            start = place[0]
            end = place[0] = start + width(n)
            return int.from_bytes(data[start:end], "little") % n

        super().__init__(below)

    @property
    def used(self) -> int:
        """Give how many bytes were asked for, past the end, too."""
        return self._place[0]


def random_bytes(seed: str) -> bytes:
    """Draw bytes enough for nearly any case."""
    return hashlib.shake_128(seed.encode()).digest(LENGTH)


def drawn(data: bytes, plan: Plan, name: str) -> tuple[Case, int]:
    """Make the case of bytes, called ``name``, and say how many of them it asked for."""
    source = Bytes(data)
    case = draw_case(source, plan.dialect, name, deep=plan.deep, tokenizer=plan.tokenizer)
    return case, source.used


def choices_of(data: bytes, plan: Plan) -> tuple[int, ...]:
    """Give the choices that bytes stand for: what shrinking goes on with."""
    source = Recording(Bytes(data))
    draw_case(source, plan.dialect, "", deep=plan.deep, tokenizer=plan.tokenizer)
    return tuple(source.choices)
