"""Who gave the same as whom for a small case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Shown


def sides(shown: Sequence[Shown]) -> tuple[tuple[str, ...], ...]:
    """Group the targets that ran by all that they gave, batch and streams, the largest group first.

    Of equal groups the one whose first target was named first comes first. A parser that has only one of the
    two ways is not taken to agree with one that has both.
    """
    gave: dict[str, list[object]] = {}
    for row in shown:
        reading = None
        if row.reading is not None:
            reading = (row.reading.calls, row.reading.text, row.reading.reasoning, row.reading.error)
        gave.setdefault(row.target, []).append((row.how, reading))
    groups: dict[bytes | str, list[str]] = {}
    for name, rows in gave.items():
        groups.setdefault(_key(rows), []).append(name)
    return tuple(sorted((tuple(group) for group in groups.values()), key=len, reverse=True))


def _key(rows: list[object]) -> bytes | str:
    try:
        return msgspec.json.encode(rows, order="deterministic")
    except (RecursionError, ValueError, OverflowError):  # what JSON can't hold: lone surrogates, too deep
        return repr(rows)
