"""What is alike whenever one fault is found: the parts that a fingerprint is made of."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, structs

if TYPE_CHECKING:
    from harness.model import Finding, Violation

PATHS = ("argument", "member", "item")
"""Where in a call values differ, the least deep first."""

_DIGITS = 12  # of a fingerprint: a million faults would share one with a chance of 1 in 500


class Traits(Struct, frozen=True):
    """A finding without its wording: no names, no values, no positions, no seed."""

    oracle: str
    targets: tuple[str, ...]  # sorted
    shape: str  # of the difference (``cards.shape``)
    place: str = ""  # of the cut (``cards.place``); empty where cuts play no part
    needs: tuple[str, ...] = ()  # the generator's features without which it does not show, sorted
    # Does the text itself show it (``cards.shape``); no part of the fingerprint.
    direct: bool = True

    @property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that stay the same over runs, seeds and machines."""
        told = msgspec.json.encode(
            [self.oracle, sorted(self.targets), self.shape, self.place, sorted(self.needs)]
        )
        return hashlib.sha256(told).hexdigest()[:_DIGITS]

    def covers(self, other: Traits) -> bool:
        """Tell whether this is the other one, or the same with fewer needs or less deep in a value.

        Wherever a fault with more needs shows, one with some of them does, so nothing is left for the other;
        and who spoils arguments spoils the members of those that hold others. What shows in a text itself
        covers what shows in another one that an oracle made of it: of that nobody knows what is in it.
        """
        mine = (self.oracle, sorted(self.targets), self.place)
        theirs = (other.oracle, sorted(other.targets), other.place)
        if mine != theirs or (other.direct and not self.direct):
            return False
        if self.direct == other.direct and not set(self.needs) <= set(other.needs):
            return False
        depth, how = _apart(self.shape)
        deeper, same = _apart(other.shape)
        return how == same and depth <= deeper

    def met(self, other: Traits) -> Traits | None:
        """Give the traits of two findings that came down to one and the same small case.

        It has what each of them needs, if it needs it at all, so only what both do is left. None where more
        than needs differ.
        """
        if structs.replace(self, needs=(), direct=True) != structs.replace(other, needs=(), direct=True):
            return None
        needs = tuple(sorted(set(self.needs) & set(other.needs)))
        return structs.replace(self, needs=needs, direct=self.direct or other.direct)


def _apart(shape: str) -> tuple[int, str]:
    """Take a shape apart: how deep the difference lies, and what it is."""
    for depth, where in enumerate(PATHS):
        for joint in (": ", " "):
            if shape.startswith(f"{where}{joint}"):
                return depth, shape.removeprefix(where)
    return -1, shape


def bare(found: Violation | Finding) -> Traits:
    """Give the traits of what no more is known of than its signature."""
    return Traits(found.oracle, tuple(sorted(found.targets)), found.kind)
