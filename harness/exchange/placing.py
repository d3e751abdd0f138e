"""Where the calls of an answer stand in its text.

Others give the visible text of an answer and its calls, and not how they follow each other. That is found by
taking blocks out of the text: each begins where the dialect can open a call, and ends with a closer of its
wrapper, and what is left must be the visible text. Where there is one way to do that, it is the answer. No
parser is asked, and none of the dialect's rules but these two: which closer ends a block follows from what is
left.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from itertools import accumulate, combinations, pairwise
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from harness.fixtures.promotion import joined
from harness.model import Event

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.dialects import Dialect
    from harness.model import Call

_Spans = tuple[tuple[int, int], ...]

_CLOSERS = {
    "dsml": re.compile(
        r"""</(?:\|DSML\|)?tool_calls(?=[\s/>])(?:"[^"]{0,999}"|'[^']{0,999}'|[^"'>]){0,999}>""",
        re.ASCII | re.IGNORECASE,
    )
}
"""Closers of a wrapper with quotes in them (D5), which the generator's grammar passes over."""

_MOST = 20_000  # pairs of an opener and a closer
_DEEPEST = 200  # openers: there is a frame for each
_SPLITS = 200  # ways to deal calls to blocks
_SEVERAL = "its calls could stand in several places"
_ENOUGH = 8  # ways with one number of blocks: with as many, nobody knows


class Placed(NamedTuple):
    """The answer in order."""

    events: tuple[Event, ...]
    bare: bool = False  # does a block begin without the opener of its wrapper
    behind: bool = False  # is there more than white space behind a block
    spans: tuple[tuple[int, int], ...] = ()  # of the blocks


def place(text: str, dialect: Dialect, visible: str, calls: Sequence[Call]) -> Placed | str:
    """Put the calls where they stand, or say in a phrase why that is not known.

    White space in ``visible`` may stand for any other, or for none: there are formats that strip it. What the
    answer has then is the white space of the text. Of several ways with as many blocks, the one counts whose
    text is exactly what is visible; a way with more blocks counts before one with fewer.
    """
    if not calls:
        same = _bare(text) == _bare(visible)
        return Placed(_events(text, (), ())) if same else "no call is due, and yet not all of it is text"
    found = _ways(text, dialect, _bare(visible), len(calls))
    if isinstance(found, str):
        return found
    for count in sorted(found, reverse=True):
        answers = _answers(text, dialect, found[count], calls)
        if len(answers) > 1:
            answers = [made for made in answers if made.spans and _text(made.events) == visible]
            return answers[0] if len(answers) == 1 else _SEVERAL
        if answers:
            return answers[0]
    return "there is no place where its calls could stand"


def _answers(text: str, dialect: Dialect, ways: list[_Spans], calls: Sequence[Call]) -> list[Placed]:
    """Give the different answers that there are with these ways of finding the blocks.

    Where there are too many for all to be looked at, it gives two that are empty: they are several, whatever
    they are.
    """
    answers: dict[tuple[str, ...], Placed] = {}
    for spans in ways:
        dealt = _dealt(text, dialect, spans, calls)
        if dealt is None or len(ways) == _ENOUGH:
            return [Placed(()), Placed(())]
        for shares in dealt:
            events = _events(text, spans, shares)
            bare = any(not dialect.grammar.opener.match(text, start) for start, _ in spans)
            answers[_key(events)] = Placed(events, bare, _text_behind(events), spans)
    return list(answers.values())


