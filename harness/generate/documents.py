"""Texts: segments one after the other, each known by itself, none changing what another means.

A text is one segment or more, then perhaps an end that leaves something open. What could carry over from
one segment to the next is cut off here: a fence's closing line ends before anything follows; prose does
not run into prose; openers that are only mentioned are followed by a real block, which makes them text
(SEMANTICS D3), or by nothing; what stays open stands last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects import Block
from harness.generate import fences, live_fences
from harness.generate.draft import Draft
from harness.generate.prose import noted, prose, words, wrapped
from harness.generate.questions import fenced_question, last_question, question

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.dialects import Dialect
    from harness.generate.pen import Pen

    Segment = Callable[[Pen, Dialect, Draft], None]

GAPS = ("", "", "", "\n", "\n\n", " ", "\r\n", "\t", "\n\n ", "\u00a0")

RUNS = ("```", "~~~", "```xml", " ````")
BESIDE = ("```", " ~~~", "\t```xml\n", "`````\n\n", "  ```\r\n")


def document(pen: Pen, dialect: Dialect) -> Draft:
    """Write a text."""
    draft = Draft()
    table, ends = (LIVE, LIVE_ENDS) if dialect.fences_live else (SEGMENTS, ENDS)
    pen.part(segments, pen, dialect, draft, table, pen.pick(table))
    if pen.chance(1, 8):
        gap(pen, draft)
        pen.pick(ends)(pen, dialect, draft)
    if draft.blocks > 1:
        pen.features.add("blocks:2+")
        if len({part.style for part in draft.parts if isinstance(part, Block)}) > 1:
            pen.features.add("blocks:styles")
    return draft


def segments(pen: Pen, dialect: Dialect, draft: Draft, table: Sequence[Segment], segment: Segment) -> None:
    """Write a segment, and perhaps more of them out of the table, as a part again."""
    segment(pen, dialect, draft)
    draft.after_prose = segment is prose
    if pen.chance(9, 16):
        following = pen.pick(table)
        if draft.parts:
            gap(pen, draft)
        pen.part(segments, pen, dialect, draft, table, following)


def gap(pen: Pen, draft: Draft) -> None:
    """Write white space between two segments: none is simplest, but a fence's line must end."""
    space = pen.pick(GAPS)
    if draft.after_fence:
        space = "\n" + space
        draft.after_fence = False
    if space:
        draft.parts.append(space)


