"""What a redaction left of the values of a generated text: asked of its answer, not of the redaction."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from harness.model import Case, Event

# What may stay in a value: markup of either dialect, escapes, references, and the literals of JSON.
_KEPT = re.compile(
    r"</?(?i:\|DSML\||tool_calls?|invoke|parameter|function)[^<>]*>?|<!\[(?i:CDATA)\[?|\]\]>|<!--|-->"
    r"|\\u[0-9a-fA-F]{4}|\\[\"\\/bfnrt]|&#?\w+;|\b(?:true|false|null|True|False|None|NaN|Infinity)\b",
    re.DOTALL,
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_NAMES = re.compile(r"<[^<>]*>|&\w+;")  # in tags, and of references


def words_left(original: str, redacted: str, events: Iterable[Event]) -> set[str]:
    """Give the words of values, of three letters or more, that stand at an old place of theirs.

    Words that stand in prose too, or name a tool or an argument, are nobody's secret.
    """
    events = list(events)
    shown = "".join(event.text for event in events if event.text is not UNSET)
    names = " ".join(_NAMES.findall(original))
    secret: set[str] = set()
    for event in events:
        if event.call is not UNSET:
            for value in _strings(event.call.input):
                secret |= set(_WORD.findall(_KEPT.sub(" ", value)))
            names += " ".join([event.call.name, *_keys(event.call.input)])
    secret = {word for word in secret if word not in shown and word not in names}
    return {word for word in secret if _stays(word, original, redacted)}


def answer(case: Case) -> tuple[Event, ...]:
    """Give what a right parser makes of a case."""
    return case.answers[0].events


def _stays(word: str, original: str, redacted: str) -> bool:
    letter = r"[^\W\d_]"
    places = (found.start() for found in re.finditer(f"(?<!{letter}){word}(?!{letter})", original))
    return any(redacted.startswith(word, place) for place in places)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from _strings(member)


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
