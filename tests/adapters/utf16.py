"""Wrong: cuts at UTF-16 units, not at code points."""

from itertools import pairwise

import echo


def chunks(text: str, chunking: list) -> list:
    units = text.encode("utf-16-le")
    edges = [0, *chunking, len(units) // 2]
    return [units[2 * a : 2 * b].decode("utf-16-le", "replace") for a, b in pairwise(edges)]


echo.chunks = chunks
echo.serve()
