"""Whether a known finding explains a case that shows the same signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.cards.needs import plain
from harness.cards.place import may_lie_in

if TYPE_CHECKING:
    from harness.cards import Traits
    from harness.model import Case, Violation


def explains(known: Traits, case: Case, violation: Violation, *, direct: bool) -> bool:
    """Tell whether a violation can be of a known finding: its case has what that needs, and such cuts.

    The features of a case must be its own, or those of the longer case that it was made from by deletions.
    Where the text itself does not show it (``direct``), they say nothing.
    """
    has = not direct or set(known.needs) <= plain(case.features)
    return has and may_lie_in(case, violation, known.place)
