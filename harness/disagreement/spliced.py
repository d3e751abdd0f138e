"""Mutations of a text by its parts, alone or with parts of another text. What is due then is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.disagreement.parts import Parts
from harness.generate.damage import damaged
from harness.generate.documents import GAPS

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.dialects import Dialect
    from harness.disagreement.parts import Span
    from harness.generate.pen import Pen

    Splice = Callable[[Pen, Dialect, str, str], str]

LONGEST = 4_096
"""Code points of a text that mutations may make; a longer one is not made longer still."""

TIMES = (1, 1, 2, 2, 3)
"""How many mutations are done to a text."""


def spliced(pen: Pen, dialect: Dialect, text: str, other: str) -> str:
    """Do some mutations to ``text``, parts of ``other`` in hand."""
    for _ in range(pen.pick(TIMES)):
        name, splice = pen.pick(SPLICES)
        after = splice(pen, dialect, text, other)
        if after != text and len(after) <= max(LONGEST, len(text)):
            pen.features.add(f"mutated:{name}")
            text = after
    return text


def put_in(pen: Pen, dialect: Dialect, text: str, other: str) -> str:
    """Put a part of the other text beside one of the same sort, or into the place of it."""
    level = pen.pick(LEVELS)
    brought = level(Parts(other, dialect))
    if not brought:
        return text
    a, b = pen.pick(brought)
    there = level(Parts(text, dialect))
    if not there:
        return f"{text}{pen.pick(GAPS)}{other[a:b]}"
    c, d = pen.pick(there)
    where = pen.below(3)
    head, tail = (
        (text[:c], text[d:]) if where == 0 else (text[:c], text[c:]) if where == 1 else (text[:d], text[d:])
    )
    return f"{head}{other[a:b]}{tail}"


def cross(pen: Pen, dialect: Dialect, text: str, other: str) -> str:
    """Write the beginning of one and the end of the other, both up to some tag."""
    head = pen.pick(Parts(text, dialect).borders())
    tail = pen.pick(Parts(other, dialect).borders())
    return text[:head] + other[tail:]


def behind(pen: Pen, _: Dialect, text: str, other: str) -> str:
    """Write one behind the other."""
    return f"{text}{pen.pick(GAPS)}{other}"


def again(pen: Pen, dialect: Dialect, text: str, _: str) -> str:
    """Write a part twice."""
    a, b = some_part(pen, dialect, text)
    return text[:b] + text[a:]


def without(pen: Pen, dialect: Dialect, text: str, _: str) -> str:
    """Leave a part out."""
    a, b = some_part(pen, dialect, text)
    return text[:a] + text[b:]


def some_part(pen: Pen, dialect: Dialect, text: str) -> Span:
    """Pick a part of any sort; an empty one where there is none."""
    levels = Parts(text, dialect).levels()
    return pen.pick(pen.pick(levels)) if levels else (0, 0)


def swapped(pen: Pen, dialect: Dialect, text: str, _: str) -> str:
    """Exchange two parts of a sort."""
    levels = [spans for spans in Parts(text, dialect).levels() if len(spans) > 1]
    if not levels:
        return text
    spans = pen.pick(levels)
    (a, b), (c, d) = sorted((pen.pick(spans), pen.pick(spans)))
    return text if b > c else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def wild(pen: Pen, dialect: Dialect, text: str, _: str) -> str:
    """Write a string that may hold anything into a value, before or behind what stands there, or for it."""
    values = Parts(text, dialect).values()
    if not values:
        return text
    a, b = pen.pick(values)
    c, d = pen.pick(((a, b), (a, a), (b, b)))
    return text[:c] + pen.wild() + text[d:]


def between(pen: Pen, dialect: Dialect, text: str, _: str) -> str:
    """Put markup, white space or a word before or behind a tag."""
    at = pen.pick(Parts(text, dialect).borders())
    what = pen.pick(dialect.tokens) if pen.chance(1, 2) else pen.pick((pen.pick(GAPS), pen.phrase()))
    return text[:at] + what + text[at:]


def damage(pen: Pen, dialect: Dialect, text: str, _: str) -> str:
    """Do what happens to texts anyway."""
    return damaged(pen, dialect, text)


LEVELS: tuple[Callable[[Parts], list[Span]], ...] = (
    Parts.blocks,
    Parts.calls,
    Parts.parameters,
    Parts.values,
    Parts.values,
)

SPLICES: tuple[tuple[str, Splice], ...] = (
    *(("put-in", put_in),) * 6,
    *(("cross", cross),) * 2,
    *(("behind", behind),) * 1,
    *(("again", again),) * 1,
    *(("without", without),) * 1,
    *(("swapped", swapped),) * 1,
    *(("wild", wild),) * 2,
    *(("between", between),) * 2,
    *(("damage", damage),) * 3,
)
