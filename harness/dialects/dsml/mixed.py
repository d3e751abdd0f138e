"""Blocks in which tags of both styles stand: rejected, so text as they stand (D8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.dsml.calls import good, parameters
from harness.dialects.dsml.hand import WHOLE, Hand
from harness.dialects.dsml.tags import close_wrapper, start

if TYPE_CHECKING:
    from harness.generate.pen import Pen

# Which start tags and which end tags are written in the other style.
MIXES = (
    ("mixed:closer", (), ("tool_calls",)),
    ("mixed:closer", (), ("invoke",)),
    ("mixed:closer", (), ("parameter",)),
    ("mixed:wrapper", ("tool_calls",), ("tool_calls",)),
    ("mixed:wrapper", ("tool_calls",), ()),
    ("mixed:wrapper", ("invoke", "parameter"), ("invoke", "parameter")),
    ("mixed:invoke", ("invoke",), ("invoke",)),
    ("mixed:invoke", ("invoke",), ("invoke",)),
    ("mixed:invoke", ("invoke",), ()),
    ("mixed:parameter", ("parameter",), ("parameter",)),
    ("mixed:parameter", ("parameter",), ("parameter",)),
    ("mixed:parameter", ("parameter",), ()),
)


def mixed_styles(pen: Pen) -> str:
    """Write the wrapper, the invokes, the parameters or one kind of end tag in the other style.

    Style is ignored where depths are counted (D3), so the block ends where it would have ended. It has a
    tag of every kind, so whatever is mixed is there.
    """
    feature, starts, ends = pen.pick(MIXES)
    pen.features.add("mixed-styles")
    pen.features.add(feature)
    hand = Hand(pen)
    other = WHOLE["dsml" if hand.style == "canonical" else "canonical"]
    hand.starts = hand.starts | {tag: other[tag] for tag in starts}
    hand.ends = hand.ends | {tag: other[tag] for tag in ends}
    out = [start(pen, hand, "tool_calls"), hand.between]
    good(pen, hand, out, parameters)
    while pen.chance(1, 4):
        out.append(hand.between)
        good(pen, hand, out)
    out += (hand.between, close_wrapper(pen, hand))
    return "".join(out)
