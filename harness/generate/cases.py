"""One case: a text, how it is cut, and all that is known about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.dialects import Dialect, by_name
from harness.generate.chunkings import plan
from harness.generate.damage import damaged
from harness.generate.documents import document
from harness.generate.draft import Bare, Draft, Part, events
from harness.generate.pen import Pen
from harness.generate.source import Recording, Replay, Seeded, Source
from harness.model import Answer, Case, Tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Event

VERSION = 1
"""Raised whenever seeds come to mean other cases."""

SCHEMA = {"type": "object"}


def draw_case(source: Source, dialect: str, case_id: str) -> Case:
    """Draw a case from any source of choices."""
    spoken = by_name(dialect)
    pen = Pen(source, spoken.tokens)
    draft = document(pen, spoken)
    text = draft.text
    if pen.chance(1, 4):
        after = damaged(pen, spoken, text)
        if after != text:
            return _underived(pen, spoken, after, case_id)
    return _derived(pen, spoken, draft, text, case_id)


def _derived(pen: Pen, dialect: Dialect, draft: Draft, text: str, case_id: str) -> Case:
    """Make the case of a text that stands as it was written."""
    parts = draft.parts
    repaired = events(parts, repair=True)
    relies = pen.relies
    _note_text_around(repaired, relies)
    names = list(pen.names)
    if names and pen.chance(1, 24):
        pen.features.add("undeclared")
        relies.add("unknown_tools")
        del names[pen.below(len(names))]
    order = [name for name in dialect.policies if name in relies]
    assumes = {name: dialect.policies[name] for name in order if name != "space_around_calls"}
    bare = _has_bare(parts)
    if bare:
        order.insert(0, "missing_opener")
        answers: tuple[Answer, ...] = (
            Answer(repaired, {"missing_opener": "repair", **assumes}),
            Answer(events(parts, repair=False), {"missing_opener": "text", **assumes}),
        )
    else:
        answers = (Answer(repaired, assumes),)
    return Case(
        id=case_id,
        dialect=dialect.name,
        text=text,
        chunkings=plan(pen, text),
        tools=tuple([Tool(name, SCHEMA) for name in names]),
        knowledge="unspecified" if bare else "known",
        answers=answers,
        relies_on=tuple(order),
        features=tuple(sorted(pen.features)),
    )


def _underived(pen: Pen, dialect: Dialect, text: str, case_id: str) -> Case:
    """Make the case of a damaged text: every policy may matter, and no answer is known."""
    return Case(
        id=case_id,
        dialect=dialect.name,
        text=text,
        chunkings=plan(pen, text),
        tools=tuple([Tool(name, SCHEMA) for name in pen.names]),
        knowledge="underived",
        relies_on=tuple(dialect.policies),
        features=tuple(sorted(pen.features)),
    )


def _has_bare(parts: Sequence[Part]) -> bool:
    return any(isinstance(part, Bare) for part in parts)


def _note_text_around(found: Sequence[Event], relies: set[str]) -> None:
    """Note the policies about visible text beside calls, where there is some."""
    called = text = False
    for event in found:
        if event.call:
            called = True
        else:
            text = True
            if called:
                relies.add("text_after_call")
    if called and text:
        relies.add("space_around_calls")


def case_at(seed: int, index: int, dialect: str) -> Case:
    """Make case ``index`` of a campaign: the fast path."""
    return draw_case(Seeded(seed, index), dialect, f"{seed}:{index}")


def record(seed: int, index: int, dialect: str) -> tuple[Case, tuple[int, ...]]:
    """Make the same case as ``case_at``, with its choices."""
    source = Recording(Seeded(seed, index))
    case = draw_case(source, dialect, f"{seed}:{index}")
    return case, tuple(source.choices)


def replay(choices: Sequence[int], dialect: str, case_id: str) -> tuple[Case, tuple[int, ...]]:
    """Make the case of any list of choices, with the choices that it really used."""
    source = Recording(Replay(choices))
    case = draw_case(source, dialect, case_id)
    return case, tuple(source.choices)
