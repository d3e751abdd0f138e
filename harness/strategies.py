"""The generator as Hypothesis strategies, for a test suite of your own: they shrink, and finds can be pinned.

    from harness.strategies import Call, Document, tool_documents

    @given(tool_documents())
    @example(Document(["<", "tool_calls><invoke name='a'></invoke></tool_calls>"], [Call("a", {})]))
    def test_the_calls_are_those_that_were_written(document):
        assert my_calls(document.chunks) == document.calls

Hypothesis is no dependency of the harness: ``pip install 'toolcall-harness[hypothesis]'``. Cuts are counted
in code points. Right answers are those of docs/semantics.md. Campaigns do not draw from here: the same
choices cost them some twenty-fifth of the time (docs/design.md).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from harness.dialects import by_name
from harness.dialects.policies import misspelt
from harness.errors import UsageError
from harness.generate.cases import PIECES, draw_case, draw_text
from harness.generate.chunkings.chosen import SHORTEST, aimed, anywhere, with_empty_chunks
from harness.generate.chunkings.deep import deepened
from harness.generate.pen import Pen
from harness.generate.source import Source
from harness.model import Call, Case, Tool

try:
    from hypothesis import reject
    from hypothesis import strategies as st
except ImportError as error:
    raise ImportError(
        "harness.strategies needs Hypothesis, which is not installed; "
        "hint: pip install 'toolcall-harness[hypothesis]'"
    ) from error

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from hypothesis.strategies import DrawFn, SearchStrategy

    from harness.generate.cases import Cut
    from harness.model import Chunking, Event

__all__ = [
    "Call",
    "Case",
    "Document",
    "Tool",
    "calls",
    "cases",
    "chunked",
    "chunkings",
    "damaged_documents",
    "source",
    "tool_documents",
    "tools",
]

STEPS = (1, 2, 3, 4, 5, 8, 16)
"""Code points between the cuts of a run."""

MOST = 8
"""The most parameters of a drawn call or tool."""

LONG_INTEGER = re.compile(r"[0-9]{16,}")
"""A double holds all integers of 15 digits."""

TYPES = ("string", "object", "array", "number", "integer", "boolean")


class Document(Struct, frozen=True, repr_omit_defaults=True):
    """A text in the chunks in which it is streamed, and its right answer where one is known.

    Its repr is the expression that makes it: paste what Hypothesis prints into ``@example(…)``.
    """

    chunks: list[str]
    # In order: visible text, neighbours joined and none empty, and calls. None: not known.
    answer: list[str | Call] | None = None

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self.chunks)

    @property
    def calls(self) -> list[Call]:
        """The calls that a right parser gives, in order. Raises ``UsageError`` where no answer is known."""
        return [part for part in self._known() if isinstance(part, Call)]

    @property
    def visible(self) -> str:
        """The text that a right parser shows. Raises ``UsageError`` where no answer is known."""
        return "".join(part for part in self._known() if isinstance(part, str))

    def _known(self) -> list[str | Call]:
        if self.answer is None:
            raise UsageError("no answer is known of this document: it was damaged, or pinned without one")
        return self.answer


def source(draw: DrawFn) -> Source:
    """Make a choice source that draws from Hypothesis, for strategies on the generator's own functions.

    Parts are drawn as strategies in each other. Hypothesis tries the inner ones in place of the outer, and so
    leaves out what stands before the segment or call that it is about.
    """

    def part(write: Callable[..., None], *of: Any) -> None:
        # Hypothesis knows a strategy again by the code of its function and by the defaults of its parameters.
        def item(_kind: str = write.__name__) -> None:
            write(*of)

        draw(st.builds(item))

    made = Source(lambda n: draw(_below(n)))
    made.part = part
    return made


@cache
def _below(n: int) -> SearchStrategy[int]:
    return st.integers(0, n - 1)


def cases(dialect: str = "dsml", *, deep: bool = False) -> SearchStrategy[Case]:
    """Draw cases as campaigns do: a text, damaged or not, with all its chunkings and what is known of it.

    ``deep`` draws the chunkings of ``run --deep``. Raises ``UsageError`` for a dialect that does not exist.
    """
    by_name(dialect)
    return _cases(dialect, deep=deep)


@st.composite
def _cases(draw: DrawFn, dialect: str, *, deep: bool) -> Case:
    return draw_case(source(draw), dialect, "drawn", deep=deep)


def tool_documents(
    dialect: str = "dsml", *, policies: Mapping[str, str] | None = None, deep: bool = False
) -> SearchStrategy[Document]:
    """Draw texts whose right answer is known, each cut in one way.

    ``policies`` is what your parser answers otherwise than the references (docs/semantics.md, section 3),
    such as ``{"missing_opener": "text"}``. Left out are documents whose answer hangs on a policy so
    answered, unless the generator knows that answer too; and texts with integers that are no doubles, since
    parsers may keep or round them (SEMANTICS C4), and ``==`` tells the two apart. ``deep`` cuts in the ways
    of ``run --deep`` too. Raises ``UsageError`` for a dialect or an answer that does not exist.
    """
    spoken = by_name(dialect)
    for told in misspelt(policies or {}):
        raise UsageError(told)
    return _known_documents(dialect, {**spoken.policies, **(policies or {})}, deep=deep)


@st.composite
def _known_documents(
    draw: DrawFn,
    dialect: str,
    policies: Mapping[str, str],
    *,
    deep: bool,
) -> Document:
    case = draw_text(source(draw), dialect, "drawn", cut=_cutter(dialect, deep=deep), damage=(0, 1))
    answer = case.answer_for(policies)
    if answer is None or not exact(case.text) or any(event.reasoning for event in answer.events):
        reject()  # a document has no channel for reasoning
    return Document(case.chunks(case.chunkings[0]), [_shown(event) for event in answer.events])


def exact(text: str) -> bool:
    """Tell whether a double holds every integer in ``text``."""
    return all(int(digits) == float(digits) for digits in LONG_INTEGER.findall(text))


def _shown(event: Event) -> str | Call:
    return event.call if isinstance(event.call, Call) else str(event.text)


def damaged_documents(dialect: str = "dsml", *, deep: bool = False) -> SearchStrategy[Document]:
    """Draw texts that were damaged after they were written, each cut in one way; no answer is known.

    What still holds: a parser survives them, and its answer does not depend on the chunks. ``deep`` cuts in
    the ways of ``run --deep`` too. Raises ``UsageError`` for a dialect that does not exist.
    """
    by_name(dialect)
    return _damaged_documents(dialect, deep=deep)


@st.composite
def _damaged_documents(draw: DrawFn, dialect: str, *, deep: bool) -> Document:
    case = draw_text(source(draw), dialect, "drawn", cut=_cutter(dialect, deep=deep), damage=(1, 1))
    return Document(case.chunks(case.chunkings[0]))


def chunkings(text: str, dialect: str = "dsml", *, deep: bool = False) -> SearchStrategy[Chunking]:
    """Draw cut positions for ``text``, not decreasing; two equal ones make an empty chunk.

    The simplest is none. Cuts are aimed at the markup of ``dialect``; ``deep`` cuts in the ways of
    ``run --deep`` too. Raises ``UsageError`` for a dialect that does not exist.
    """
    by_name(dialect)
    return _chunkings(text, dialect, deep=deep)


@st.composite
def _chunkings(draw: DrawFn, text: str, dialect: str, *, deep: bool) -> Chunking:
    return _cutter(dialect, deep=deep)(_pen(draw, dialect), text)[0]


def chunked(text: str, dialect: str = "dsml", *, deep: bool = False) -> SearchStrategy[list[str]]:
    """Draw chunks that join to ``text``, as ``chunkings`` would cut it. The simplest is one."""
    return chunkings(text, dialect, deep=deep).map(Case("", dialect, text).chunks)


def calls(dialect: str = "dsml") -> SearchStrategy[Call]:
    """Draw calls to write, for round trips through an encoder; the dialect's ``render`` writes them all.

    A whole value is a string, an object or an array; in these is all that JSON has. Raises ``UsageError``
    for a dialect that does not exist.
    """
    by_name(dialect)
    return _calls(dialect)


@st.composite
def _calls(draw: DrawFn, dialect: str) -> Call:
    pen = _pen(draw, dialect)
    values: tuple[Callable[[], Any], ...] = (pen.phrase, pen.phrase, pen.wild, pen.tree)
    name = pen.call_name()
    arguments: dict[str, Any] = {}
    while len(arguments) < MOST and pen.chance(2, 3):
        arguments[pen.parameter_name(len(arguments))] = pen.pick(values)()
    return Call(name, arguments)


def tools() -> SearchStrategy[Tool]:
    """Draw tools to declare, each with a JSON Schema of its parameters."""
    return _tools()


@st.composite
def _tools(draw: DrawFn) -> Tool:
    pen = _pen(draw, "dsml")
    name = pen.call_name()
    properties: dict[str, Any] = {}
    while len(properties) < MOST and pen.chance(2, 3):
        properties[pen.parameter_name(len(properties))] = {"type": pen.pick(TYPES)}
    required = [parameter for parameter in properties if pen.chance(1, 2)]
    return Tool(name, {"type": "object", "properties": properties, "required": required})


def _pen(draw: DrawFn, dialect: str) -> Pen:
    return Pen(source(draw), by_name(dialect).tokens, PIECES[dialect])


def _cutter(dialect: str, *, deep: bool) -> Cut:
    """Make a function that draws one chunking: whole, a run of cuts, cuts anywhere, in the markup, deep."""
    grammar = by_name(dialect).grammar

    def cut(pen: Pen, text: str) -> tuple[Chunking]:
        length = len(text)
        kind = pen.below(5 if deep else 4)
        if kind == 0 or length < SHORTEST:
            return ((),)
        if kind == 1:
            cuts = _run(pen, length)
        elif kind == 2:
            cuts = anywhere(pen, length)
        elif kind == 3:
            cuts = aimed(pen, text, length)
        else:
            cuts = pen.pick(((), *deepened(pen, text, grammar, ())))
        return (with_empty_chunks(pen, cuts, length) if pen.chance(1, 6) else cuts,)

    return cut


def _run(pen: Pen, length: int) -> Chunking:
    """Cut from a place on in equal steps: one character at a time, fixed sizes, or a single cut.

    One character at a time is drawn as a long run because it shrinks then: a shorter run is a simpler choice.
    """
    start = 1 + (pen.below(length - 1) if pen.chance(1, 2) else 0)
    step = pen.pick(STEPS)
    count = 1 + pen.below(length - 1)
    return tuple(range(start, length, step)[:count])
