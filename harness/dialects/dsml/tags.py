"""Ways of writing a tag (D5, D10). Each keeps the tag's meaning; the free ones say so in a feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.dialects.dsml.hand import Hand
    from harness.generate.pen import Pen

PADS = ("", "", "", " ", "\n", "\t", " \r\n ", "  ")
CASES: tuple[Callable[[str], str], ...] = (str.upper, str.title, str.swapcase, str.capitalize)

# Attributes that are no name: skipped (D10). Some hold what only looks like one.
EXTRAS = (
    'id="1"',
    "string='true'",
    'x="a>b"',
    "hidden",
    "n=1",
    'data-name="no"',
    "xml:name='no'",
    "title=\"a name='no'\"",
    "t='<b>'",
    'names="no"',
    "/",
    'x = "&lt;"',
    'e=""',
    "\u00e9='1'",
)

# Before the last name: of equal keys the last wins (D10).
OVERRIDDEN = ('name="no"', "NAME = 'no'", "name=''", 'name="no"name="never"')

# After the name in an end tag.
TAILS = (" ", "/", " x", ' "a>b"', "\r\n", " /", "\t\n")

# A name as it stands in quotes, and the name it is: decoded, then trimmed (D10).
ODD_NAMES = (
    (" a ", "a", False),
    ("a>b", "a>b", False),
    ("a/", "a/", False),
    ("it's", "it's", False),
    ('say "hi"', 'say "hi"', False),
    ("\u3000\u00a0q\n", "q", False),
    ("\ufeff", "\ufeff", False),
    ("</tool_calls>", "</tool_calls>", False),
    ("]]>", "]]>", False),
    ("a\nb", "a\nb", False),
    ("a=b", "a=b", False),
    ("\U0001f600", "\U0001f600", False),
    ("a&amp;b", "a&b", True),
    ("&lt;q&gt;", "<q>", True),
    ("&#32;q&#x20;", "q", True),
    ("&quot;q&apos;", "\"q'", True),
    ("&nbsp;q", "&nbsp;q", True),
    ("a&b", "a&b", True),
    ("&amp;lt;", "&lt;", True),
)


def spelled(pen: Pen, hand: Hand, tag: str) -> str:
    """Write a tag's name in some case (C2): |DSML| folds too."""
    name = hand.prefix + tag
    if pen.chance(1, 3):
        pen.features.add("tag-case")
        return pen.pick(CASES)(name)
    return name


def quoted(pen: Pen, text: str) -> str:
    """Put quotes around a value that needs no particular ones."""
    if "'" not in text and ('"' in text or pen.chance(1, 3)):
        pen.features.add("single-quotes")
        return f"'{text}'"
    return f'"{text}"'


def extras(pen: Pen) -> str:
    """Write attributes that are skipped, each after a blank."""
    if not pen.chance(1, 4):
        return ""
    pen.features.add("extra-attributes")
    out = " " + pen.pick(EXTRAS)
    while pen.chance(1, 4):
        out += pen.pick((" ", "\n", "\t")) + pen.pick(EXTRAS)
    return out


def name_attribute(pen: Pen, text: str) -> str:
    """Write the attribute ``name``: any case of the key, blanks around ``=``, either quotes."""
    key = pen.pick(("name", "name", "name", "NAME", "Name"))
    if pen.chance(1, 4):
        pen.features.add("attribute-blanks")
        return f" {key}{pen.pick(PADS)}={pen.pick(PADS)}{quoted(pen, text)}"
    return f" {key}={quoted(pen, text)}"


def odd_name(pen: Pen) -> tuple[str, str]:
    """Draw a name that is no identifier: as written, and as it is."""
    text, name, entities = pen.pick(ODD_NAMES)
    pen.features.add("odd-name")
    if entities:
        pen.relies.add("entities")
    return text, name


def start(pen: Pen, hand: Hand, tag: str) -> str:
    """Write a start tag without a name."""
    if not hand.free:
        return f"<{hand.prefix}{tag}>"
    slash = ""
    if pen.chance(1, 16):  # a start tag like any other where no invoke is open (D3)
        pen.features.add("slash")
        slash = "/"
    return f"<{spelled(pen, hand, tag)}{extras(pen)}{pen.pick(PADS)}{slash}>"


def named(pen: Pen, hand: Hand, tag: str, name: str) -> tuple[str, str]:
    """Write a start tag for ``name`` and give the name it really has: a free hand may take an odd one."""
    if not hand.free:
        return f'<{hand.prefix}{tag} name="{name}">', name
    text = name
    if pen.chance(1, 12):
        text, name = odd_name(pen)
    before = extras(pen)
    if pen.chance(1, 16):
        pen.features.add("repeated-attribute")
        before += " " + pen.pick(OVERRIDDEN)
    slash = ""
    if pen.chance(1, 16):
        pen.features.add("slash")
        slash = "/"
    return (
        f"<{spelled(pen, hand, tag)}{before}{name_attribute(pen, text)}{extras(pen)}{pen.pick(PADS)}{slash}>",
        name,
    )


def end(pen: Pen, hand: Hand, tag: str) -> str:
    """Write an end tag. What stands after the name is skipped up to the first ``>`` outside quotes (D5)."""
    if not hand.free:
        return f"</{hand.prefix}{tag}>"
    name = spelled(pen, hand, tag)
    if pen.chance(1, 5):
        pen.features.add("end-tag-tail")
        return f"</{name}{pen.pick(TAILS)}>"
    return f"</{name}>"
