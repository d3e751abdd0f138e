"""Ways of writing a tag (D5, D10): one small function each, and each keeps what the tag means.

A tidy hand writes every tag the plain way. A free one draws a way for each tag, so that one choice is one
freedom; ``lavish`` takes several at once. To add a way, write the function and put it into its table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.dialects.dsml.hand import Hand
    from harness.generate.pen import Pen

    # The name as it stands in the tag, and as it is; gives the tag, and the name that it has.
    Named = Callable[[Pen, str, str, str], tuple[str, str]]

PADS = ("", "", "", " ", "\n", "\t", " \r\n ", "  ")
GAPS = (" ", " ", "\n", "\t", "  ", "\r\n")
KEYS = ("name", "name", "NAME", "Name", "nAmE")
SLASHES = ("", "", "", "/")
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
    # Tags in another tag's quotes are none (D5, D8).
    't="</tool_calls>"',
    "u='</|DSML|invoke>'",
    "v=\"<parameter name='no'>\"",
    "w='<|DSML|parameter>'",
)

# Before the last name: of equal keys the last wins (D10).
OVERRIDDEN = ('name="no"', "NAME = 'no'", "name=''", 'name="no"name="never"')

# Of an end tag: the case of its name, and what stands after it.
ENDS: tuple[tuple[Callable[[str], str] | None, str], ...] = (
    *((None, ""),) * 10,
    (str.upper, ""),
    (str.title, ""),
    (None, " "),
    (None, "/"),
    (None, ' "a>b"'),
    (str.swapcase, "\r\n"),
    (None, " /"),
    (str.capitalize, "\t\n x"),
)

# Attributes that are read from left to right, whatever else stands there (D10): in each of them the
# name is what stands for ``{}``. Quoted strings that are no value are not skipped as a whole; a key
# begins behind any character that is none of a key's; what is no attribute is passed over.
READ = (
    (" \"name='{}'\"", True),
    (' name="no" "name=\'{}\'"', True),
    (" 'name=\"{}\"'", True),
    (" x' name=\"{}\"'", True),
    (' x.name="{}"', False),
    (' \u00e9name="{}"', False),
    ('/name="{}"', False),
    (' name=no name="{}"', False),
    (' name = = "no" name="{}"', False),
    (' name name="{}"', False),
    (' a="1"name="{}"b=\'2\'', False),
    (' name="{}" name', False),
    (' name="{}" name=', False),
    (' name="{}"/', False),
    (' name=" {}\t"', False),
    (' name="{}" -name="no" :name="no"', False),
    (' ==name="{}"==', False),
    (' name="no"\n\tname="{}"\n', False),
)

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


def plain(_pen: Pen, whole: str, text: str, name: str) -> tuple[str, str]:
    """Write it as everyone does."""
    return f'<{whole} name="{text}">', name


def cased(pen: Pen, whole: str, text: str, name: str) -> tuple[str, str]:
    """Write the tag's name in some case (C2): |DSML| folds too."""
    return f'<{case(pen, whole)} name="{text}">', name


def single(pen: Pen, whole: str, text: str, name: str) -> tuple[str, str]:
    """Write single quotes."""
    pen.features.add("single-quotes")
    return f"<{whole} name='{text}'>", name


def spaced(pen: Pen, whole: str, text: str, name: str) -> tuple[str, str]:
    """Write blanks around ``=``, and the key in some case."""
    pen.features.add("attribute-blanks")
    pick = pen.pick
    return f'<{whole}{pick(GAPS)}{pick(KEYS)}{pick(PADS)}={pick(PADS)}"{text}"{pick(PADS)}>', name


def more_before(pen: Pen, whole: str, text: str, name: str) -> tuple[str, str]:
    """Write other attributes before the name."""
    return f'<{whole}{extras(pen)} name="{text}">', name


def more_behind(pen: Pen, whole: str, text: str, name: str) -> tuple[str, str]:
    """Write other attributes after the name."""
    return f'<{whole} name="{text}"{extras(pen)}>', name


def overridden(pen: Pen, whole: str, text: str, name: str) -> tuple[str, str]:
    """Write another name first: of equal keys the last wins."""
    pen.features.add("repeated-attribute")
    return f'<{whole} {pen.pick(OVERRIDDEN)} name="{text}">', name


def slashed(pen: Pen, whole: str, text: str, name: str) -> tuple[str, str]:
    """Write ``/>``: a start tag like any other where no invoke is open, and in D9 at the outermost (D3)."""
    pen.features.add("slash")
    return f'<{whole} name="{text}"{pen.pick(PADS)}/>', name


