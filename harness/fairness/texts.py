"""What a text is to a parser: well written, tricky, cut off, or wrong.

It is read off what the generator notes of its texts, and where the right answer is known off that, too. So it
says something of generated cases only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from harness.dialects import by_name

if TYPE_CHECKING:
    from harness.dialects import Grammar
    from harness.model import Case

VALID, DELIMITER, TRUNCATED, MALFORMED = "valid", "delimiter-in-value", "truncated", "malformed"

TEXTS = {
    VALID: "prose without markup, and calls as the format has them",
    DELIMITER: "the same, but a value holds markup of the format",
    TRUNCATED: "the text stops within a call",
    MALFORMED: "damaged, with markup or near markup that makes no call, or what its tool does not allow",
}
"""The classes from the plainest on, each with what it means."""

_DAMAGE = "damage:"
_CUT_OFF = "damage:truncate"

_MALFORMED = frozenset(
    {
        "rejected",
        "unfinished",
        "mention",
        "marker",
        "open-end",
        "layout:white",
        "duplicates",
        "odd-name",
        "odd-key",
        "wrong-type",
        "no-json",
        "junk",
        "bad-call",
        "bare",
        "not-direct",
        "nameless-parameter",
        "unclosed-parameter",
        "mixed-styles",
        "undecidable:key",
        "undecidable:name",
        "undecidable:text",
        "policy:missing_opener",
        "policy:junk_in_block",
        "policy:damaged_call",
        "policy:duplicates",
    }
)
_TRUNCATED = frozenset({"truncated", "swallowed", "policy:truncated", _CUT_OFF})
_DELIMITER = frozenset(
    {
        "closer",
        "closer:outer",
        "opener",
        "inner-call",
        "undecidable:value",
        "undecidable:calls",
        "undecidable:repeated",
        "cdata:opener",
        "cdata:closer",
        "cdata:split",
        "cdata-end",
        "nested-tags",
        "hidden-tags",
    }
)


def text_class(case: Case) -> str:
    """Name the class of a generated text: the worst that is true of it, as in the order of ``TEXTS``."""
    features = frozenset(case.features)
    damaged = any(name.startswith(_DAMAGE) and name != _CUT_OFF for name in features)
    if damaged or not features.isdisjoint(_MALFORMED):
        return MALFORMED
    if not features.isdisjoint(_TRUNCATED):
        return TRUNCATED
    grammar = by_name(case.dialect).grammar
    if any(event.text and _markup(grammar, event.text) for answer in case.answers for event in answer.events):
        return MALFORMED
    if not features.isdisjoint(_DELIMITER) or _in_a_value(case, grammar):
        return DELIMITER
    return VALID


def finding_class(raw: Case, small: Case) -> str:
    """Name the class of a finding by its small case.

    Where that was edited as a text, and not drawn again, its values are no longer known; what they held is
    taken from the raw case then.
    """
    found = text_class(small)
    if found == VALID and raw.answers and not small.answers and text_class(raw) == DELIMITER:
        return DELIMITER
    return found


def _in_a_value(case: Case, grammar: Grammar) -> bool:
    """Tell whether any right answer has a value, or a key, with markup in it."""
    todo: list[Any] = [
        event.call.input for answer in case.answers for event in answer.events if event.call is not UNSET
    ]
    while todo:
        value = todo.pop()
        if isinstance(value, str):
            if _markup(grammar, value):
                return True
        elif isinstance(value, dict):
            todo += [*value, *value.values()]
        elif isinstance(value, list | tuple):
            todo += value
    return False


def _markup(grammar: Grammar, text: str) -> bool:
    return "<" in text and (grammar.tag.search(text) or grammar.opens.search(text)) is not None
