"""The wire formats, by name. A new one is one more module and one more line here."""

from __future__ import annotations

from harness.dialects.dialect import Block, Dialect, Either, Grammar, Thought
from harness.dialects.dsml import DSML
from harness.dialects.qwen import QWEN
from harness.errors import UsageError

__all__ = ["DIALECTS", "Block", "Dialect", "Either", "Grammar", "Thought", "by_name"]

DIALECTS: dict[str, Dialect] = {dialect.name: dialect for dialect in (DSML, QWEN)}


def by_name(name: str) -> Dialect:
    """Find a dialect, or say which ones there are."""
    try:
        return DIALECTS[name]
    except KeyError:
        known = ", ".join(sorted(DIALECTS))
        raise UsageError(f"There is no dialect '{name}'.", hint=f"Known dialects: {known}.") from None
