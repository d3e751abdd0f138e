"""A case that a person gives: a text, perhaps its chunks, its tools, the events that are due."""

from __future__ import annotations

import random
from itertools import accumulate
from typing import TYPE_CHECKING

from harness.dialects import by_name
from harness.generate.chunkings import token_chunkings
from harness.generate.chunkings.places import TOKEN
from harness.model import Answer, Case, Chunking, Event, Knowledge, Tool, without_empty_chunks
from harness.tokens import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

Expected = tuple[Event, ...] | dict[str, dict[str, tuple[Event, ...]]]
"""The events that are due; or, where they hang on a policy, its name and the events for each answer."""

_SIZES = (2, 3, 5, 8, 16)
_RANDOM = 8


def given_case(
    text: str,
    *,
    dialect: str,
    chunks: Sequence[str] | None = None,
    tools: tuple[Tool, ...] = (),
    expect: Expected | None = None,
    name: str = "given",
    tokenizer: str | None = None,
) -> Case:
    """Make a case of what a person gives.

    Without chunks the text is fed whole, one character at a time, in pieces like tokens, in fixed sizes and
    in eight random chunkings; with a ``tokenizer`` (``harness.tokens``) also in its tokens. With chunks it
    is fed whole and in just those, and where some are empty, without the empty ones. A person's text may
    hang on any policy, so two targets are compared on it only where they take the same stance on all of them.
    """
    if chunks is None:
        chunkings = usual_chunkings(text, random_ones=_RANDOM, tokenizer=tokenizer)
    else:
        cuts = tuple(accumulate(len(chunk) for chunk in chunks[:-1]))
        chunkings = tuple(dict.fromkeys(((), cuts, without_empty_chunks(cuts, len(text)))))
    knowledge, answers = _known(expect)
    return Case(
        id=name,
        dialect=dialect,
        text=text,
        chunkings=chunkings,
        tools=tools,
        knowledge=knowledge,
        answers=answers,
        relies_on=tuple(by_name(dialect).policies),
    )


def _known(expect: Expected | None) -> tuple[Knowledge, tuple[Answer, ...]]:
    if expect is None:
        return "underived", ()
    if not isinstance(expect, dict):
        return "known", (Answer(expect),)
    each = [(policy, value) for policy, values in expect.items() for value in values]
    return "unspecified", tuple(Answer(expect[policy][value], {policy: value}) for policy, value in each)


def usual_chunkings(
    text: str, *, random_ones: int, sizes: Sequence[int] = _SIZES, tokenizer: str | None = None
) -> tuple[Chunking, ...]:
    """Whole, one character at a time, about a token, fixed sizes, random: the same ones for the same text.

    With a ``tokenizer``, what a server that uses it would send comes last.
    """
    length = len(text)
    tokens = [found.start() for found in TOKEN.finditer(text)]
    plan: list[Chunking] = [(), tuple(range(1, length)), tuple(tokens[1:])]
    plan += [tuple(range(size, length, size)) for size in sizes]
    draw = random.Random(length)  # noqa: S311 -- chunkings, not secrets
    for _ in range(random_ones):
        count = draw.randint(1, max(1, min(length - 1, 12)))
        plan.append(tuple(sorted(draw.randint(1, max(1, length - 1)) for _ in range(count))))
    if length <= 1:
        return ((),)
    if tokenizer is not None:
        plan += token_chunkings(draw.randrange, text, vocabulary(tokenizer))
    return tuple(dict.fromkeys(plan))
