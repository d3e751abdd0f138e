"""The classes of texts and of cuts: what may fairly be asked of a parser (docs/fairness.md).

``texts`` says what a text is, ``cuts`` how a stream of it was cut, ``borders`` where the tokens of it lie,
and ``promise`` which chunkings an adapter has promised to read. Nothing here runs or judges anything.
"""

from __future__ import annotations

from harness.fairness.cuts import CUTS, cut_class, guilty_class, hardness
from harness.fairness.promise import promised
from harness.fairness.texts import TEXTS, finding_class, text_class

__all__ = [
    "CUTS",
    "TEXTS",
    "cut_class",
    "finding_class",
    "guilty_class",
    "hardness",
    "promised",
    "text_class",
]
