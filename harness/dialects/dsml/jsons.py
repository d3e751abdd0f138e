"""Ways of writing a JSON object or array (V5), as a value or as a whole invoke body (D12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.dsml.opaque import SCHEMES
from harness.dialects.jsons import ENCODERS, JSON_VALUES, hidden

if TYPE_CHECKING:
    from harness.dialects.dsml.hand import Hand
    from harness.generate.pen import Pen


def json_value(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write JSON that needs no entities: ``<`` and ``&`` as JSON escapes."""
    pen.features.add("json-value")
    pen.relies.add("structure")
    tree = pen.tree()
    return hidden(pen.pick(ENCODERS)(tree)).replace("&", "\\u0026"), tree


def strict_json(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write JSON with escapes, equal keys, odd white space, or markup in its strings (C4)."""
    pen.features.add("json:strict")
    pen.relies.add("structure")
    return pen.pick(JSON_VALUES)


def encoded_json(pen: Pen, _: Hand) -> tuple[str, Any]:
    """Write JSON with entities, which are decoded before it is read (V5)."""
    pen.features.add("json-value")
    pen.relies.add("structure")
    tree = pen.tree()
    text = pen.pick(ENCODERS)(tree)
    if pen.chance(1, 4):  # the bracket itself: only the decoded body begins with it
        text = f"&#{ord(text[0])};{text[1:].translate(SCHEMES[0])}"
    else:
        text = text.translate(pen.pick(SCHEMES[:3]))
    if "&" in text:
        pen.features.add("json-value:entities")
        pen.relies.add("entities")
    return text, tree
