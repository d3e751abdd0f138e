"""Fenced code: which parts of the prose are examples (SEMANTICS D1).

The state is what the current line of the input holds so far, and the fence that is open, if any. A line that
is settled is skipped with one search for the next line that could open or close a fence.
"""

import re
from typing import Final

_INDENT = re.compile(r"[ \t]*+")
_REST_OF_CLOSER = re.compile(r"[ \t\r]*+")
_RUN: Final = {"`": re.compile("`*+"), "~": re.compile("~*+")}
_LINE_OF_A_FENCE = re.compile(r"\n[ \t]*+(?:```|~~~)")
_LINE_OF_A_CLOSER: Final = {"`": re.compile(r"\n[ \t]*+```"), "~": re.compile(r"\n[ \t]*+~~~")}

SHORTEST_FENCE: Final = 3


# What the current line holds up to the current position. Plain numbers, as reading a member of an enumeration
# costs more than what is done with it here.
SETTLED: Final = 0  # something that rules a fence out until the next LF
BLANK: Final = 1  # nothing but spaces and TABs
RUN: Final = 2  # spaces and TABs, then a run that may go on
CLOSER: Final = 3  # a run that closes the open fence if only spaces, TABs and CR follow


class Fences:
    """Follow the fences of one text.

    The caller hands over every character that lies outside captures, in order; for what lies inside he calls
    `captured`. Override `opens` or `closes` to recognise other fences.
    """

    __slots__ = ("inside", "length", "line", "mark", "run")

    def __init__(self) -> None:
        """Start before the first character of a text."""
        self.inside = ""  # the character of the open fence
        self.length = 0  # of the run that opened it
        self.line = BLANK
        self.mark = ""  # the character of the current run
        self.run = 0  # its length so far

    def opens(self, mark: str, run: int) -> bool:
        """Tell whether a complete run at the start of a line opens a fence."""
        return mark in "`~" and run >= SHORTEST_FENCE

    def closes(self, mark: str, run: int) -> bool:
        """Tell whether a complete run at the start of a line may close the open fence."""
        return mark == self.inside and run >= self.length

    def settled(self, chunk: str) -> bool:
        """Tell whether a chunk cannot matter to any fence, because it continues a line that is settled."""
        return self.line == SETTLED and "\n" not in chunk

    def captured(self, text: str) -> None:
        """Note what a capture held: it only counts as what stands before a run on its line."""
        start = text.rfind("\n") + 1
        is_blank = start > 0 and _INDENT.match(text, start).end() == len(text)  # type: ignore[union-attr]
        self.line = BLANK if is_blank else SETTLED

    def skip_prose(self, data: str, pos: int, limit: int) -> int:
        """Read ``data[pos:limit]`` outside fences; stop after the run that opens one, else at the limit.

        A character at the limit is known not to belong to a run, so it ends one.
        """
        line = self.line
        while pos < limit:
            if line is SETTLED:
                line, pos = self._next_line(_LINE_OF_A_FENCE, data, pos, limit)
            elif line is BLANK:
                line, pos = self._after_indent(data, pos, limit, "`~")
            else:
                pos = self._grow(data, pos, limit)
                if pos < limit:
                    line = SETTLED
                    if self._opened():
                        break
        if line is RUN and limit < len(data):
            line = SETTLED
            self._opened()
        self.line = line
        return pos

    def skip_fence(self, data: str, pos: int) -> int:
        """Read on inside the open fence; stop after the line that closes it, else at the end of the data."""
        size = len(data)
        line = self.line
        while pos < size:
            if line is SETTLED:
                line, pos = self._next_line(_LINE_OF_A_CLOSER[self.inside], data, pos, size)
            elif line is BLANK:
                line, pos = self._after_indent(data, pos, size, self.inside)
            elif line is RUN:
                pos = self._grow(data, pos, size)
                if pos < size:
                    line = CLOSER if self.closes(self.mark, self.run) else SETTLED
            else:
                pos = _REST_OF_CLOSER.match(data, pos).end()  # type: ignore[union-attr]
                if pos < size:
                    line = SETTLED
                    if data[pos] == "\n":
                        self.inside = ""
                        break
        self.line = line
        return pos

    def _opened(self) -> bool:
        """Open a fence if the run that just ended does so."""
        if not self.opens(self.mark, self.run):
            return False
        self.inside = self.mark
        self.length = self.run
        return True

    def _grow(self, data: str, pos: int, limit: int) -> int:
        """Add to the current run what stands here of it."""
        end: int = _RUN[self.mark].match(data, pos, limit).end()  # type: ignore[union-attr]
        self.run += end - pos
        return end

    def _after_indent(self, data: str, pos: int, limit: int, marks: str) -> tuple[int, int]:
        """Read the indent of a line and tell what follows it."""
        pos = _INDENT.match(data, pos, limit).end()  # type: ignore[union-attr]
        if pos == limit:
            return BLANK, pos
        if data[pos] in marks:
            self.mark = data[pos]
            self.run = 0
            return RUN, pos
        return SETTLED, pos

    def _next_line(self, wanted: re.Pattern[str], data: str, pos: int, limit: int) -> tuple[int, int]:
        """Skip to the next line that holds what is wanted, or else to the last line that starts here."""
        found = wanted.search(data, pos, limit)
        start = found.start() if found else data.rfind("\n", pos, limit)
        return (SETTLED, limit) if start < 0 else (BLANK, start + 1)
