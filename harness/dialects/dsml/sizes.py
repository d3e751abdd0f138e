"""Values that are about size: nesting to the limit and one past it (C4, V4), and length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.dsml.opaque import cdata, escaped
from harness.dialects.sizes import DEEPEST, SHORTEST, STEP, STEPS, UNITS, nested_json, wrapped

if TYPE_CHECKING:
    from harness.dialects.dsml.hand import Hand
    from harness.generate.pen import Pen


def deep_json(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write JSON that nests as deep as it may."""
    pen.features.add("json:deep")
    pen.relies.add("structure")
    return nested_json(pen, DEEPEST)


def too_deep_json(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write JSON that nests one deeper: text."""
    pen.features.add("json:too-deep")
    pen.relies.add("structure")
    text, _value = nested_json(pen, DEEPEST + 1)
    return text, text


def deep_children(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write child elements that nest as deep as they may."""
    pen.features.add("children:deep")
    pen.relies.add("structure")
    return "<k>" * DEEPEST + "x" + "</k>" * DEEPEST, wrapped("k", DEEPEST, "x")


def too_deep_children(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write child elements that nest one deeper: text."""
    pen.features.add("children:too-deep")
    pen.relies.add("structure")
    text = "<k>" * (DEEPEST + 1) + "x" + "</k>" * (DEEPEST + 1)
    return text, text


def long(pen: Pen, hand: Hand) -> tuple[str, Any]:
    """Write a long text, in CDATA or with entities."""
    pen.features.add("long-value")
    length = SHORTEST
    for _ in range(STEPS):
        if not pen.chance(1, 4):
            break
        length *= STEP
    unit = pen.pick(UNITS)
    if pen.chance(1, 2):
        text, value = escaped(pen, unit, tame=hand.tame)
        times = length // len(text) + 1
        return text * times, value * times
    return cdata(pen, unit * (length // len(unit) + 1))
