"""The hand that one block is written in: white space between tags, and what frames a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.white_space import WHITE

if TYPE_CHECKING:
    from harness.generate.pen import Pen

# The feature, white space between tags, and a value's frame: mostly as the template has it.
LAYOUTS = (
    *(("layout:template", "\n", "\n", "\n"),) * 12,
    ("layout:tight", "", "", ""),
    ("layout:tight", "", "\n", "\n"),
    ("layout:one-line", " ", "", ""),
    ("layout:half-framed", "\n", "\n", ""),
    ("layout:half-framed", "\n", "", "\n"),
    ("layout:unframed", "\n", "", ""),
    ("layout:unframed", "\n  ", "", ""),
    ("layout:crlf", "\r\n", "\n", "\n"),
    ("layout:crlf", "\r\n", "", ""),
    ("layout:loose", "\n\n", "\n", "\n"),
    ("layout:loose", " \n\t", "\n", "\n"),
    ("layout:white", "\u3000\x85", "\n", "\n"),
    ("layout:white", "\u00a0", "", ""),
)
# Between tags, each drawn anew: every kind of white space is free there.
GAPS = ("\n", "", "\n", "\n\n", " ", *WHITE, "\r\n", "\n    ", "\n" + " " * 24, "\u2028\u2029", "\x0b\x0c")


class Hand:
    """How the tags of one block are written."""

    __slots__ = ("between", "free", "left", "right")

    def __init__(self, pen: Pen) -> None:
        """Draw a hand."""
        feature, self.between, self.left, self.right = pen.pick(LAYOUTS)
        pen.features.add(feature)
        # A free hand draws the white space between tags anew each time.
        self.free = pen.chance(1, 6)
        if self.free:
            pen.features.add("layout:free")

    def gap(self, pen: Pen) -> str:
        """Write white space between two tags."""
        return pen.pick(GAPS) if self.free else self.between

    def framed(self, text: str) -> str:
        """Frame a value so that Q6 gives it back: one LF goes on each side, where there is one."""
        left, right = self.left, self.right
        if text and not (left and right):
            if text[0] == "\n":
                left = "\n"
            if text[-1] == "\n":
                right = "\n"
        return f"{left}{text}{right}"
