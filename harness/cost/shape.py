"""A shape: a family of texts of every length, made by repeating a piece of markup.

The records are those of the cost programs of the references (``reference/cost``), where the shapes that
were written by hand stand.
"""

from __future__ import annotations

import itertools
import json
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs

from harness.errors import UsageError
from harness.model import Tool


class Shape(Struct, frozen=True, omit_defaults=True):
    """What stands before, again and again, and after. A text has at least one unit."""

    name: str
    unit: str
    before: str = ""
    after: str = ""
    run: str = ""  # the k-th unit has k of these before it
    # Declared with the text. Unset: those that the dialect's shapes are read with.
    tools: tuple[Tool, ...] | UnsetType = UNSET

    @property
    def size(self) -> int:
        """Count the code points that are to be read to understand it."""
        return len(self.before) + len(self.unit) + len(self.after) + len(self.run)

    def text(self, length: int) -> str:
        """Give a text of about so many code points: not more, unless one unit is."""
        room = length - len(self.before) - len(self.after)
        if not self.run:
            return self.before + self.unit * max(1, room // len(self.unit)) + self.after
        parts: list[str] = []
        for times in itertools.count(1):
            piece = self.run * times + self.unit
            room -= len(piece)
            if room < 0 and parts:
                break
            parts.append(piece)
        return self.before + "".join(parts) + self.after

    def words(self) -> str:
        """Write it for a command line: JSON in ASCII, without its name."""
        written = {key: member for key, member in msgspec.to_builtins(self).items() if key != "name"}
        return json.dumps(written)


def read(written: Any, name: str = "") -> Shape:
    """Make a shape of the JSON of one. Raises ``UsageError``.

    ``unit`` may be a list of texts and of pairs of a text and how often; with ``around``, an opener, a
    closer and a count, so many openers stand before the units and as many closers behind.
    """
    try:
        members = dict(written)
        unit = members.pop("unit")
        opener, closer, levels = members.pop("around", ("", "", 0))
        members.pop("both", None)  # of the references alone: which policies they are to be read under
        parts = [unit] if isinstance(unit, str) else unit
        shape = msgspec.convert(
            {
                "name": name,
                **members,
                "unit": "".join(part if isinstance(part, str) else part[0] * part[1] for part in parts),
            },
            Shape,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(
            f"this is no shape: {error}", hint='for example {"before": "<tool_calls>", "unit": "<"}'
        ) from error
    stray = next((key for key in members if key not in Shape.__struct_fields__), None)
    if stray is not None or not shape.unit:
        what = "its unit is empty" if stray is None else f"nobody reads its member {stray!r}"
        raise UsageError(f"this is no shape: {what}")
    return structs.replace(shape, before=shape.before + opener * levels, after=closer * levels + shape.after)