def read(pen: Pen, whole: str, text: str, name: str) -> tuple[str, str]:
    """Write what only a reader from left to right takes for this name."""
    attributes, quotes = pen.pick(READ)
    pen.features.add("quoted-attribute" if quotes else "odd-attributes")
    return f"<{whole}{attributes.format(text)}>", name


def odd(pen: Pen, whole: str, _text: str, _name: str) -> tuple[str, str]:
    """Write a name that is no identifier: decoded, then trimmed."""
    text, name = odd_name(pen)
    return f"<{whole} name={quoted(pen, text)}>", name


def lavish(pen: Pen, whole: str, text: str, name: str) -> tuple[str, str]:
    """Write with several freedoms at once."""
    chance, pick = pen.chance, pen.pick
    pen.features.add("lavish-tag")
    if chance(1, 4):
        text, name = odd_name(pen)
    return (
        f"<{case(pen, whole)}{extras(pen) if chance(1, 2) else ''}{pick(GAPS)}{pick(KEYS)}{pick(PADS)}="
        f"{pick(PADS)}{quoted(pen, text)}{extras(pen) if chance(1, 2) else ''}{pick(PADS)}{pick(SLASHES)}>"
    ), name


NAMED: tuple[Named, ...] = (
    *(plain,) * 10,
    *(cased,) * 3,
    *(single,) * 2,
    *(spaced,) * 2,
    *(more_before,) * 1,
    *(more_behind,) * 1,
    *(overridden,) * 1,
    *(slashed,) * 1,
    *(read,) * 2,
    *(odd,) * 1,
    *(lavish,) * 2,
)


def named(pen: Pen, hand: Hand, tag: str, name: str) -> tuple[str, str]:
    """Write a start tag for ``name`` and give the name it really has: a free hand may take an odd one."""
    whole = hand.starts[tag]
    if hand.free:
        return pen.pick(NAMED)(pen, whole, name, name)
    return f'<{whole} name="{name}">', name


def start(pen: Pen, hand: Hand, tag: str) -> str:
    """Write a start tag without a name."""
    whole = hand.starts[tag]
    if not hand.free or pen.chance(1, 2):
        return f"<{whole}>"
    slash = pen.pick(SLASHES)
    if slash:
        pen.features.add("slash")
    return f"<{case(pen, whole)}{extras(pen) if pen.chance(1, 2) else ''}{pen.pick(PADS)}{slash}>"


def end(pen: Pen, hand: Hand, tag: str) -> str:
    """Write an end tag. What stands after the name is skipped up to the first ``>`` outside quotes (D5)."""
    whole = hand.ends[tag]
    if hand.free:
        fold, tail = pen.pick(ENDS)
        if fold:
            pen.features.add("tag-case")
            whole = fold(whole)
        if tail:
            pen.features.add("end-tag-tail")
        return f"</{whole}{tail}>"
    return f"</{whole}>"


def close_invoke(pen: Pen, hand: Hand) -> str:
    """Write an invoke's end tag, and those for the start tags in its values: depths are counted (D3, D9)."""
    text = end(pen, hand, "invoke")
    while hand.owed_invokes:
        hand.owed_invokes -= 1
        text += hand.between + end(pen, hand, "invoke")
    return text


def close_wrapper(pen: Pen, hand: Hand) -> str:
    """Write the wrapper's end tag, and those for the start tags in values (D3)."""
    text = end(pen, hand, "tool_calls")
    while hand.owed_wrappers:
        hand.owed_wrappers -= 1
        text += hand.between + end(pen, hand, "tool_calls")
    return text


def case(pen: Pen, whole: str) -> str:
    """Write a tag's name in some case (C2)."""
    pen.features.add("tag-case")
    return pen.pick(CASES)(whole)


def quoted(pen: Pen, text: str) -> str:
    """Put quotes around a value that needs no particular ones."""
    if "'" not in text and ('"' in text or pen.chance(1, 3)):
        pen.features.add("single-quotes")
        return f"'{text}'"
    return f'"{text}"'


def extras(pen: Pen) -> str:
    """Write attributes that are skipped, each after a blank."""
    pen.features.add("extra-attributes")
    out = " " + pen.pick(EXTRAS)
    while pen.chance(1, 4):
        out += pen.pick(GAPS) + pen.pick(EXTRAS)
    return out


def odd_name(pen: Pen) -> tuple[str, str]:
    """Draw a name that is no identifier: as written, and as it is."""
    text, name, entities = pen.pick(ODD_NAMES)
    pen.features.add("odd-name")
    if entities:
        pen.relies.add("entities")
    return text, name
