"""Blocks without their opener: repaired, or ordinary text, as ``missing_opener`` says (D7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.dialect import Block, Either
from harness.dialects.dsml.blocks import accepted
from harness.dialects.dsml.calls import COMMENTS, good
from harness.dialects.dsml.hand import Hand
from harness.dialects.dsml.tags import end, named
from harness.model import Call

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.generate.pen import Pen

LONGEST = 4_096
"""An invoke tag that is longer than this is no repair (D7 c)."""


def bare(pen: Pen) -> Either:
    """Write a block without its opener, or what only looks like one."""
    pen.features.add("bare")
    if pen.chance(4, 7):
        return pen.pick(NO_REPAIR)(pen)
    hand = Hand(pen, tame=True)
    out: list[str] = []
    calls = invokes(pen, hand, out)
    out.append(end(pen, hand, "tool_calls"))
    text = "".join(out)
    return Either("missing_opener", text, {"repair": (Block(text, calls),), "text": (text,)})


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


def given_up(pen: Pen) -> Either:
    """Write what is text under both answers, but only by the exact rules of the repair."""
    pen.features.add("bare:given-up")
    saved = pen.aside()
    text = pen.pick(GIVEN_UP)(pen)
    pen.resume(saved)
    return Either("missing_opener", text, {"repair": (text,), "text": (text,)})


def open_bare(pen: Pen) -> Either:
    """Write invokes and no end of the block, as the end of a text: open, so text (D6), or text anyway."""
    pen.features.add("bare:open")
    pen.features.add("bare")
    saved = pen.aside()
    out: list[str] = []
    invokes(pen, Hand(pen, tame=True), out)
    pen.resume(saved)
    pen.relies.add("truncated")
    text = "".join(out)
    text = text[: len(text) - pen.below(len(text) // 2)]
    return Either("missing_opener", text, {"repair": (text,), "text": (text,)})


def late_wrapper(pen: Pen) -> Either:
    """Write invokes and then a whole block: its opener takes over, the bare part becomes text (D7)."""
    pen.features.add("bare:late-wrapper")
    saved = pen.aside()
    out: list[str] = []
    invokes(pen, Hand(pen, tame=True), out)
    pen.resume(saved)
    before = "".join(out)
    block = accepted(pen)
    parts = (before, block)
    return Either("missing_opener", before + block.text, {"repair": parts, "text": parts})


def long_tag(pen: Pen) -> Either:
    """Write an invoke tag that is one character longer than a repair waits for (D7 c), or as long as that."""
    pen.features.add("bare:long-tag")
    hand = Hand(pen, tame=True)
    longer = pen.chance(1, 2)
    name = pen.call_name()
    before = f'<{hand.starts["invoke"]} name="{name}" x="'
    # The quote and the tag's end are still to come.
    filler = pen.pick(FILLERS) * (LONGEST + longer - len(before) - 2)
    rest = end(pen, hand, "invoke") + end(pen, hand, "tool_calls")
    text = f'{before}{filler}">{rest}'
    if longer:
        return Either("missing_opener", text, {"repair": (text,), "text": (text,)})
    pen.names[name] = None
    block = Block(text, (Call(name, {}),))
    return Either("missing_opener", text, {"repair": (block,), "text": (text,)})


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
    return f'<{hand.starts["invoke"]} name="{pen.call_name()}"{hand.between}<b>{end(pen, hand, "tool_calls")}'


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

FILLERS = ("-", "-", "\u00e9", "\U0001f600")
"""Of one code point each, which is what the limit counts."""

GIVEN_UP: tuple[Callable[[Pen], str], ...] = (
    *(word_between,) * 2,
    *(word_in_invoke,) * 2,
    *(broken_tag,) * 1,
)
NO_REPAIR: tuple[Callable[[Pen], Either], ...] = (given_up, late_wrapper, long_tag)
