"""One case: a text, how it is cut, and all that is known about it."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from harness.dialects import DIALECTS, Dialect, by_name
from harness.generate.chunkings import plan
from harness.generate.damage import damaged
from harness.generate.documents import document
from harness.generate.draft import Draft, events
from harness.generate.pen import Pen, wild_pieces
from harness.generate.source import Recording, Replay, Seeded, Source
from harness.model import Answer, Case, Tool

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Chunking, Event

    # Draws the chunkings of a text.
    Cut = Callable[[Pen, str], tuple[Chunking, ...]]

VERSION = 1
"""Raised whenever seeds come to mean other cases."""

DAMAGED = (4, 15)
"""How often a text is damaged: four times of fifteen."""

PIECES = {name: wild_pieces(dialect.tokens) for name, dialect in DIALECTS.items()}


def draw_case(source: Source, dialect: str, case_id: str, *, deep: bool = False) -> Case:
    """Draw a case from any source of choices. ``deep`` draws more chunkings for the same text."""
    return draw_text(source, dialect, case_id, cut=partial(plan, grammar=by_name(dialect).grammar, deep=deep))


def draw_text(
    source: Source, dialect: str, case_id: str, *, cut: Cut, damage: tuple[int, int] = DAMAGED
) -> Case:
    """Draw a case with chunkings of one's own, and damage so many times of so many: (0, 1) is never."""
    spoken = by_name(dialect)
    pen = Pen(source, spoken.tokens, PIECES[spoken.name])
    draft = document(pen, spoken)
    text = draft.text
    if pen.chance(*damage):
        after = damaged(pen, spoken, text)
        if after != text:
            return _underived(pen, spoken, after, case_id, cut)
    return _derived(pen, spoken, draft, case_id, cut)


def _derived(pen: Pen, dialect: Dialect, draft: Draft, case_id: str, cut: Cut) -> Case:
    """Make the case of a text that stands as it was written."""
    parts, text = draft.parts, draft.text
    repaired = events(parts, repair=True)
    relies = pen.relies
    names = list(pen.names)
    if names:
        _note_text_around(repaired, relies)
        if pen.chance(1, 24):
            pen.features.add("undeclared")
            relies.add("unknown_tools")
            del names[pen.below(len(names))]
    policies = dialect.policies
    order = sorted(relies)
    assumes = {name: policies[name] for name in order if name != "space_around_calls"}
    if draft.bare:
        order.append("missing_opener")
        answers: tuple[Answer, ...] = (
            Answer(repaired, {**assumes, "missing_opener": "repair"}),
            Answer(events(parts, repair=False), {**assumes, "missing_opener": "text"}),
        )
    else:
        answers = (Answer(repaired, assumes),)
    return Case(
        case_id,
        dialect.name,
        text,
        cut(pen, text),
        tuple([tool(name) for name in names]),
        "unspecified" if draft.bare else "known",
        answers,
        tuple(order),
        tuple(sorted(pen.features)),
    )


def _underived(pen: Pen, dialect: Dialect, text: str, case_id: str, cut: Cut) -> Case:
    """Make the case of a damaged text: every policy may matter, and no answer is known."""
    return Case(
        id=case_id,
        dialect=dialect.name,
        text=text,
        chunkings=cut(pen, text),
        tools=tuple([tool(name) for name in pen.names]),
        knowledge="underived",
        relies_on=tuple(dialect.policies),
        features=tuple(sorted(pen.features)),
    )


def _note_text_around(found: Sequence[Event], relies: set[str]) -> None:
    """Note the policies about visible text beside calls, where there is some."""
    texts = [place for place, event in enumerate(found) if event.text]
    if texts:
        relies.add("space_around_calls")
        if texts[-1] > 0:  # texts are joined, so only the first event can be text before all calls
            relies.add("text_after_call")


@cache
def tool(name: str) -> Tool:
    """Declare a tool. There are as many as the vocabulary has names, so one of each will do."""
    return Tool(name, {"type": "object"})


def case_at(seed: int, index: int, dialect: str, *, deep: bool = False) -> Case:
    """Make case ``index`` of a campaign: the fast path."""
    return draw_case(Seeded(seed, index), dialect, f"{seed}:{index}", deep=deep)


def record(seed: int, index: int, dialect: str, *, deep: bool = False) -> tuple[Case, tuple[int, ...]]:
    """Make the same case as ``case_at``, with its choices."""
    source = Recording(Seeded(seed, index))
    case = draw_case(source, dialect, f"{seed}:{index}", deep=deep)
    return case, tuple(source.choices)


def replay(
    choices: Sequence[int], dialect: str, case_id: str, *, deep: bool = False
) -> tuple[Case, tuple[int, ...]]:
    """Make the case of any list of choices, with the choices that it really used."""
    source = Recording(Replay(choices))
    case = draw_case(source, dialect, case_id, deep=deep)
    return case, tuple(source.choices)
