"""Ways of writing a whole block: accepted, and rejected with a known answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.dialect import Block
from harness.dialects.dsml.calls import bad, good, junk, unclosed
from harness.dialects.dsml.grammar import PREFIXES
from harness.dialects.dsml.hand import Hand
from harness.dialects.dsml.mixed import mixed_styles
from harness.dialects.dsml.render import render
from harness.dialects.dsml.tags import close_wrapper, start
from harness.dialects.sizes import CROWDED, many
from harness.model import Call

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.generate.pen import Pen

# Before an invoke: mostly nothing. What may stand there and not in an invoke is written out.
BETWEEN = (
    *("",) * 24,
    *("bad",) * 3,
    *("junk",) * 4,
    "{}\n```\n",
)


def accepted(pen: Pen) -> Block:
    """Write a block that gives at least one call (D6)."""
    hand = Hand(pen)
    out = [start(pen, hand, "tool_calls")]
    calls = inside(pen, hand, out)
    out.append(close_wrapper(pen, hand))
    return Block("".join(out), calls, hand.style)


def inside(pen: Pen, hand: Hand, out: list[str], *, ended: bool = False) -> tuple[Call, ...]:
    """Write invokes, at least one of them good, with what may stand between them in a free hand.

    ``ended``: the last invoke has its end tag, so that none is open.
    """
    calls: list[Call] = []
    begun = len(out)
    pen.part(several, pen, hand, out, calls)
    if pen.chance(1, CROWDED) and not hand.owed_wrappers:
        many(pen, out, begun, calls)
    out.append(hand.between)
    if hand.free and not ended and pen.chance(1, 20):
        pen.relies.add("damaged_call")
        unclosed(pen, hand, out)
    elif hand.free and pen.chance(1, 16):
        out.append(junk(pen, hand, out, "parameter"))
    if len(calls) > 1:
        pen.features.add("calls:2+")
    return tuple(calls)


def several(pen: Pen, hand: Hand, out: list[str], calls: list[Call]) -> None:
    """Write a good invoke, and perhaps more of them, as a part again."""
    out.append(hand.between)
    tail = between(pen, hand, out) if hand.free else ""
    calls.append(good(pen, hand, out))
    out.append(tail)
    if pen.chance(1, 4):
        pen.part(several, pen, hand, out, calls)


def between(pen: Pen, hand: Hand, out: list[str]) -> str:
    """Write a bad call or junk before an invoke, or mostly nothing; give what goes behind the invoke."""
    what = pen.pick(BETWEEN)
    if what == "bad":
        pen.relies.add("damaged_call")
        bad(pen, hand, out)
        out.append(hand.between)
    elif what == "junk":
        return junk(pen, hand, out, "invoke")
    elif what:
        pen.features.add("junk")
        pen.relies.add("junk_in_block")
        out.append(what)
    return ""


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
    return start(pen, hand, "tool_calls") + pen.pick(EMPTY) + close_wrapper(pen, hand)


EMPTY = (
    "",
    "\n",
    " ... ",
    "\n```\n",
    "<!-- none -->",
    "{}",
    "<![CDATA[x]]>",
    "</invoke>",
    '<parameter name="b">1</parameter>',
)


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
    out.append(close_wrapper(pen, hand))
    return "".join(out)


def one_unclosed(pen: Pen) -> str:
    """Write a first invoke without its end tag: none is found (D9), though the block ends (D3)."""
    pen.features.add("rejected:unclosed")
    hand = Hand(pen)
    out = [start(pen, hand, "tool_calls"), hand.between]
    unclosed(pen, hand, out)
    out.append(close_wrapper(pen, hand))
    return "".join(out)


REJECTED: tuple[Callable[[Pen], str], ...] = (
    no_calls,
    mixed_styles,
    bad_calls,
    one_unclosed,
    mixed_styles,
    bad_calls,
    mixed_styles,
)


def unfinished(pen: Pen) -> str:
    """Write whole invokes and no closer: the next opener finds no invoke open, so this is text (D3)."""
    hand = Hand(pen)
    out = [start(pen, hand, "tool_calls")]
    inside(pen, hand, out, ended=True)
    return "".join(out)


def swallowed(pen: Pen) -> str:
    """Write a block with an opaque section that is never closed: all behind it is unseen (D4)."""
    opener, closer = pen.pick((("<!--", "-->"), ("<![CDATA[", "]]>")))
    return f"{unfinished(pen)}{opener} {accepted(pen).text.replace(closer, '')}"


STYLES = tuple(PREFIXES)


def plain(pen: Pen) -> Block:
    """Write one call the plain way, its values safe text: nothing in it hangs on a policy."""
    call = Call(pen.call_name(), {pen.parameter_name(0): pen.phrase()})
    pen.names[call.name] = None
    return Block(render((call,), pen.pick(STYLES)), (call,))
