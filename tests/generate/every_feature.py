"""The names of all that the generator puts in, damage apart; they are written down in ``features``."""

from __future__ import annotations

from harness.generate import features

FEATURES = tuple(name for name in features.FEATURES if not name.startswith("damage:"))
