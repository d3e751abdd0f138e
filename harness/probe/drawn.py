"""Texts that the generator writes for its policies, by its simplest choices.

The generator's questions know what comes of a text under each answer. Replayed with short lists of small
choices, all others zero, they give their simplest texts, and of these the shortest are taken. Left out are
texts that hang on a second policy, and those that come out the same under all answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate.draft import events
from harness.generate.pen import Pen, wild_pieces
from harness.generate.source import Replay
from harness.probe.ask import Ask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from harness.dialects import Dialect, Either

LARGEST = 8
PLACES = 4
MOST = 3
"""Texts for each policy, of choice lists with one choice up to ``LARGEST`` at one of the first ``PLACES``."""


def asks(dialect: Dialect) -> tuple[Ask, ...]:
    """Draw the texts of a dialect: the same ones each time."""
    found: dict[str, dict[str, Ask]] = {}
    for question in dict.fromkeys((*dialect.questions, *dialect.last_questions)):
        for choices in _lists():
            drawn = _draw(dialect, question, choices)
            if drawn is not None:
                found.setdefault(drawn.policy, {}).setdefault(drawn.text, drawn)
    return tuple(
        [
            ask
            for texts in found.values()
            for ask in sorted(texts.values(), key=lambda ask: (len(ask.text), ask.text))[:MOST]
        ]
    )


def _lists() -> Iterator[list[int]]:
    yield []
    for place in range(PLACES):
        for choice in range(1, LARGEST):
            yield [*[0] * place, choice]


def _draw(dialect: Dialect, question: Callable[[Pen], Either], choices: list[int]) -> Ask | None:
    pen = Pen(Replay(choices), dialect.tokens, wild_pieces(dialect.tokens))
    drawn = question(pen)
    if pen.relies - {drawn.policy}:
        return None
    answers = [(value, events((drawn,), drawn.policy, value)) for value in drawn.parts]
    if all(reading == answers[0][1] for _, reading in answers):
        return None
    return Ask(drawn.policy, drawn.text, tuple(dialect.declare(pen)), tuple(answers))
