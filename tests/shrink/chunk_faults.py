"""Streams that go wrong by how a text is cut, and by nothing else: one rule each, its sentence beside it.

Each collects the whole text and then gives the right answer, with an exclamation mark behind it where its
rule says so. Batch is always right. The docstring of each is what the cut map should say of it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from tests.fakes.right import RightParser

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tests.fakes.right import Event, Result

Edges = list[tuple[int, int]]


class Collecting:
    """A stream that answers at the end."""

    def __init__(self, right: Any, parser: ChunkFault) -> None:
        self._right = right
        self._parser = parser
        self._chunks: list[str] = []
        self._done = False

    @property
    def saw_tool_syntax(self) -> bool:
        return bool(self._right.saw_tool_syntax)

    def feed(self, chunk: str) -> list[Event]:
        self._chunks.append(chunk)
        return []

    def finish(self) -> list[Event]:
        if self._done:
            return []
        self._done = True
        text = "".join(self._chunks)
        ends = [0]
        for chunk in self._chunks:
            ends.append(ends[-1] + len(chunk))
        events = [*self._right.feed(text), *self._right.finish()]
        wrong = self._parser.goes_wrong(text, list(pairwise(ends)))
        return [*events, {"text": "!"}] if wrong else events


class ChunkFault(RightParser):
    """The reference, with a rule."""

    def goes_wrong(self, text: str, chunks: Edges, /) -> bool:
        raise NotImplementedError

    def stream(
        self, *, dialect: str, tools: Sequence[object] = (), policies: Mapping[str, str] | None = None
    ) -> Any:
        return Collecting(super().stream(dialect=dialect, tools=tools, policies=policies), self)

    def parse(
        self,
        text: str,
        *,
        dialect: str,
        tools: Sequence[object] = (),
        policies: Mapping[str, str] | None = None,
    ) -> Result:
        return RightParser().parse(text, dialect=dialect, tools=tools, policies=policies)


def cut_inside(pattern: str, text: str, chunks: Edges) -> bool:
    """Does a chunk end inside of a match."""
    spans = [found.span() for found in re.finditer(pattern, text)]
    return any(start < end < stop for _, end in chunks[:-1] for start, stop in spans)


def next_to_each_other(text: str) -> Iterable[tuple[int, int]]:
    """Give where a call ends and the next one starts."""
    return [(found.end(1), found.end()) for found in re.finditer(r"(</invoke>)\s*(?=<invoke)", text)]


class LineEnd(ChunkFault):
    """fails exactly when a cut lies inside a line end of two characters"""

    def goes_wrong(self, text: str, chunks: Edges, /) -> bool:
        return cut_inside("\r\n", text, chunks)


class Entity(ChunkFault):
    """fails exactly when a cut lies inside an entity"""

    def goes_wrong(self, text: str, chunks: Edges, /) -> bool:
        return cut_inside("&[a-z]+;", text, chunks)


class Fence(ChunkFault):
    """fails exactly when a cut lies inside the run of a fence"""

    def goes_wrong(self, text: str, chunks: Edges, /) -> bool:
        return cut_inside("```+", text, chunks)


class Mark(ChunkFault):
    """fails exactly when a cut lies inside a character of several code points"""

    def goes_wrong(self, text: str, chunks: Edges, /) -> bool:
        return cut_inside("[a-z][\u0300-\u036f]+", text, chunks)


class ParameterEnd(ChunkFault):
    """fails exactly when a cut lies inside the closing tag of a parameter"""

    def goes_wrong(self, text: str, chunks: Edges, /) -> bool:
        return cut_inside("</parameter>", text, chunks)


class LongChunk(ChunkFault):
    """fails exactly when a chunk has at least 7 characters"""

    def goes_wrong(self, _text: str, chunks: Edges, /) -> bool:
        return any(stop - start >= 7 for start, stop in chunks)


class ShortChunk(ChunkFault):
    """fails exactly when a chunk has fewer than 3 characters"""

    def goes_wrong(self, text: str, chunks: Edges, /) -> bool:
        return len(text) >= 3 and any(stop - start < 3 for start, stop in chunks)


class OpensTheNext(ChunkFault):
    """fails exactly when one chunk closes a call and opens the next"""

    def goes_wrong(self, text: str, chunks: Edges, /) -> bool:
        places = next_to_each_other(text)
        return any(start < end and after < stop for start, stop in chunks for end, after in places)


class BetweenCalls(ChunkFault):
    """fails exactly when a cut lies between the end of one call and the start of the next"""

    def goes_wrong(self, text: str, chunks: Edges, /) -> bool:
        places = next_to_each_other(text)
        return any(end <= stop <= after for _, stop in chunks[:-1] for end, after in places)


class TwoCuts(ChunkFault):
    """fails exactly when two cuts lie inside the opening tag of a block"""

    def goes_wrong(self, text: str, chunks: Edges, /) -> bool:
        spans = [found.span() for found in re.finditer("<tool_calls>", text)]
        ends = {stop for start, stop in chunks[:-1] if start < stop}
        return any(sum(start < end < stop for end in ends) > 1 for start, stop in spans)


class EmptyFirst(ChunkFault):
    """fails exactly when the first chunk is empty"""

    def goes_wrong(self, _text: str, chunks: Edges, /) -> bool:
        return len(chunks) > 1 and chunks[0] == (0, 0)


class SecondBatch(ChunkFault):
    """fails exactly when the text comes in more than one chunk"""

    def goes_wrong(self, _text: str, chunks: Edges, /) -> bool:
        return len(chunks) > 1
