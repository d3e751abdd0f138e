"""Making a shape small: the plainest prefix, unit and suffix whose time still grows too much.

Each try is a measurement, so there are few, under a budget: parts of markup go first, then halves, then
single characters. What is smaller is taken when it shows the same; nothing here decides what that is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from msgspec import structs

from harness.report.glyphs import literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from harness.cost.shape import Shape

Part = Literal["before", "unit", "after", "run"]

_MARKUP = re.compile(r"<[^<>]*>|[^<>]+|[<>]")
_TRIES = 60
_SINGLY = 24  # code points up to which single characters are taken away


class Budget:
    """Seconds and tries that making small may take."""

    def __init__(self, seconds: float, clock: Callable[[], float], tries: int = _TRIES) -> None:
        """Begin now."""
        self._clock = clock
        self._until = clock() + seconds
        self.tries = tries

    def spend(self) -> bool:
        """Take a try, if there is one left."""
        self.tries -= 1
        return self.tries >= 0 and self._clock() < self._until


def reduced(shape: Shape, shows: Callable[[Shape], bool], budget: Budget) -> Shape:
    """Give the smallest shape found that still shows what is wrong. It gets another name."""
    changed = True
    while changed:
        changed = False
        for candidate in smaller(shape):
            if not budget.spend():
                return shape
            if shows(candidate):
                shape, changed = candidate, True
                break
    return shape


def smaller(shape: Shape) -> Iterator[Shape]:
    """Give smaller shapes, those first that are much smaller. A unit is never empty."""
    seen = {(shape.before, shape.unit, shape.after, shape.run)}
    parts: tuple[Part, ...] = ("after", "before", "run", "unit")
    for part in parts:
        for shorter in _shorter(getattr(shape, part)):
            made = structs.replace(shape, **{part: shorter})
            made = structs.replace(made, name=f"{literal(made.unit, _SINGLY)} repeated")
            key = (made.before, made.unit, made.after, made.run)
            if made.unit and key not in seen:
                seen.add(key)
                yield made


def _shorter(text: str) -> Iterator[str]:
    if not text:
        return
    yield ""
    pieces = _MARKUP.findall(text)
    if len(pieces) > 1:
        half = len(pieces) // 2
        yield "".join(pieces[half:])
        yield "".join(pieces[:half])
        if len(pieces) <= _SINGLY:
            for place in range(len(pieces)):
                yield "".join(pieces[:place] + pieces[place + 1 :])
    elif len(text) > 1:
        half = len(text) // 2
        yield text[half:]
        yield text[:half]
    if len(text) <= _SINGLY:
        for place in range(len(text)):
            yield text[:place] + text[place + 1 :]
