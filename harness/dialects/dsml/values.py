"""Ways of writing a value: one small function each, giving the text, the value that V1-V6 make of it.

A way draws its truth, writes it, and notes the policies that reading it hangs on. To add one: write the
function and put it into ``WAYS``, and into ``TAME`` too if nothing in it would mean anything outside a
block (no wrapper tag, no fence, no opaque section that hides something).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.dsml.children import children
from harness.dialects.dsml.edges import number_json, number_overflow, number_text
from harness.dialects.dsml.jsons import encoded_json, json_value, strict_json
from harness.dialects.dsml.lookalikes import (
    ENTITY_TEXTS,
    MARKUP_TEXTS,
    OPAQUE_TEXTS,
    SCALAR_TEXTS,
)
from harness.dialects.dsml.opaque import cdata, escaped, sections
from harness.dialects.dsml.sizes import deep_children, deep_json, long, too_deep_children, too_deep_json
from harness.dialects.fenced import FENCED
from harness.dialects.jsons import ENCODERS, JSON_TEXTS
from harness.dialects.white_space import WHITE

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.dialects.dsml.hand import Hand
    from harness.generate.pen import Pen

    Way = Callable[[Pen, Hand], tuple[str, Any]]


def plain(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write safe text as it is (V6)."""
    text = pen.phrase()
    return text, text.strip(WHITE)


