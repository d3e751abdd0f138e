"""One case: a text, how it is cut, and all that is known about it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs

from harness.dialects import DIALECTS, Dialect, by_name
from harness.generate.chunkings import chosen, plan, token_chunkings
from harness.generate.damage import damaged
from harness.generate.documents import document
from harness.generate.draft import Draft, events
from harness.generate.pen import Pen, wild_pieces
from harness.generate.source import Recording, Replay, Seeded, Source
from harness.model import Answer, Case
from harness.tokens import vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.model import Chunking, Event

    # Draws the chunkings of a text.
    Cut = Callable[[Pen, str], tuple[Chunking, ...]]

VERSION = 3
"""Raised whenever seeds come to mean other cases."""

DAMAGED = (4, 15)
"""How often a text is damaged: four times of fifteen."""

PIECES = {name: wild_pieces(dialect.tokens) for name, dialect in DIALECTS.items()}


def draw_case(
    source: Source, dialect: str, case_id: str, *, deep: bool = False, tokenizer: str | None = None
) -> Case:
    """Draw a case from any source of choices. ``deep`` draws more chunkings for the same text.

    A ``tokenizer`` (``harness.tokens``) adds some behind all others, drawn last: nothing else changes.
    """
    case = draw_text(source, dialect, case_id, cut=cut_for(dialect, deep=deep))
    return case if tokenizer is None else cut_at_tokens(source, case, tokenizer)


def cut_for(dialect: str, *, deep: bool) -> Cut:
    """Say how texts of a campaign are cut."""
    return partial(plan, grammar=by_name(dialect).grammar, deep=True) if deep else chosen


def cut_at_tokens(source: Source, case: Case, tokenizer: str) -> Case:
    """Put chunkings at the borders of tokens behind all others."""
    more = token_chunkings(source.below, case.text, vocabulary(tokenizer))
    more = tuple([chunking for chunking in more if chunking not in case.chunkings])
    return structs.replace(case, chunkings=case.chunkings + more)


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
    if draft.undecided:
        return _underived(pen, spoken, text, case_id, cut)
    return _derived(pen, spoken, draft, text, case_id, cut)


def _derived(pen: Pen, dialect: Dialect, draft: Draft, text: str, case_id: str, cut: Cut) -> Case:
    """Make the case of a text that stands as it was written."""
    relies = pen.relies
    question, found = readings(draft, relies) if draft.questions else ("", (("", events(draft.parts)),))
    names = pen.names
    if names:
        for _, reading in found:
            _note_text_around(reading, relies)
        if not dialect.typed and pen.chance(1, 24):
            pen.features.add("undeclared")
            relies.add("unknown_tools")
            del names[list(names)[pen.below(len(names))]]
    policies = dialect.policies
    order = sorted(relies)
    assumes = {name: policies[name] for name in order if name != "space_around_calls"}
    if question:
        order.append(question)
        pen.features.add(f"policy:{question}")
        answers = tuple([Answer(reading, {**assumes, question: value}) for value, reading in found])
    else:
        answers = (Answer(found[0][1], assumes),)
    return Case(
        case_id,
        dialect.name,
        text,
        cut(pen, text),
        tuple(dialect.declare(pen)),
        "unspecified" if question else "known",
        answers,
        tuple(order),
        pen.noted(),
    )


def readings(draft: Draft, relies: set[str]) -> tuple[str, list[tuple[str, tuple[Event, ...]]]]:
    """Choose the one policy that is left open, and read the text under each of its answers.

    It is the first on which nothing else in the text relies: of a part that only notes a policy, no more
    is known than what it is under the dialect's own answer. The other policies asked for are assumed like
    any that is relied upon, and where none can be left open, that goes for all.
    """
    chosen = next((policy for policy in draft.questions if policy not in relies), "")
    relies.update(policy for policy in draft.questions if policy != chosen)
    answers = draft.questions.get(chosen, ("",))
    return chosen, [(answer, events(draft.parts, chosen, answer)) for answer in answers]


def _underived(pen: Pen, dialect: Dialect, text: str, case_id: str, cut: Cut) -> Case:
    """Make the case of a damaged or undecided text: every policy may matter, and no answer is known."""
    return Case(
        id=case_id,
        dialect=dialect.name,
        text=text,
        chunkings=cut(pen, text),
        tools=tuple(dialect.declare(pen)),
        knowledge="underived",
        relies_on=tuple(dialect.policies),
        features=pen.noted(),
    )


def _note_text_around(found: Sequence[Event], relies: set[str]) -> None:
    """Note the policies about visible text beside calls, where there are both."""
    texts = [place for place, event in enumerate(found) if event.text]
    if 0 < len(texts) < len(found):
        relies.add("space_around_calls")
        if texts[-1] > 0:  # texts are joined, so only the first event can be text before all calls
            relies.add("text_after_call")


def case_at(seed: int, index: int, dialect: str, *, deep: bool = False, tokenizer: str | None = None) -> Case:
    """Make case ``index`` of a campaign: the fast path."""
    return draw_case(Seeded(seed, index), dialect, f"{seed}:{index}", deep=deep, tokenizer=tokenizer)


def record(
    seed: int, index: int, dialect: str, *, deep: bool = False, tokenizer: str | None = None
) -> tuple[Case, tuple[int, ...]]:
    """Make the same case as ``case_at``, with its choices."""
    source = Recording(Seeded(seed, index))
    case = draw_case(source, dialect, f"{seed}:{index}", deep=deep, tokenizer=tokenizer)
    return case, tuple(source.choices)


def replay(
    choices: Sequence[int],
    dialect: str,
    case_id: str,
    *,
    deep: bool = False,
    tokenizer: str | None = None,
) -> tuple[Case, tuple[int, ...]]:
    """Make the case of any list of choices, with the choices that it really used."""
    source = Recording(Replay(choices))
    case = draw_case(source, dialect, case_id, deep=deep, tokenizer=tokenizer)
    return case, tuple(source.choices)
