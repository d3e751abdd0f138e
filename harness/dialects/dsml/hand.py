"""The hand that one block is written in: decided once a block, so that tidy blocks stay cheap."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harness.generate.pen import Pen

# The feature to note, and what stands before the names in tags.
STYLES = (("style:canonical", ""), ("style:canonical", ""), ("style:dsml", "|DSML|"))
# Blanks between tags, and white space around every value: trimmed (V1).
LAYOUTS = (
    ("", ""),
    ("", ""),
    ("", "\n"),
    ("", " "),
    ("\n", ""),
    ("\n", ""),
    ("\n", ""),
    ("\n", "\n"),
    ("\n  ", ""),
    ("\n  ", "\n    "),
    (" ", ""),
    (" ", "\u3000\x85"),
    ("\r\n", ""),
    ("\r\n", "\r\n"),
    ("\n\n\t", ""),
    ("\n", "\u00a0\u2028"),
)


class Hand:
    """How the tags of one block are written."""

    __slots__ = ("between", "free", "pad", "prefix", "tame")

    def __init__(self, pen: Pen, *, tame: bool = False) -> None:
        """Draw a hand. A tame one never writes what would mean something outside a block.

        Tame is what a block without opener needs: under the policy *text* all of it is ordinary
        text (D7), so no wrapper tag and no fence may stand in its values.
        """
        feature, self.prefix = pen.pick(STYLES)
        pen.features.add(feature)
        self.between, self.pad = pen.pick(LAYOUTS)
        # A free hand uses what the rules allow in tags and between them.
        self.free = pen.chance(2, 5)
        self.tame = tame
