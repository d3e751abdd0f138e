"""How often each tuple came, and how many there were after so many cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.disagreement.tuples import Key

ROUND = 256
"""Cases a round: whole batches."""

MOST_TUPLES = 1 << 16
"""Tuples that are told apart. A campaign that has seen so many takes no new ones."""

_POINTS = 512  # of the curve; then every second one goes

Curve = tuple[tuple[int, int], ...]
"""Cases done, and distinct tuples seen by then: at the ends of rounds, and now."""


class Novelty:
    """What was new, over the cases of a campaign in the order of their numbers."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.done = 0  # cases
        self.times: dict[Key, int] = {}
        self._curve: list[tuple[int, int]] = []

    @property
    def curve(self) -> Curve:
        """Give the curve up to now; nothing before the first case."""
        points = tuple(self._curve)
        now = (self.done, len(self.times))
        return points if not self.done or points[-1:] == (now,) else (*points, now)

    def see(self, key: Key) -> bool:
        """Take note of a tuple that came of no case of this campaign; tell whether it is new."""
        times = self.times.get(key, 0)
        new = not times and len(self.times) < MOST_TUPLES
        if new or times:
            self.times[key] = times + 1
        return new

    def take(self, key: Key) -> bool:
        """Take note of what the next case gave; tell whether it is new."""
        new = self.see(key)
        self.done += 1
        if self.done % ROUND == 0:
            self._curve.append((self.done, len(self.times)))
            if len(self._curve) > _POINTS:
                self._curve = self._curve[1::2]
        return new
