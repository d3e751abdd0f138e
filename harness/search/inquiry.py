"""How far the investigation of one suspect is, and what it saw on its way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from harness.cards import needs
from harness.cards.shape import Sight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.cards import Traits
    from harness.cards.place import Tried
    from harness.model import Case, CutMap, Violation
    from harness.oracles.oracle import Stances
    from harness.shrink import Choices


class Inquiry:
    """The investigation of one suspect, as far as it came."""

    def __init__(self, identity: str, raw: Case, violation: Violation, also: tuple[str, ...]) -> None:
        """Begin with the raw case; ``also`` are the oracles whose complaint is not looked into."""
        self.identity = identity
        self.raw = raw
        self.path = Path()  # of the raw case
        self.case = raw
        self.violation = violation
        self.also = also
        self.confirmed = 0
        self.shrink = "not shrunk"
        self.cut_map: CutMap | None = None
        self.stances: Stances = {}
        self.generated = False
        self.tokenizer: str | None = None  # where a target reads no other cuts
        self.seen = Sight(violation.kind)  # of the small case
        self.tried: Tried | None = None
        self.needs: tuple[str, ...] = ()
        self.known: tuple[Traits, ...] = ()  # what a smaller case must not be explained by
        self.direct = False  # must a smaller case show it itself

    def take(self, cases: Sequence[Case], found: Sequence[Violation | None]) -> bool:
        """Go on from the first case that shows the same, as a shrink does, if it is no larger."""
        for case, violation in zip(cases, found, strict=True):
            if violation is not None:
                if _size(case) > _size(self.case):
                    return False
                self.case, self.violation = case, violation
                return True
        return False


class Log:
    """The generated cases of one shrink, and those of them that failed."""

    def __init__(self) -> None:
        """Begin with none."""
        self.built: dict[str, needs.Drawn] = {}  # by text: an edited case has the features of another one
        self._failed: list[tuple[needs.Drawn, Sight]] = []

    def drew(self, case: Case, choices: Choices) -> None:
        """Note a case that the generator made of choices."""
        self.built[case.text] = needs.Drawn(choices, needs.plain(case.features), len(case.text))

    def failed(self, case: Case, seen: Sight) -> None:
        """Note that one of them shows the finding, and how."""
        self._failed.append((self.built[case.text], seen))

    def like(self, seen: Sight) -> tuple[list[needs.Drawn], Sight]:
        """List those that look the same; where there are none, those that look as the smallest does."""
        if not any(other == seen for _, other in self._failed):
            seen = min(self._failed, key=lambda one: len(one[0].choices))[1] if self._failed else seen
        return [drawn for drawn, other in self._failed if other == seen], seen


def _size(case: Case) -> tuple[int, int]:
    return len(case.text), max(map(len, case.chunkings), default=0)
