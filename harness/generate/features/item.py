"""Something that the generator promises, with what shows that it is there."""

from __future__ import annotations

from typing import NamedTuple


class Item(NamedTuple):
    """Something that is promised, and the features of which at least one must be there."""

    promise: str
    features: dict[str, str]  # by name: what it is, in a few words