def _ways(text: str, dialect: Dialect, target: str, most: int) -> dict[int, list[_Spans]] | str:
    """Find the blocks to take out of a text, by their number: the first few ways for each.

    ``target`` is what is to be left, without its white space.
    """
    places = [number for number, char in enumerate(text) if not char.isspace()]
    chars = "".join(text[number] for number in places)
    opens = [bisect_left(places, found.start()) for found in dialect.grammar.opens.finditer(text)]
    closer = _CLOSERS.get(dialect.name, dialect.grammar.closer)
    closes = [bisect_left(places, found.end()) for found in closer.finditer(text)]
    if len(opens) * len(closes) > _MOST or len(opens) > _DEEPEST:
        return "it has too many tags to find out where its calls stand"

    @cache
    def rest(start: int, shown: int) -> dict[int, list[_Spans]]:
        number = bisect_left(opens, start)
        if number == len(opens):
            return {0: [()]} if chars[start:] == target[shown:] else {}
        opener = opens[number]
        if chars[start:opener] != target[shown : shown + opener - start]:
            return {}
        shown += opener - start
        found: dict[int, list[_Spans]] = {}
        for closer in closes[bisect_left(closes, opener + 1) :]:
            for count, ways in rest(closer, shown).items():
                if count < most:
                    found.setdefault(count + 1, []).extend(((opener, closer), *spans) for spans in ways)
        if chars[opener] == target[shown : shown + 1]:
            for count, ways in rest(opener + 1, shown + 1).items():
                found.setdefault(count, []).extend(ways)
        return {count: ways[:_ENOUGH] for count, ways in found.items()}

    return {
        count: [tuple((places[a], places[b - 1] + 1) for a, b in spans) for spans in ways]
        for count, ways in rest(0, 0).items()
        if count
    }


def _dealt(
    text: str, dialect: Dialect, spans: _Spans, calls: Sequence[Call]
) -> list[tuple[Sequence[Call], ...]] | None:
    """Give the ways in which the calls can be those of the blocks, in order: one at least in each.

    Where the tags of calls are as many as the calls, they say how many a block has. None: there are too many.
    """
    blocks = [text[a:b] for a, b in spans]
    tags = [_call_tags(dialect, block) for block in blocks]
    borders: Iterable[tuple[int, ...]]
    if sum(tags) == len(calls) and all(tags):
        borders = [tuple(accumulate(tags))[:-1]]
    else:
        if comb(len(calls) - 1, len(blocks) - 1) > _SPLITS:
            return None
        borders = combinations(range(1, len(calls)), len(blocks) - 1)
    ways = []
    for border in borders:
        edges = (0, *border, len(calls))
        shares = tuple(calls[a:b] for a, b in pairwise(edges))
        if all(_could_hold(dialect, block, share) for block, share in zip(blocks, shares, strict=True)):
            ways.append(shares)
    return ways


def _call_tags(dialect: Dialect, block: str) -> int:
    found = dialect.grammar.tag.finditer(block)
    return sum(tag["name"].lower() == dialect.grammar.call and not tag["slash"] for tag in found)


def _could_hold(dialect: Dialect, block: str, calls: Sequence[Call]) -> bool:
    """Say no where a name, or in ``qwen`` a string, is not in a block: nothing is escaped there.

    In ``dsml`` a character may be written as an entity, and a value in pieces.
    """
    if dialect.name != "qwen":
        return "&" in block or all(call.name in block for call in calls)
    strings = [value for call in calls for value in call.input.values() if isinstance(value, str)]
    return all(words in block for words in (*strings, *(call.name for call in calls)))


def _events(text: str, spans: _Spans, dealt: Sequence[Sequence[Call]]) -> tuple[Event, ...]:
    events, start = [], 0
    for (begin, end), calls in zip(spans, dealt, strict=True):
        events += [Event(text=text[start:begin]), *(Event(call=call) for call in calls)]
        start = end
    return joined([*events, Event(text=text[start:])])


def _key(events: tuple[Event, ...]) -> tuple[str, ...]:
    return tuple(event.text if isinstance(event.text, str) else "\0" for event in events)


def _text(events: tuple[Event, ...]) -> str:
    return "".join(event.text for event in events if isinstance(event.text, str))


def _text_behind(events: tuple[Event, ...]) -> bool:
    first = next(number for number, event in enumerate(events) if not isinstance(event.text, str))
    return any(isinstance(event.text, str) and event.text.strip() for event in events[first:])


def _bare(text: str) -> str:
    return re.sub(r"\s+", "", text)
