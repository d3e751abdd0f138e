"""Ways of writing a value: one small function each, giving the text, the value that V1-V6 make of it.

A way draws its truth, writes it, and notes the policies that reading it hangs on. To add one: write the
function and put it into ``WAYS``, and into ``TAME`` too if nothing in it would mean anything outside a
block (no wrapper tag, no fence, no opaque section that hides something).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.dsml.children import children
from harness.dialects.dsml.jsons import ENCODERS, deep_json, encoded_json, json_value
from harness.dialects.dsml.lookalikes import ENTITY_TEXTS, FENCED, JSON_TEXTS, MARKUP_TEXTS, SCALAR_TEXTS
from harness.dialects.dsml.opaque import cdata, escaped, sections
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
    return "", ""


def entities(pen: Pen, hand: Hand) -> tuple[str, Any]:
    """Write any text with its markup as entities (V6)."""
    return escaped(pen, pen.wild(), tame=hand.tame)


def odd_entities(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write entities that are none, are numeric, or come out as another entity: decoded once (V6)."""
    pen.features.add("entities:odd")
    pen.relies.add("entities")
    return pen.pick(ENTITY_TEXTS)


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
    """Write what is long, and so comes seldom; mostly plain text."""
    return (deep_json if pen.chance(1, 6) else plain)(pen, hand)


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


def nested(pen: Pen, hand: Hand) -> tuple[str, Any]:
    """Write the block's own tags into text, balanced: counted by depth (D3, D9), and text (V6)."""
    pen.features.add("nested-tags")
    pen.relies.add("structure")
    p = hand.prefix
    inner = pen.pick(
        (
            f'<{p}parameter name="q">1</{p}parameter>',
            f'<{p}invoke name="q"></{p}invoke>',
            f"<{p}tool_calls></{p}tool_calls>",
            f'<{p}tool_calls><{p}invoke name="q"></{p}invoke></{p}tool_calls>',
            f'<{p}parameter name="q"/>',  # a nested one adds no depth (D3, D9)
            f'<{p}invoke name="q"/>',
            f"<{p}tool_calls />",
        )
    )
    text = f"see {inner} there"
    return text, text


WAYS: tuple[Way, ...] = (
    *(plain,) * 26,
    *(entities,) * 5,
    *(odd_entities,) * 2,
    *(one_cdata,) * 6,
    *(many_cdata,) * 1,
    *(torn_cdata,) * 2,
    *(inner_cdata,) * 1,
    *(inner_comment,) * 1,
    *(scalar,) * 3,
    *(no_json,) * 2,
    *(no_children,) * 2,
    *(json_value,) * 4,
    *(encoded_json,) * 2,
    *(json_in_cdata,) * 1,
    *(children,) * 5,
    *(fenced,) * 2,
    *(nested,) * 2,
    *(empty,) * 1,
    *(seldom,) * 1,
)
TAME: tuple[Way, ...] = (
    *(plain,) * 12,
    *(entities,) * 3,
    *(odd_entities,) * 1,
    *(one_cdata,) * 2,
    *(scalar,) * 2,
    *(no_json,) * 1,
    *(no_children,) * 1,
    *(json_value,) * 2,
    *(children,) * 2,
    *(empty,) * 1,
)
