"""Server-sent events out of recorded bytes, by the rules of the HTML standard.

Not by a library: those that depend on nothing else forget on which line an event stood, and look for its
end in one kind of line end at a time. What is read here is whole and in memory.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINE_END = re.compile(r"\r\n|\n|\r")
_FIELD = re.compile(r"(?:data|event|id|retry)(?::|\Z)|:")


class ServerEvent(NamedTuple):
    """One event that has data."""

    line: int  # of its first ``data`` field, from 1
    name: str  # what its ``event`` field says; empty where it has none
    data: tuple[str, ...]  # the values of its ``data`` fields


def lines(text: str) -> list[str]:
    """Split at CRLF, LF and CR, and nowhere else: U+2028 is a character of JSON, not a line end."""
    return _LINE_END.split(text)


def is_field(line: str) -> bool:
    """Tell a line that only a stream of events has: a field of the standard, or a comment."""
    return _FIELD.match(line) is not None


def server_events(text: str) -> Iterator[ServerEvent]:
    """Give the events in their order. Fields that the standard does not name are passed over, as it says.

    The last one need not be followed by an empty line: recordings end where somebody stopped.
    """
    name, first, data = "", 0, list[str]()
    for number, line in enumerate([*lines(text.removeprefix("\ufeff")), ""], 1):
        if not line:
            if data:
                yield ServerEvent(first, name, tuple(data))
            name, data = "", []
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            first = first if data else number
            data.append(value)
        elif field == "event":
            name = value
