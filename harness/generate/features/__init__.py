"""What the generator promises to write and to do to texts, item by item, with the features that show it.

A feature is a name that a case has when something was put in (``Case.features``); of a chunking, a name that
``kinds`` gives it. Each stands in the tables of a dialect once, under the item that it shows.
``toolcall-harness stats`` counts them, and a test fails when one falls out or comes that is not here.
"""

from __future__ import annotations

from harness.generate.features import dsml, qwen
from harness.generate.features.chunkings import CHUNKINGS, KINDS
from harness.generate.features.item import Item

__all__ = ["CHUNKINGS", "DOCUMENTS", "FEATURES", "KINDS", "Item", "apart"]

DOCUMENTS = {"dsml": dsml.DOCUMENTS, "qwen": qwen.DOCUMENTS}
"""By dialect and group: what is promised of texts."""

FEATURES = {
    dialect: tuple([name for items in groups.values() for item in items for name in item.features])
    for dialect, groups in DOCUMENTS.items()
}
"""By dialect: the names that cases have."""

ENDS = ("open-end", "fence:unclosed", "truncated", "swallowed", "policy:truncated", "reasoning:open")
"""A text has one end."""
UNKNOWN = ("damage", "undecidable")


def apart(one: str, other: str) -> bool:
    """Tell whether two features can't meet in a text, because of how texts are made.

    One policy is left open in a text. No answer is known of one that is damaged or undecided, and so it asks
    for nothing. There is more that can't meet, for less simple reasons.
    """
    if one.startswith(UNKNOWN) or other.startswith(UNKNOWN):
        return any(name.startswith("policy:") or name == "undeclared" for name in (one, other))
    return (one in ENDS and other in ENDS) or (one.startswith("policy:") and other.startswith("policy:"))
