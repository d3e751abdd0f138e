"""Ways of writing a whole block: accepted, rejected with a known answer, and without its opener."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.dialect import Block
from harness.dialects.dsml.calls import COMMENTS, bad, good, junk, unclosed
from harness.dialects.dsml.grammar import PREFIXES
from harness.dialects.dsml.hand import Hand
from harness.dialects.dsml.tags import end, start

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.generate.pen import Pen
    from harness.model import Call

# Between invokes, beside what junk may stand in one.
HIDDEN = ('<![CDATA[ <invoke name="no"></invoke> ]]>', "{}", "\n```\n", "&lt;")


def accepted(pen: Pen) -> Block:
    """Write a block that gives at least one call (D6)."""
    hand = Hand(pen)
    out = [start(pen, hand, "tool_calls")]
    calls = inside(pen, hand, out)
    out.append(end(pen, hand, "tool_calls"))
    return Block("".join(out), calls)


def inside(pen: Pen, hand: Hand, out: list[str]) -> tuple[Call, ...]:
    """Write invokes, at least one of them good, with what may stand between them in a free hand."""
    calls: list[Call] = []
    while True:
        out.append(hand.between)
        if hand.free:
            between(pen, hand, out)
        calls.append(good(pen, hand, out))
        if not pen.chance(1, 4):
            break
    out.append(hand.between)
    if hand.free and pen.chance(1, 20):
        pen.relies.add("damaged_call")
        unclosed(pen, hand, out)
    elif hand.free and pen.chance(1, 16):
        junk(pen, hand, out, "parameter")
    if len(calls) > 1:
        pen.features.add("calls:2+")
    return tuple(calls)


def between(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write a bad call or junk before an invoke, or mostly nothing."""
    if pen.chance(1, 12):
        pen.relies.add("damaged_call")
        bad(pen, hand, out)
        out.append(hand.between)
    if pen.chance(1, 12):
        junk(pen, hand, out, "invoke")
    elif pen.chance(1, 24):
        pen.features.add("junk")
        pen.relies.add("junk_in_block")
        out.append(pen.pick(HIDDEN))


def rejected(pen: Pen) -> str:
    """Write a block that gives no call and is text as it stands (D6)."""
    saved = pen.aside()
    text = pen.pick(REJECTED)(pen)
    pen.resume(saved)
    return text


def no_calls(pen: Pen) -> str:
    """Write a wrapper around nothing, or around words."""
    pen.features.add("rejected:empty")
    hand = Hand(pen)
    return start(pen, hand, "tool_calls") + pen.pick(EMPTY) + end(pen, hand, "tool_calls")


EMPTY = (
    "",
    "\n",
    " ... ",
    "<!-- none -->",
    "{}",
    "<![CDATA[x]]>",
    "</invoke>",
    '<parameter name="b">1</parameter>',
)


def mixed_styles(pen: Pen) -> str:
    """Write one tag pair in the other style (D8): the opener's, the closer's, or the inner ones'."""
    pen.features.add("mixed-styles")
    hand = Hand(pen)
    own, other = PREFIXES.values() if hand.prefix == "" else reversed(PREFIXES.values())
    which = pen.below(3)
    hand.prefix = other if which == 0 else own
    out = [start(pen, hand, "tool_calls")]
    hand.prefix = other if which == 1 else own
    inside(pen, hand, out)
    hand.prefix = other if which == 2 else own  # noqa: PLR2004 - the third of three
    out.append(end(pen, hand, "tool_calls"))
    return "".join(out)


def bad_calls(pen: Pen) -> str:
    """Write calls all of which are dropped (D11, D12)."""
    pen.features.add("rejected:calls")
    hand = Hand(pen)
    out = [start(pen, hand, "tool_calls"), hand.between]
    while True:
        bad(pen, hand, out)
        out.append(hand.between)
        if not pen.chance(1, 3):
            break
    out.append(end(pen, hand, "tool_calls"))
    return "".join(out)


def one_unclosed(pen: Pen) -> str:
    """Write a first invoke without its end tag: none is found (D9), though the block ends (D3)."""
    pen.features.add("rejected:unclosed")
    hand = Hand(pen)
    out = [start(pen, hand, "tool_calls"), hand.between]
    unclosed(pen, hand, out)
    out.append(end(pen, hand, "tool_calls"))
    return "".join(out)


REJECTED: tuple[Callable[[Pen], str], ...] = (
    no_calls,
    mixed_styles,
    bad_calls,
    one_unclosed,
    mixed_styles,
    bad_calls,
)


def bare(pen: Pen) -> Block:
    """Write a block without its opener: repaired, or ordinary text, as ``missing_opener`` says (D7).

    Between its tags only blanks and comments may stand, or the repair is given up.
    """
    pen.features.add("bare")
    hand = Hand(pen, tame=True)
    out: list[str] = []
    calls: list[Call] = []
    while True:
        calls.append(good(pen, hand, out))
        out.append(hand.between)
        if hand.free and pen.chance(1, 12):
            pen.features.add("comment")
            pen.relies.add("junk_in_block")
            out.append(pen.pick(COMMENTS))
        if not pen.chance(1, 4):
            break
    out.append(end(pen, hand, "tool_calls"))
    return Block("".join(out), tuple(calls))
