"""Mutations of the choices that a case was drawn from: its answer is derived anew.

What comes out is a case like any other of the generator, only that most of its choices are those of a case
that gave something rare, or of two such.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from harness.generate.cases import cut_at_tokens, cut_for, draw_text
from harness.generate.documents import GAPS, segments
from harness.generate.source import Recording, Replay, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from harness.generate.cases import Cut
    from harness.generate.pen import Pen
    from harness.model import Case, Chunking

Choices = tuple[int, ...]

ANEW = -1
"""In a list of choices: this one is drawn."""

YES = 1 << 30
"""In a list of choices: the highest one there is, which is a yes."""

EDITS = (1, 1, 1, 2, 2, 4)
"""How many choices are drawn anew."""


class Mark(Struct, frozen=True):
    """An item of a series in the choices of a document, with all that follow it in the series."""

    kind: tuple[Any, ...]  # items of one kind can take each other's place
    start: int  # where its choices begin
    end: int  # behind the last of them


class Laid(Struct, frozen=True):
    """The choices of a case, apart by what they are for."""

    text: Choices
    tools: Choices  # behind those of the cuts, which are left out
    marks: tuple[Mark, ...]


class _Marked(Recording):
    """Choices with the items that they make."""

    __slots__ = ("marks",)

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        marks = self.marks = list[Mark]()
        choices = self.choices

        def part(write: Callable[..., None], *of: Any) -> None:
            kind = (write, of[-1]) if callable(of[-1]) else (write,)
            place, start = len(marks), len(choices)
            marks.append(Mark(kind, start, start))
            write(*of)
            marks[place] = Mark(kind, start, len(choices))

        self.part = part


class _Guided(Source):
    """Choices read from a list; what is out of range is the nearest in it, what is not there is drawn."""

    __slots__ = ("read",)

    read: Callable[[Iterable[int]], None]
    """``read(choices)`` goes on with another list."""

    def __init__(self, fresh: Source) -> None:
        """Draw from ``fresh`` what no list says."""
        draw = fresh.below
        rest: Iterator[int] = iter(())

        def read(choices: Iterable[int]) -> None:
            nonlocal rest
            rest = iter(choices)

        def below(n: int) -> int:
            choice = next(rest, ANEW)
            return draw(n) if choice < 0 else min(choice, n - 1)

        super().__init__(below)
        self.read = read


@lru_cache(maxsize=256)  # the entries of a menu are taken again and again
def laid(choices: Choices, dialect: str, *, deep: bool = False) -> Laid:
    """Find out what the choices of a case are for, by drawing it again."""
    source = _Marked(Replay(choices))
    borders: list[int] = []
    cut = cut_for(dialect, deep=deep)

    def noting(pen: Pen, text: str) -> tuple[Chunking, ...]:
        borders.append(len(source.choices))
        chunkings = cut(pen, text)
        borders.append(len(source.choices))
        return chunkings

    draw_text(source, dialect, "", cut=noting)
    return Laid(choices[: borders[0]], tuple(source.choices[borders[1] :]), tuple(source.marks))


def draw(
    laid: Laid, fresh: Source, dialect: str, case_id: str, *, deep: bool = False, tokenizer: str | None = None
) -> tuple[Case, Choices]:
    """Draw the case of edited choices, its cuts anew; gives the choices that were really made."""
    guided = _Guided(fresh)
    source = Recording(guided)
    cut: Cut = cut_for(dialect, deep=deep)

    def anew(pen: Pen, text: str) -> tuple[Chunking, ...]:
        guided.read(())
        chunkings = cut(pen, text)
        guided.read(laid.tools)
        return chunkings

    guided.read(laid.text)
    case = draw_text(source, dialect, case_id, cut=anew)
    if tokenizer is not None:
        guided.read(())
        case = cut_at_tokens(source, case, tokenizer)
    return case, tuple(source.choices)


def edited(source: Source, one: Laid) -> Laid:
    """Draw some choices anew. Those behind a choice that another number of them hangs on slip."""
    text, tools = list(one.text), list(one.tools)
    for _ in range(source.pick(EDITS)):
        at = source.below(len(text) + len(tools))
        if at < len(text):
            text[at] = ANEW
        else:
            tools[at - len(text)] = ANEW
    return Laid(tuple(text), tuple(tools), one.marks)


def rest_anew(source: Source, one: Laid) -> Laid:
    """Keep the beginning, and draw all that follows."""
    return Laid(one.text[: source.below(len(one.text)) + 1], (), ())


def crossed(source: Source, one: Laid, other: Laid) -> Laid:
    """Put an item of the other with all that follow it in the place of one of its kind, if there is one."""
    pairs = [(a, b) for a in one.marks for b in other.marks if a.kind == b.kind]
    if not pairs:
        return rest_anew(source, one)
    a, b = source.pick(pairs)
    text = one.text[: a.start] + other.text[b.start : b.end] + one.text[a.end :]
    return Laid(text, one.tools, ())


def followed(source: Source, one: Laid, other: Laid) -> Laid:
    """Let a series of one go on with one of the other: segments of a text, or calls of a block."""
    pairs = [(a, b) for a in one.marks for b in other.marks if a.kind[0] is b.kind[0]]
    if not pairs:
        return rest_anew(source, one)
    a, b = source.pick(pairs)
    # The last choice of a series is whether it goes on.
    head, tail = one.text[: a.end - 1], one.text[a.end :]
    if a.kind[0] is not segments:
        return Laid((*head, YES, *other.text[b.start : b.end], *tail), one.tools, ())
    first = next(mark for mark in other.marks if mark.kind[0] is segments)
    kind, gap = other.text[0], source.below(len(GAPS))
    text = (*head, YES, kind, gap, *other.text[first.start : first.end], *tail)
    return Laid(text, one.tools, ())


def continued(source: Source, one: Laid) -> Laid:
    """Let a series go on, segments of the text or calls of a block, and draw all that follows."""
    if not one.marks:
        return rest_anew(source, one)
    return Laid((*one.text[: source.pick(one.marks).end - 1], YES), (), ())
