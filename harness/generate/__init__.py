"""Cases, drawn truth first: values, calls, texts, damage, chunkings.

``source`` is where choices come from, ``pen`` draws truths and keeps notes, ``documents`` puts segments
together (``prose``, ``fences``, and the blocks that a dialect writes), ``damage`` breaks some of the
texts, ``chunkings`` cuts them, ``cases`` says what is known.
"""

from __future__ import annotations

from harness.generate.cases import VERSION, case_at, draw_case, record, replay
from harness.generate.source import Source

__all__ = ["VERSION", "Source", "case_at", "draw_case", "record", "replay"]
