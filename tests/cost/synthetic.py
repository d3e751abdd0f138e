"""Parsers that are only a formula: times of texts, with noise that a seed decides. No clock is read."""

from __future__ import annotations

import functools
import hashlib
import math
from typing import TYPE_CHECKING

from harness.targets.timing import Timing

if TYPE_CHECKING:
    from collections.abc import Callable

US = 1_000
MS = 1_000_000


class Numbers:
    """Numbers between 0 and 1, neither of them, that look random; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.drawn = 0

    def uniform(self) -> float:
        self.drawn += 1
        digest = hashlib.blake2b(b"%d %d" % (self.seed, self.drawn), digest_size=6).digest()
        return (int.from_bytes(digest) + 0.5) / 2**48

    def normal(self) -> float:
        return math.sqrt(-2 * math.log(self.uniform())) * math.cos(math.tau * self.uniform())


class Formula:
    """Costs what ``rule`` says for a length, and more by a share that is ``noise`` in the mean."""

    def __init__(self, rule: Callable[[int], float], *, noise: float = 0.0, seed: int = 0) -> None:
        self.rule = rule
        self.noise = noise
        self.numbers = Numbers(seed)
        self.longest = 0
        self.spent = 0
        self.ends: Callable[[int], Timing | None] = lambda _: None

    def __call__(self, text: str, repeat: int) -> Timing:
        self.longest = max(self.longest, len(text))
        if (end := self.ends(len(text))) is not None:
            return end
        times = tuple(int(self.rule(len(text)) * (1 + self._more())) for _ in range(repeat))
        self.spent += sum(times)
        return Timing("times", times)

    def _more(self) -> float:
        return -self.noise * math.log(self.numbers.uniform()) if self.noise else 0.0


@functools.lru_cache(64)
def write(length: int) -> str:
    return "x" * max(1, length)