def block(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a block that is accepted."""
    draft.blocks += 1
    draft.parts.append(dialect.accepted(pen))


def rejected(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a block that is text as it stands."""
    pen.features.add("rejected")
    draft.blocks += 1
    draft.parts.append(dialect.rejected(pen))


def mentioned(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Mention an opener, then write a real block: the mention becomes text when the block begins (D3)."""
    mention(pen, dialect, draft)
    block(pen, dialect, draft)


def restarted(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a block without its closer, then a real one: what was captured becomes text (D3)."""
    unfinished(pen, dialect, draft)
    block(pen, dialect, draft)


def mention(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Mention an opener among words that are safe inside the capture it opens."""
    pen.features.add("mention")
    before = words(pen)
    opener = noted(pen, dialect, pen.pick(dialect.mentions))
    draft.parts.append(f"{before} {opener} {captured(pen, dialect)}")


def captured(pen: Pen, dialect: Dialect) -> str:
    """Write words inside a capture, where no fence is seen (D1)."""
    if not dialect.fences_live and pen.chance(1, 6):
        pen.features.add("fence:captured")
        pen.relies.add("fences")
        return f"{words(pen)}\n{pen.pick(RUNS)}\n"
    return words(pen)


def unfinished(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a block without its closer, and words that are safe inside the capture."""
    pen.features.add("unfinished")
    draft.blocks += 1
    saved = pen.aside()
    text = dialect.unfinished(pen)
    pen.resume(saved)
    noted(pen, dialect, text)
    behind = pen.pick(GAPS)
    draft.parts.append(f"{text}{behind}{captured(pen, dialect) if pen.chance(1, 2) else ''}")


def open_mention(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Mention an opener that no block follows: the capture is open at the end, so text (D6)."""
    pen.relies.add("truncated")
    mention(pen, dialect, draft)
    if pen.chance(1, 24):
        pen.features.add("crowded")
        draft.parts.append(pen.pick(dialect.mentions) * FLOOD)


def open_block(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a block that nothing closes: text as it stands (D6), the words after it too."""
    pen.relies.add("truncated")
    unfinished(pen, dialect, draft)


def truncated(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write the beginning of a block and stop: text as it stands (D6)."""
    pen.features.add("truncated")
    saved = pen.aside()
    whole = dialect.accepted(pen).text
    pen.resume(saved)
    pen.relies.add("truncated")
    draft.blocks += 1
    text = whole[: 1 + pen.below(len(whole) - 1)]
    if pen.chance(1, 2) and text.rfind(">") > text.rfind("<"):  # else it would be part of a tag
        pen.features.add("end-token")
        text += pen.pick(END_TOKENS)
    draft.parts.append(text)


def swallowed(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write what hides the rest of the text inside an open block, where the dialect has that (D4)."""
    if dialect.swallowed is None:
        truncated(pen, dialect, draft)
        return
    pen.features.add("swallowed")
    saved = pen.aside()
    text = dialect.swallowed(pen)
    pen.resume(saved)
    pen.relies.add("truncated")
    draft.blocks += 1
    draft.parts.append(text)


def beside(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write a run behind a block on its line, which is no fence: the block stands before it (D1)."""
    (rejected if pen.chance(1, 4) else block)(pen, dialect, draft)
    pen.features.add("no-fence")
    if dialect.fences_live:
        pen.relies.add("fences")
    draft.parts.append(pen.pick(BESIDE))


def piece(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """End with what could have become markup: undecided is text."""
    pen.features.add("open-end")
    draft.parts.append(pen.pick(dialect.tails))


def undecided(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Write what is read otherwise than it was meant, where the dialect has that (Q11)."""
    if dialect.undecided is None:
        block(pen, dialect, draft)
        return
    draft.undecided = True
    draft.blocks += 1
    draft.parts.append(dialect.undecided(pen))


def prefilled(pen: Pen, dialect: Dialect, draft: Draft) -> None:
    """Begin within reasoning, as texts do whose prompt ends in the opening tag; then write a block."""
    if not draft.parts:
        pen.features.add("reasoning:prefilled")
        pen.relies.add("reasoning")
        draft.parts.append(f"{words(pen)}\n</think>{pen.pick(GAPS)}")
    block(pen, dialect, draft)


SEGMENTS: tuple[Segment, ...] = (
    *(block,) * 68,
    *(prose,) * 34,
    *(fences.fence,) * 8,
    *(rejected,) * 7,
    *(mentioned,) * 4,
    *(restarted,) * 2,
    *(beside,) * 2,
    *(wrapped,) * 6,
    *(question,) * 10,
    *(fenced_question,) * 1,
)
LIVE: tuple[Segment, ...] = (
    *(block,) * 68,
    *(prose,) * 34,
    *(live_fences.fence,) * 8,
    *(rejected,) * 10,
    *(mentioned,) * 4,
    *(restarted,) * 3,
    *(beside,) * 2,
    *(wrapped,) * 6,
    *(question,) * 11,
    *(fenced_question,) * 1,
    *(undecided,) * 5,
    *(prefilled,) * 2,
)
"""Of a dialect in which a call in a fence is one."""

FLOOD = 1_500
"""Openers in a row: each of them could be a block."""

END_TOKENS = ("<|im_end|>", "<|endoftext|>", "<\uff5cend\u2581of\u2581sentence\uff5c>", "</s>")
"""What a model ends its turn with, where a server lets it through: text like any other."""

ENDS: tuple[Segment, ...] = (
    piece,
    truncated,
    truncated,
    truncated,
    fences.unclosed,
    open_mention,
    open_block,
    swallowed,
    last_question,
    last_question,
)
LIVE_ENDS: tuple[Segment, ...] = tuple(
    [live_fences.unclosed if end is fences.unclosed else end for end in ENDS]
)