def empty(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write nothing (V1)."""
    pen.features.add("empty-value")
    return pen.pick(EMPTY), ""


def entities(pen: Pen, hand: Hand) -> tuple[str, Any]:
    """Write any text with its markup as entities (V6)."""
    return escaped(pen, pen.wild(), tame=hand.tame)


def odd_entities(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write entities of every kind, and what is none: decoded once (V6)."""
    feature, text, value = pen.pick(ENTITY_TEXTS)
    pen.features.add(feature)
    pen.relies.add("entities")
    return text, value


def one_cdata(pen: Pen, hand: Hand) -> tuple[str, Any]:
    """Write anything in CDATA, ``]]>`` split over two sections (V2)."""
    return cdata(pen, pen.phrase() if hand.tame else pen.wild())


def many_cdata(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write text over several sections, with nothing between (V2)."""
    pen.features.add("cdata:several")
    text, value = cdata(pen, pen.wild())
    while pen.chance(1, 2):
        more, rest = cdata(pen, pen.wild())
        text, value = text + more, value + rest
    return text, value


def torn_cdata(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write sections with something between: all from the first opener to the last end (V3)."""
    pen.features.add("cdata:torn")
    opener, text = sections(pen)
    return text, text[len(opener) : -len("]]>")]


def inner_cdata(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write a section after other text: it hides tags (D4) and stays in the value (V6)."""
    pen.features.add("cdata:inner")
    pen.relies.add("structure")
    text = f"see <![CDATA[ {pen.pick(pen.tokens).replace(']]>', '').replace('&', '')} ]]> there"
    return text, text


def inner_comment(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write a comment into text: it hides tags (D4) and stays in the value (V6)."""
    pen.features.add("comment:value")
    pen.relies.add("structure")
    text = f"see <!-- {pen.pick(pen.tokens).replace('-->', '').replace('&', '')} --> there"
    return text, text


def scalar(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write what reads as a number, a truth value, null or a quoted string: it is text (V5)."""
    pen.features.add("scalar")
    pen.relies.add("scalars")
    text = pen.pick(SCALAR_TEXTS)
    return text, text


def no_json(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write what begins like JSON and is none (V5, C4)."""
    pen.features.add("json-lookalike")
    pen.relies.add("structure")
    text = pen.pick(JSON_TEXTS)
    return text, text


def seldom(pen: Pen, hand: Hand) -> tuple[str, Any]:
    """Write what is long, and so comes seldom."""
    return pen.pick(SELDOM)(pen, hand)


def no_children(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write markup that is no child structure (V4): mixed content, unclosed, badly spelled."""
    pen.features.add("markup-text")
    pen.relies.add("structure")
    text = pen.pick(MARKUP_TEXTS)
    return text, text


def json_in_cdata(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write JSON in CDATA, where it stays text (V2)."""
    pen.features.add("cdata:json")
    pen.relies.add("structure")
    return cdata(pen, pen.pick(ENCODERS)(pen.tree()))


def fenced(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write a fenced example into a value: inside a capture no fence is seen (D1)."""
    pen.features.add("fence:value")
    text = pen.pick(FENCED)
    return text, text


def no_children_opaque(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write elements beside an opaque section: no child structure (V4)."""
    pen.features.add("markup-text:opaque")
    pen.relies.add("structure")
    text = pen.pick(OPAQUE_TEXTS)
    return text, text


def crlf(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write lines that end in CRLF, which stays (V6)."""
    pen.features.add("crlf")
    text = f"{pen.phrase()}\r\n{pen.phrase()}\r\n\r\n{pen.pick(LAST_LINES)}".strip(WHITE)
    return text, text


def cdata_end(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write the end of a section that never began (V6)."""
    pen.features.add("cdata-end")
    text = pen.pick(CDATA_ENDS)
    return text, text


def spaced_cdata(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write white space into CDATA, at both ends or nothing else: there it stays (V2)."""
    pen.features.add("cdata:spaced")
    left, right = pen.pick(WHITE), pen.pick(WHITE)
    return cdata(pen, f"{left}{pen.pick(('x', '', '<'))}{right}")


def tags_in_cdata(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write the dialect's own tags into CDATA, of both styles, unbalanced: hidden there (D4, D8)."""
    opener, closer = pen.pick(OPENERS), pen.pick(CLOSERS)
    which = pen.below(4)
    if which != 0:
        pen.features.add("cdata:opener")
    if which != 1:
        pen.features.add("cdata:closer")
    return cdata(pen, (closer, opener, f"{closer}{opener}", f"a {opener}\n{closer} b")[which])


def nested(pen: Pen, hand: Hand) -> tuple[str, Any]:
    """Write the block's own tags into text, balanced: counted by depth (D3, D9), and text (V6)."""
    pen.features.add("nested-tags")
    pen.relies.add("structure")
    text = pen.pick(NESTED).replace("@", hand.prefix)
    return text, text


def owing(pen: Pen, hand: Hand) -> tuple[str, Any]:
    """Write a start tag of the wrapper or the invoke into text: its end tag comes later (D3, D9)."""
    pen.features.add("nested-tags:owing")
    pen.relies |= {"structure", "junk_in_block"}
    if pen.chance(1, 2):
        hand.owed_invokes += 1
        inner = pen.pick(("invoke name='q'", "invoke", "INVOKE"))
    else:
        hand.owed_wrappers += 1
        inner = pen.pick(("tool_calls", "tool_calls x='/'", "Tool_Calls "))
    text = f"see <{hand.prefix}{inner}> there"
    return text, text


EMPTY = ("", "", "<![CDATA[]]>", "<![CDATA[]]><![cdata[]]>")
LAST_LINES = ("x", "<b>", "- y")
CDATA_ENDS = ("]]>", "a]]>b", "x ]]> y", "]]]]>", "a ]]>\n]]>", "]]> <![CDATA")
OPENERS = (
    "<tool_calls>",
    '<invoke name="q">',
    '<parameter name="q">',
    "<|DSML|tool_calls>",
    '<|DSML|invoke name="q">',
    '<|DSML|parameter name="q">',
    "<TOOL_CALLS",
    "<tool_calls/>",
)
CLOSERS = (
    "</tool_calls>",
    "</invoke>",
    "</parameter>",
    "</|DSML|tool_calls>",
    "</|DSML|invoke>",
    "</|DSML|parameter>",
    "</parameter></invoke></tool_calls>",
    "</|dsml|Tool_calls\n>",
)
# The prefix stands for ``@``. A nested one that ends in ``/>`` adds no depth (D3, D9).
NESTED = (
    "see <@parameter name='q'>1</@parameter> there",
    "see <@invoke name='q'></@invoke> there",
    "see <@tool_calls></@tool_calls> there",
    "see <@tool_calls><@invoke name='q'></@invoke></@tool_calls> there",
    "see <@parameter name='q'/> there",
    "see <@invoke name='q'/> there",
    "see <@tool_calls /> there",
    "<@parameter name='q'>1</@parameter> <@parameter name='r'><@parameter/></@parameter>.",
    "<@invoke name='q'><@parameter name='q'>1</@parameter></@invoke>, that is all",
    "x</@tool_callsx><@invoked><@parameters> y",
    "see <@parameter name='>'></@parameter '>'> there",
)

SELDOM: tuple[Way, ...] = (
    plain,
    plain,
    plain,
    deep_json,
    too_deep_json,
    deep_children,
    too_deep_children,
    long,
)
WAYS: tuple[Way, ...] = (
    *(plain,) * 24,
    *(entities,) * 5,
    *(odd_entities,) * 3,
    *(one_cdata,) * 5,
    *(many_cdata,) * 1,
    *(torn_cdata,) * 2,
    *(spaced_cdata,) * 1,
    *(tags_in_cdata,) * 2,
    *(cdata_end,) * 1,
    *(crlf,) * 1,
    *(inner_cdata,) * 1,
    *(inner_comment,) * 1,
    *(scalar,) * 2,
    *(number_text,) * 1,
    *(number_json,) * 1,
    *(number_overflow,) * 1,
    *(no_json,) * 2,
    *(no_children,) * 2,
    *(no_children_opaque,) * 1,
    *(json_value,) * 4,
    *(strict_json,) * 1,
    *(encoded_json,) * 2,
    *(json_in_cdata,) * 1,
    *(children,) * 5,
    *(fenced,) * 2,
    *(nested,) * 2,
    *(owing,) * 1,
    *(empty,) * 1,
    *(seldom,) * 2,
)
TAME: tuple[Way, ...] = (
    *(plain,) * 12,
    *(entities,) * 3,
    *(odd_entities,) * 1,
    *(one_cdata,) * 2,
    *(scalar,) * 2,
    *(number_json,) * 1,
    *(no_json,) * 1,
    *(no_children,) * 1,
    *(json_value,) * 2,
    *(strict_json,) * 1,
    *(children,) * 2,
    *(empty,) * 1,
)
