"""Baselines: what simpler methods find among the planted Python bugs (docs/baselines.md).

``record`` says what there is; ``judging`` and ``search`` are what all methods share. ``fixed``,
``plain_text`` and ``raw_bytes`` are the methods (the last with ``fuzzing``, ``inside`` and ``decoding``).
``measuring`` runs all of them, ``running`` each in its process; ``comparison`` holds them against ours, and
``page`` says it to people.
"""

from harness.selftest.baselines.measuring import measure
from harness.selftest.baselines.page import section

__all__ = ["measure", "section"]
