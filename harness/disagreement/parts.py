"""The parts of a text that mutations move about: elements, values, and the places between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate.damage.spots import elements, filled, tags

if TYPE_CHECKING:
    from harness.dialects import Dialect
    from harness.generate.damage.spots import Tag

Span = tuple[int, int]


class Parts:
    """The parts of one text, by what they are. Nothing is said of which of them a parser reads."""

    def __init__(self, text: str, dialect: Dialect) -> None:
        """Find the tags; the rest is looked for when it is asked for."""
        self.text = text
        self._grammar = dialect.grammar
        self._tags: list[Tag] = tags(dialect.grammar, text)

    def blocks(self) -> list[Span]:
        """List the wrappers with all in them."""
        return self._elements(self._grammar.wrapper)

    def calls(self) -> list[Span]:
        """List the calls."""
        return self._elements(self._grammar.call)

    def parameters(self) -> list[Span]:
        """List the parameters."""
        return self._elements(self._grammar.parameter)

    def values(self) -> list[Span]:
        """List what stands between the tags of parameters, where no tag is in it."""
        return [(start.end(), end.start()) for start, end in filled(self._tags, self._grammar.parameter)]

    def borders(self) -> list[int]:
        """List the places before and behind tags, and the two ends of the text."""
        places = {place for tag in self._tags for place in tag.span()}
        return sorted({0, len(self.text), *places})

    def levels(self) -> list[list[Span]]:
        """List blocks, calls, parameters and values, as far as there are any of each."""
        found = (self.blocks(), self.calls(), self.parameters(), self.values())
        return [spans for spans in found if spans]

    def _elements(self, name: str) -> list[Span]:
        return [(start.start(), end.end()) for start, end in elements(self._tags, name)]
