"""What a campaign knows of one signature: its findings, and whether a later case may be another fault.

Two faults can share a signature. A later case that no known finding explains is investigated, and made
smaller only to what none of them explains. Of those that are explained, the first is investigated, and the
first few whose difference has another shape than was seen. All of it is bounded, and goes by case numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from harness.search.explained import explains
from harness.shrink import ENDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.cards import Traits
    from harness.cards.shape import Sight
    from harness.model import Case, Violation

APART = 5
"""Cases of one signature that are investigated because no known finding explains them."""
DIRECT = 2
"""Cases that show it themselves, while it was seen only in texts that oracles made of others."""
SHAPES = 2
"""Cases of one signature that are investigated because their difference has another shape."""
ALIKE = 1
"""Cases of one signature that are investigated although a known finding explains them."""
IN_ALL = 16
"""Cases of a whole campaign that are looked at again: a parser with dozens of faults must not hold it up."""

Why = Literal["apart", "direct", "shape", "alike", ""]


class Known:
    """The findings of one signature."""

    def __init__(self, first: str) -> None:
        """Begin with the id of the first one."""
        self.findings = [first]
        self.tries = 1  # of the first, while it is flaky
        self._left = {"apart": APART, "direct": DIRECT, "shape": SHAPES, "alike": ALIKE}
        self._shapes: set[str] = set()

    @property
    def open(self) -> bool:
        """Is any later case to be looked at more closely."""
        return any(self._left.values())

    def why(self, case: Case, violation: Violation, seen: Sight, traits: Mapping[str, Traits]) -> Why:
        """Say why a later case is to be investigated; nothing where it is not. What is said is used up.

        Each try of an end costs a child, a hang its whole time, too: those are never looked at again.
        """
        if violation.kind in ENDS:
            return ""
        known = [traits[name] for name in self.findings if name in traits]
        self._shapes.update(one.shape for one in known)
        found = [one for one in known if explains(one, case, violation, direct=seen.direct)]
        like = [one for one in known if one.shape == seen.shape]
        if not found:
            why: Why = "apart"
        elif seen.direct and like and not any(one.direct for one in like):
            why = "direct"
        elif seen.shape not in self._shapes:
            why = "shape"
        else:
            why = "alike"
        if not self._left[why]:
            return ""
        self._left[why] -= 1
        self._shapes.add(seen.shape)
        return why

    def whose(self, case: Case, violation: Violation, seen: Sight, traits: Mapping[str, Traits]) -> str:
        """Name the finding that a later case counts for: of those that explain it, the one most like it.

        That is one of its shape, and one that shows itself if it does; of equals the first.
        """

        def unlike(name: str) -> tuple[bool, bool]:
            return traits[name].shape != seen.shape, traits[name].direct != seen.direct

        explaining = [
            name
            for name in self.findings
            if name in traits and explains(traits[name], case, violation, direct=seen.direct)
        ]
        return min(explaining, key=unlike, default=self.findings[0])
