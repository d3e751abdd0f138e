"""Cases of a search by disagreement: fresh ones, and mutations of those that gave something rare.

A case depends on the seed, its number, and the menu of its round, on nothing else: so it does not matter
which worker makes it. Without its menu nobody can make it again; who keeps it keeps all of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, structs

from harness.dialects import by_name
from harness.disagreement import redrawn
from harness.disagreement.declared import changed, joined
from harness.disagreement.spliced import LONGEST, spliced
from harness.generate import case_at, record
from harness.generate.cases import PIECES, cut_at_tokens, cut_for
from harness.generate.pen import Pen
from harness.generate.source import Seeded
from harness.model import Case, Tool

if TYPE_CHECKING:
    from harness.disagreement.redrawn import Choices, Laid
    from harness.generate.source import Source

MUTATED = "mutated"
"""The feature of each case that is none of the generator's own."""

_APART = 1 << 32
"""Mutations are drawn from another stream than fresh cases of the same seed and number."""


class Making(Struct, frozen=True):
    """What cases hang on beside their number and menu."""

    seed: int
    dialect: str
    deep: bool = False
    tokenizer: str | None = None
    # Of so many cases: how many are fresh, are drawn from near choices, are spliced texts.
    shares: tuple[int, int, int] = (4, 8, 4)


class Entry(Struct, frozen=True):
    """A case that gave a new tuple, without its cuts: those are drawn anew."""

    text: str
    tools: tuple[Tool, ...]
    choices: tuple[int, ...] | None  # that the generator made it of; None for a spliced text


class Menu(Struct, frozen=True):
    """What the cases of one round are mutations of: the rarest first."""

    round: int = 0
    entries: tuple[Entry, ...] = ()


Made = tuple[Case, "Choices | None"]
"""A case, and what the generator made it of; None where it did not, or where that was not asked for."""


def case_of(making: Making, index: int, menu: Menu) -> Case:
    """Make case ``index``: the quick way."""
    if is_fresh(making, index, menu):
        given = making
        return case_at(given.seed, index, given.dialect, deep=given.deep, tokenizer=given.tokenizer)
    return _mutated(making, index, menu)[0]


def made(making: Making, index: int, menu: Menu) -> Made:
    """Make case ``index`` with its choices, where the generator made it."""
    if is_fresh(making, index, menu):
        given = making
        return record(given.seed, index, given.dialect, deep=given.deep, tokenizer=given.tokenizer)
    return _mutated(making, index, menu)


def is_fresh(making: Making, index: int, menu: Menu) -> bool:
    """Say whether a case is the one that a plain search makes of this number."""
    return not menu.entries or index % sum(making.shares) < making.shares[0]


def _mutated(making: Making, index: int, menu: Menu) -> Made:
    source = Seeded(making.seed | _APART, index)
    name = f"{making.seed}:{index}"  # so that oracles look at one of so many, as at others
    entry = source.pick(menu.entries)
    fresh, near, _ = making.shares
    if entry.choices is not None and index % sum(making.shares) < fresh + near:
        return _redrawn(making, source, name, entry, menu)
    return _spliced(making, source, name, entry, menu), None


def _redrawn(making: Making, source: Source, name: str, entry: Entry, menu: Menu) -> Made:
    dialect, deep = making.dialect, making.deep

    def laid(choices: Choices) -> Laid:
        return redrawn.laid(choices, dialect, deep=deep)

    one = laid(entry.choices or ())
    how = source.pick(HOW)
    if how in JOINING:
        others = [other for other in menu.entries if other.choices is not None]
        one = JOINING[how](source, one, laid(source.pick(others).choices or ()))
    elif how in CHANGING:
        one = CHANGING[how](source, one)
    case, choices = redrawn.draw(one, source, dialect, name, deep=deep, tokenizer=making.tokenizer)
    if len(case.text) > LONGEST:
        one = laid(entry.choices or ())
        case, choices = redrawn.draw(one, source, dialect, name, deep=deep, tokenizer=making.tokenizer)
    return structs.replace(case, features=tuple(sorted({*case.features, MUTATED}))), choices


def _spliced(making: Making, source: Source, name: str, entry: Entry, menu: Menu) -> Case:
    dialect = by_name(making.dialect)
    pen = Pen(source, dialect.tokens, PIECES[dialect.name])
    other = source.pick(menu.entries)
    tools = joined(entry.tools, other.tools)
    if source.chance(1, 4):
        tools = changed(pen, tools, other.tools)
    text = spliced(pen, dialect, entry.text, other.text)
    pen.features.add(MUTATED)
    case = Case(
        id=name,
        dialect=dialect.name,
        text=text,
        chunkings=cut_for(dialect.name, deep=making.deep)(pen, text),
        tools=tuple(tools),
        knowledge="underived",
        relies_on=tuple(dialect.policies),
        features=pen.noted(),
    )
    return case if making.tokenizer is None else cut_at_tokens(source, case, making.tokenizer)


JOINING = {"followed": redrawn.followed, "crossed": redrawn.crossed}

CHANGING = {"continued": redrawn.continued, "edited": redrawn.edited, "begun": redrawn.rest_anew}

HOW = (*("continued",) * 8, *("followed",) * 3, *("edited",) * 2, "crossed", "begun", "cut")
"""How choices are changed. ``cut``: the same text, cut otherwise."""
