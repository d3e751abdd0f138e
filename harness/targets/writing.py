"""The cases of a run as they are sent.

Two thirds of a request are the cuts of the chunking at each character: for every text the beginning
of the same list of numbers. That list is written down once. The encoder leaves a gap where such a
chunking stands, and a piece of the list is put into each gap.
"""

from __future__ import annotations

import json
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import msgspec

from harness.errors import UsageError
from harness.model import LONGEST, every_character
from harness.targets.wire import WireCase, WireTool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.model import Case
    from harness.targets.batch import Shape

_encode = msgspec.json.Encoder().encode

_EVERY = memoryview(json.dumps(every_character(LONGEST), separators=(",", ":")).encode())
# How much of it so many cuts take: with the bracket before them, and without a comma behind.
_ENDS = (0, *accumulate([len(str(cut)) + 1 for cut in every_character(LONGEST)]))
_GAP = b"\xff"  # a byte that no UTF-8 text holds
_GAPPED: Any = msgspec.Raw(_GAP + b"]")


def write_cases(cases: Sequence[Case], shape: Shape, *, finish_twice: bool) -> bytes:
    """Give the JSON array of cases, as a target of this shape is asked them.

    Raises ``UsageError`` where the schema of a declared tool nests deeper than some 980 levels.
    """
    gaps: list[int] = []  # the lengths of texts whose chunking at each character is left out
    wired = [_wire(case, shape, gaps, finish_twice=finish_twice) for case in cases]
    try:
        first, *others = _encode(wired).split(_GAP)
    except RecursionError as error:
        raise UsageError(
            "a declared tool is nested too deeply to be sent", hint="JSON Schemas of tools are flat"
        ) from error
    parts: list[bytes | memoryview[int]] = [first]
    for length, part in zip(gaps, others, strict=True):
        parts += (_EVERY[: _ENDS[length - 1]], part)
    return b"".join(parts)


def _wire(case: Case, shape: Shape, gaps: list[int], *, finish_twice: bool) -> WireCase:
    asked = shape.asked(case.chunkings)
    length = len(case.text)
    if 1 < length <= LONGEST:
        every = every_character(length)
        if every in asked:  # seen at once: it is this very object if the case was made a moment ago
            at = asked.index(every)
            asked = (*asked[:at], _GAPPED, *asked[at + 1 :])
            gaps.append(length)
    return WireCase(
        case.id,
        case.text,
        tuple([WireTool(tool.name, tool.parameters, tool.description) for tool in case.tools]),
        shape.batch,
        asked,
        finish_twice=finish_twice,
    )
