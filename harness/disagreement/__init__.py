"""Search by disagreement: what gave something new is kept, and the rarest is mutated (docs/disagreement.md).

``tuples`` sums up what targets gave, ``novelty`` counts it, ``pool`` keeps what was new and makes the menu of
each round, ``making`` makes cases of a menu: ``redrawn`` from near choices, ``spliced`` from parts of texts,
with other tools (``declared``). ``parts`` finds the parts of a text.
"""

from __future__ import annotations

from harness.disagreement.making import Entry, Making, Menu, case_of, is_fresh, made
from harness.disagreement.novelty import ROUND, Novelty
from harness.disagreement.pool import Pool
from harness.disagreement.tuples import Key, Tuple, key_of, tuple_of

__all__ = [
    "ROUND",
    "Entry",
    "Key",
    "Making",
    "Menu",
    "Novelty",
    "Pool",
    "Tuple",
    "case_of",
    "is_fresh",
    "key_of",
    "made",
    "tuple_of",
]
