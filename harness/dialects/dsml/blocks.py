"""Ways of writing a whole block: accepted, rejected with a known answer, and without its opener."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.dialect import Bare, Block
from harness.dialects.dsml.calls import COMMENTS, bad, good, junk, unclosed
from harness.dialects.dsml.grammar import PREFIXES
from harness.dialects.dsml.hand import Hand
from harness.dialects.dsml.tags import end, named, start

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.generate.pen import Pen
    from harness.model import Call

# Before an invoke: mostly nothing. What may stand there and not in an invoke is written out.
BETWEEN = (
    *("",) * 25,
    *("bad",) * 3,
    *("junk",) * 2,
    '<![CDATA[ <invoke name="no"></invoke> ]]>',
    "{}\n```\n",
)


def accepted(pen: Pen) -> Block:
    """Write a block that gives at least one call (D6)."""
    hand = Hand(pen)
    out = [start(pen, hand, "tool_calls")]
    calls = inside(pen, hand, out)
    out.append(end(pen, hand, "tool_calls"))
    return Block("".join(out), calls)


def inside(pen: Pen, hand: Hand, out: list[str], *, ended: bool = False) -> tuple[Call, ...]:
    """Write invokes, at least one of them good, with what may stand between them in a free hand.

    ``ended``: the last invoke has its end tag, so that none is open.
    """
    calls: list[Call] = []
    while True:
        out.append(hand.between)
        if hand.free:
            between(pen, hand, out)
        calls.append(good(pen, hand, out))
        if not pen.chance(1, 4):
            break
    out.append(hand.between)
    if hand.free and not ended and pen.chance(1, 20):
        pen.relies.add("damaged_call")
        unclosed(pen, hand, out)
    elif hand.free and pen.chance(1, 16):
        junk(pen, hand, out, "parameter")
    if len(calls) > 1:
        pen.features.add("calls:2+")
    return tuple(calls)


def between(pen: Pen, hand: Hand, out: list[str]) -> None:
    """Write a bad call or junk before an invoke, or mostly nothing."""
    what = pen.pick(BETWEEN)
    if what == "bad":
        pen.relies.add("damaged_call")
        bad(pen, hand, out)
        out.append(hand.between)
    elif what == "junk":
        junk(pen, hand, out, "invoke")
    elif what:
        pen.features.add("junk")
        pen.relies.add("junk_in_block")
        out.append(what)


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
    "\n```\n",
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
    hand.prefix = other if which == 2 else own
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


def unfinished(pen: Pen) -> str:
    """Write whole invokes and no closer: the next opener finds no invoke open, so this is text (D3)."""
    hand = Hand(pen)
    out = [start(pen, hand, "tool_calls")]
    inside(pen, hand, out, ended=True)
    return "".join(out)


def bare(pen: Pen) -> Bare:
    """Write a block without its opener: repaired, or ordinary text, as ``missing_opener`` says (D7)."""
    pen.features.add("bare")
    if pen.chance(1, 4):
        pen.features.add("bare:given-up")
        saved = pen.aside()
        text = pen.pick(GIVEN_UP)(pen)
        pen.resume(saved)
        return Bare(text, ())
    hand = Hand(pen, tame=True)
    out: list[str] = []
    calls = invokes(pen, hand, out)
    out.append(end(pen, hand, "tool_calls"))
    return Bare("".join(out), calls)


def invokes(pen: Pen, hand: Hand, out: list[str]) -> tuple[Call, ...]:
    """Write invokes with blanks and comments between them, which is all that a bare block may hold (D7 b)."""
    calls: list[Call] = []
    while True:
        calls.append(good(pen, hand, out))
        out.append(hand.between)
        if hand.free and pen.chance(1, 12):
            pen.features.add("comment")
            pen.relies.add("junk_in_block")
            out.append(pen.pick(COMMENTS))
        if not pen.chance(1, 4):
            return tuple(calls)


def word_in_invoke(pen: Pen) -> str:
    """Write a word where an invoke must go on with a parameter, its end, or JSON (D7 a)."""
    hand = Hand(pen, tame=True)
    tag, _ = named(pen, hand, "invoke", pen.call_name())
    rest = f"{end(pen, hand, 'invoke')}{hand.between}{end(pen, hand, 'tool_calls')}"
    return f"{tag}{hand.between}{pen.pick(WORDS)}{rest}"


def word_between(pen: Pen) -> str:
    """Write a word where only a tag of the block or a comment may stand (D7 b)."""
    hand = Hand(pen, tame=True)
    out: list[str] = []
    invokes(pen, hand, out)
    tail = end(pen, hand, "tool_calls") if pen.chance(1, 2) else " x"
    return f"{''.join(out)}{pen.pick(WORDS)}{tail}"


def broken_tag(pen: Pen) -> str:
    """Write a ``<`` into the invoke tag, outside quotes (D7 c)."""
    hand = Hand(pen, tame=True)
    return f'<{hand.prefix}invoke name="{pen.call_name()}"{hand.between}<b>{end(pen, hand, "tool_calls")}'


def long_tag(pen: Pen) -> str:
    """Write an invoke tag that is longer than a repair waits for (D7 c)."""
    pen.features.add("bare:long-tag")
    hand = Hand(pen, tame=True)
    filler = "-" * (4_096 + pen.below(2))
    return f'<{hand.prefix}invoke name="{pen.call_name()}" x="{filler}">{end(pen, hand, "invoke")}'


def swallowed(pen: Pen) -> str:
    """Write a block with an opaque section that is never closed: all behind it is unseen (D4)."""
    opener, closer = pen.pick((("<!--", "-->"), ("<![CDATA[", "]]>")))
    return f"{unfinished(pen)}{opener} {accepted(pen).text.replace(closer, '')}"


WORDS = (
    "x",
    "and then",
    "&lt;",
    "\u00e9",
    "\u00a0",
    "\x0b",
    "</b>",
    "-->",
    "</parameter>",
    "< x",
    '"',
    "[1]",
)
"""None begins what may go on, nor a fence. (White space that is no blank gives up too.)"""

GIVEN_UP: tuple[Callable[[Pen], str], ...] = (
    *(word_between,) * 6,
    *(word_in_invoke,) * 6,
    *(broken_tag,) * 3,
    long_tag,
)
