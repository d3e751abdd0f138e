"""Search by disagreement: what gave something new is kept, and the rarest is mutated (docs/disagreement.md).

``tuples`` sums up what targets gave, ``pool`` keeps what was new and makes the menu of each round, ``making``
makes cases of a menu: ``redrawn`` from near choices, ``spliced`` from parts of texts, with other tools
(``declared``). ``parts`` finds the parts of a text.
"""

from __future__ import annotations

from harness.disagreement.making import Entry, Making, Menu, case_of, is_fresh, made
from harness.disagreement.pool import ROUND, Pool
from harness.disagreement.tuples import Tuple, tuple_of

__all__ = ["ROUND", "Entry", "Making", "Menu", "Pool", "Tuple", "case_of", "is_fresh", "made", "tuple_of"]
