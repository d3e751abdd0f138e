"""Where the calls of a text stand, read off its known answer: groups of calls between visible texts.

The answer says which texts stand before, between and behind the calls; so the spans in between are blocks.
Nothing is noted while texts are written, so this serves texts that people give with ``--expect``, too. Where
the places are not certain, nothing is said: that is rare (a value that holds what stands between two blocks).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct

from harness.dialects import by_name
from harness.model import Call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Answer, Case, Event


class Group(Struct, frozen=True):
    """Blocks that follow each other with nothing between: mostly one block."""

    start: int
    end: int
    first: int  # number of its first call
    calls: tuple[Call, ...]

    @property
    def behind(self) -> int:
        """The number of the first call after it."""
        return self.first + len(self.calls)


def known_answer(case: Case) -> Answer | None:
    """Give the answer of a case that has just one."""
    return case.answers[0] if case.knowledge == "known" and len(case.answers) == 1 else None


def sections(events: Sequence[Event]) -> tuple[list[str], list[tuple[Call, ...]]]:
    """Give the texts before, between and behind groups of calls, and the groups. Outer texts may be empty."""
    texts: list[str] = [""]
    groups: list[tuple[Call, ...]] = []
    open_group: list[Call] = []
    for event in events:
        if event.call is not UNSET:
            open_group.append(event.call)
            continue
        if open_group:
            groups.append(tuple(open_group))
            open_group = []
            texts.append("")
        texts[-1] += event.text or ""
    if open_group:
        groups.append(tuple(open_group))
        texts.append("")
    return texts, groups


def groups_of(case: Case) -> tuple[Group, ...]:
    """Find the groups of calls of a text with a known answer; nothing where that is not certain."""
    answer = known_answer(case)
    if answer is None or any(event.reasoning is not UNSET for event in answer.events):
        return ()
    texts, calls = sections(answer.events)
    if not calls:
        return ()
    edges = _edges(case.text, case.dialect)
    if edges is None:
        return ()
    found = _places(case.text, texts, *edges)
    if len(found) != 1:
        return ()
    groups: list[Group] = []
    first = 0
    for (start, end), group in zip(found[0], calls, strict=True):
        groups.append(Group(start, end, first, group))
        first += len(group)
    return tuple(groups)


def _edges(text: str, dialect: str) -> tuple[set[int], set[int]] | None:
    """Give where blocks may start and where they may end; None where a closer is too odd to be sure."""
    grammar = by_name(dialect).grammar
    ends = {found.end() for found in grammar.closer.finditer(text)}
    if len(ends) != len(_closer_name(dialect).findall(text)):
        return None
    return {found.start() for found in grammar.opens.finditer(text)}, ends


@cache
def _closer_name(dialect: str) -> re.Pattern[str]:
    grammar = by_name(dialect).grammar
    flags = grammar.closer.flags & (re.IGNORECASE | re.ASCII)
    return re.compile(rf"</(?:{re.escape(grammar.marker)})?{grammar.wrapper}", flags)


_MOST = 8  # readings that are followed: with more, none is certain

Span = tuple[int, int]


def _places(text: str, texts: Sequence[str], starts: set[int], ends: set[int]) -> list[tuple[Span, ...]]:
    """Give the ways of placing the texts, each as the spans between them; none where there are too many."""
    front, stop = len(texts[0]), len(text) - len(texts[-1])
    if not text.startswith(texts[0]) or not text.endswith(texts[-1]):
        return []
    if front not in starts or stop not in ends:
        return []
    ways: list[tuple[tuple[Span, ...], int]] = [((), front)]
    for between in texts[1:-1]:
        ways = [
            ((*way, (front, end)), end + len(between))
            for way, front in ways
            for end in sorted(ends)
            if front < end < stop and end + len(between) in starts and text.startswith(between, end)
        ]
        if len(ways) > _MOST:
            return []
    return [(*way, (front, stop)) for way, front in ways if front < stop]
