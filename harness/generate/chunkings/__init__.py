"""Where a text is cut: the five chosen chunkings of every case, more with ``--deep`` and ``--tokenizer``.

``chosen`` draws the five, ``deep`` what real servers were seen to do to a stream, ``tokens`` cuts where a
vocabulary does, ``places`` knows where in a text it matters, and ``kinds`` says of any chunking what it
tries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.generate.chunkings.chosen import chosen
from harness.generate.chunkings.deep import deepened
from harness.generate.chunkings.kinds import kinds
from harness.generate.chunkings.tokens import token_chunkings

if TYPE_CHECKING:
    from harness.dialects.dialect import Grammar
    from harness.generate.pen import Pen
    from harness.model import Chunking

__all__ = ["chosen", "kinds", "plan", "token_chunkings"]


def plan(pen: Pen, text: str, *, grammar: Grammar, deep: bool = False) -> tuple[Chunking, ...]:
    """Draw the chunkings of a text; with ``deep``, more behind the same five.

    Whatever has empty chunks stands beside the same chunking without them: that they change nothing
    (SEMANTICS C5) is seen by comparing the two.
    """
    five = chosen(pen, text)
    return deepened(pen, text, grammar, five) if deep else five
