"""Writing text so that no markup shows: entities (V6) and CDATA (V2, V3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects.white_space import WHITE

if TYPE_CHECKING:
    from harness.generate.pen import Pen

OPENERS = ("<![CDATA[",) * 6 + ("<![cdata[", "<![CData[")

# Ways of writing entities: named, decimal, hexadecimal, and only what must be.
SCHEMES: tuple[dict[int, str], ...] = tuple(
    str.maketrans(table)
    for table in (
        {"&": "&amp;", "<": "&lt;", ">": "&gt;"},
        {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"},
        {"&": "&amp;", "<": "&lt;"},
        {"&": "&#38;", "<": "&#60;", ">": "&#062;"},
        {"&": "&#x26;", "<": "&#x3C;", ">": "&#X3e;", "\n": "&#10;", " ": "&#x20;"},
        {"&": "&amp;", "<": "&#x0003c;", "e": "&#101;", "\U0001f600": "&#128512;", "\u00e9": "&#xE9;"},
    )
)
NO_FENCE = str.maketrans("`~", "'-")


def escaped(pen: Pen, truth: str, *, tame: bool) -> tuple[str, str]:
    """Write ``truth`` with entities. It is trimmed first, and kept from being JSON once decoded (V5)."""
    truth = truth.strip(WHITE)
    if tame:
        truth = truth.translate(NO_FENCE)
    if truth[:1] in ("{", "["):
        truth = f"x{truth}"
    note_scalar(pen, truth)
    text = truth.translate(pen.pick(SCHEMES))
    if "&" in text:
        pen.features.add("entities")
        pen.relies.add("entities")
    return text, truth


def note_scalar(pen: Pen, truth: str) -> None:
    """Note the policy where a drawn string happens to be what JSON has for null or for a string."""
    if truth == "null" or truth[:1] == '"' == truth[-1:]:
        pen.relies.add("scalars")


def cdata(pen: Pen, truth: str) -> tuple[str, str]:
    """Write ``truth`` in CDATA. What would end the section is split over two (V2)."""
    pen.features.add("cdata")
    note_scalar(pen, truth)
    opener = pen.pick(OPENERS)
    text = truth
    if "]]>" in truth:
        pen.features.add("cdata:split")
        text = truth.replace("]]>", f"]]]]>{opener}>")
    return f"{opener}{text}]]>", truth


def sections(pen: Pen) -> tuple[str, str]:
    """Write CDATA sections that are not alone (V3): the first opener, and all of it."""
    opener = pen.pick(OPENERS)
    inside = pen.pick(("a", "", " <b> ", "</parameter>", "\n", "&lt;"))
    between = pen.pick((" ", "\n", " and ", "x", "]]", "\u3000", "<!--]]>-->"))
    rest = pen.pick(
        ("<![CDATA[b]]>", "]]>", " ]]>", "<![cdata[]]>", "<!-- </parameter> ]]> --><![CDATA[c]]>")
    )
    return opener, f"{opener}{inside}]]>{between}{rest}"
