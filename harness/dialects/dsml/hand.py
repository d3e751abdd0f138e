"""The hand that one block is written in: decided once a block, so that tidy blocks stay cheap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.dsml.grammar import PREFIXES

if TYPE_CHECKING:
    from harness.generate.pen import Pen

STYLES = ("canonical", "canonical", "dsml")
BETWEEN = ("", "", "\n", "\n", "\n  ", " ", "\r\n", "\n\n\t")


class Hand:
    """How the tags of one block are written."""

    __slots__ = ("between", "free", "prefix", "tame")

    def __init__(self, pen: Pen, *, tame: bool = False) -> None:
        """Draw a hand. A tame one never writes what would mean something outside a block.

        Tame is what a block without opener needs: under the policy *text* all of it is ordinary
        text (D7), so no wrapper tag and no fence may stand in its values.
        """
        style = pen.pick(STYLES)
        pen.features.add(f"style:{style}")
        self.prefix = PREFIXES[style]
        self.between = pen.pick(BETWEEN)
        # A free hand uses what the rules allow in tags and between them.
        self.free = pen.chance(2, 5)
        self.tame = tame
