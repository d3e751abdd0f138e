"""Chunk sizes in a header: how the engine's text comes in pieces (docs/http.md).

``1x500,3`` are 500 chunks of one code point, then one of three. ``0`` is an empty chunk. No header: one.
"""

from __future__ import annotations

import re
from itertools import accumulate, pairwise

MOST = 1_000_000  # chunks; an engine that is asked for more is asked in jest


class SizesError(ValueError):
    """The header makes no sense for this text."""


def chunks(text: str, header: str | None) -> list[str]:
    """Cut a text as the header says."""
    if header is None:
        return [text]
    sizes: list[int] = []
    for run in header.split(","):
        found = re.fullmatch(r"(\d{1,9})(?:x(\d{1,9}))?", run.strip(), re.ASCII)
        if not found:
            raise SizesError(f"{run!r} is no SIZE and no SIZExCOUNT")
        count = int(found[2] or 1)
        if len(sizes) + count > MOST:
            raise SizesError(f"more than {MOST} chunks")
        sizes += [int(found[1])] * count
    if sum(sizes) != len(text):
        raise SizesError(f"the sizes add up to {sum(sizes)}, the text has {len(text)} code points")
    return [text[start:end] for start, end in pairwise([0, *accumulate(sizes)])]
