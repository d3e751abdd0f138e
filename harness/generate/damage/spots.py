"""Where damage is done: tags of a text, elements, and how to write them otherwise."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from harness.dialects.dialect import Grammar
    from harness.generate.pen import Pen

    Tag = re.Match[str]

NAMED = re.compile(r"""\bname\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')""", re.IGNORECASE)


def spot(pen: Pen, pattern: re.Pattern[str], text: str) -> tuple[int, int]:
    """Choose one match of ``pattern``; an empty place at the front where there is none."""
    spans = [found.span() for found in pattern.finditer(text)]
    return pen.pick(spans) if spans else (0, 0)


def tags(grammar: Grammar, text: str) -> list[Tag]:
    """List all tags of a text: matches with the groups ``slash``, ``marker``, ``name`` and ``rest``."""
    return list(grammar.tag.finditer(text))


def is_start(tag: Tag, name: str = "") -> bool:
    """Say if ``tag`` opens an element, perhaps one with this name."""
    return not tag["slash"] and (not name or tag["name"].lower() == name)


def is_end(tag: Tag, name: str = "") -> bool:
    """Say if ``tag`` closes an element, perhaps one with this name."""
    return bool(tag["slash"]) and (not name or tag["name"].lower() == name)


def elements(found: Sequence[Tag], name: str) -> list[tuple[Tag, Tag]]:
    """Pair each start tag of ``name`` with the next end tag of ``name`` behind it."""
    pairs: list[tuple[Tag, Tag]] = []
    end = None
    for tag in reversed(found):
        if tag["name"].lower() == name:
            if tag["slash"]:
                end = tag
            elif end is not None:
                pairs.append((tag, end))
    pairs.reverse()
    return pairs


def filled(found: Sequence[Tag], name: str) -> list[tuple[Tag, Tag]]:
    """List the elements of ``name`` that have no tag inside."""
    return [
        (start, end)
        for start, end in pairwise(found)
        if end["slash"] and not start["slash"] and start["name"].lower() == end["name"].lower() == name
    ]


def written(tag: Tag, *, marker: str | None = None, name: str | None = None, rest: str | None = None) -> str:
    """Write a tag again, with another marker, name, or rest."""
    slash, old_marker, old_name, old_rest = tag.group("slash", "marker", "name", "rest")
    if marker is None:
        marker = old_marker or ""
    return f"<{slash}{marker}{old_name if name is None else name}{old_rest if rest is None else rest}>"


def attribute(tag: Tag) -> str:
    """Read the name that a start tag gives; nothing where it gives none."""
    found = NAMED.search(tag["rest"])
    return (found[1] or found[2] or "").strip() if found else ""


def one_or_all(pen: Pen, found: Sequence[Tag]) -> Sequence[Tag]:
    """Choose one of the tags, or take all of them."""
    return found if not found or pen.chance(1, 2) else [pen.pick(found)]


def rewritten(text: str, found: Sequence[Tag], change: Callable[[Tag], str]) -> str:
    """Write what ``change`` makes of each of these tags in its place."""
    out: list[str] = []
    at = 0
    for tag in found:
        out += (text[at : tag.start()], change(tag))
        at = tag.end()
    return "".join(out) + text[at:]
