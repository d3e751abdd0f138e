"""The questions that parsers answer differently on purpose, and the answers there are (SEMANTICS section 3).

An answer to a question that does not exist switches checks off without a word, so misspellings are told.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ANSWERS: dict[str, tuple[str, ...]] = {
    "missing_opener": ("repair", "text"),
    "fences": ("inert", "live"),
    "truncated": ("text", "drop", "recover"),
    "junk_in_block": ("drop", "reject", "text"),
    "damaged_call": ("drop-call", "reject-block"),
    "unknown_tools": ("forward", "drop", "text"),
    "entities": ("xml", "html", "literal"),
    "scalars": ("text", "json", "schema"),
    "structure": ("children+json", "json", "text", "schema"),
    "duplicates": ("list", "last", "first"),
    "space_around_calls": ("exact", "trim", "drop"),
    "text_after_call": ("keep", "drop"),
    "reasoning": ("ignore", "route"),
    "numbers": ("double", "exact"),
    "emission": ("whole", "deltas", "end"),
    "markers": ("text", "token"),
}
"""By question: the answers that have a meaning."""


def misspelt(policies: Mapping[str, str]) -> list[str]:
    """Say of each answer that means nothing what was perhaps meant, in a sentence without a full stop."""
    told = []
    for name, value in policies.items():
        if name not in ANSWERS:
            near = get_close_matches(name, ANSWERS, n=1)
            told.append(f"there is no policy {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        elif value not in ANSWERS[name]:
            told.append(f"{value!r} is no answer to {name}; there are {', '.join(ANSWERS[name])}")
    return told
