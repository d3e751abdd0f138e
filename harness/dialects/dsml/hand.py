"""The hand that one block is written in: decided once a block, so that tidy blocks stay cheap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.dsml.grammar import PREFIXES, TAGS

if TYPE_CHECKING:
    from harness.generate.pen import Pen

WHOLE = {style: {tag: prefix + tag for tag in TAGS} for style, prefix in PREFIXES.items()}
"""What stands in a tag, by style and by its name."""

# The style, its feature, what stands before names, and names with that.
STYLES = tuple(
    (style, f"style:{style}", PREFIXES[style], WHOLE[style]) for style in ("canonical", "canonical", "dsml")
)

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

    __slots__ = (
        "between",
        "ends",
        "free",
        "owed_invokes",
        "owed_wrappers",
        "pad",
        "prefix",
        "starts",
        "style",
        "tame",
    )

    def __init__(self, pen: Pen, *, tame: bool = False) -> None:
        """Draw a hand. A tame one never writes what would mean something outside a block.

        Tame is what a block without opener needs: under the policy *text* all of it is ordinary
        text (D7), so no wrapper tag and no fence may stand in its values.
        """
        self.style, feature, self.prefix, whole = pen.pick(STYLES)
        pen.features.add(feature)
        # The names in start and end tags. Other than the style's own only where styles are mixed.
        self.starts = self.ends = whole
        self.between, self.pad = pen.pick(LAYOUTS)
        # A free hand uses what the rules allow in tags and between them.
        self.free = pen.chance(2, 5)
        self.tame = tame
        # End tags that are due later, for start tags that stand in values.
        self.owed_invokes = 0
        self.owed_wrappers = 0
