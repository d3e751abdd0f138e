"""The pen: what writing a case needs at hand. Choices, truths to write, and notes about them.

Truths (strings, names, JSON values) are drawn here, free of any wire format; a dialect writes them
so that they come out again. The notes are what the case must say of itself: the policies that a
reading of it hangs on, the features put in, the names of the tools called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from harness.dialects.white_space import WHITE
from harness.generate.words import (
    CALL_NAMES,
    KEYS,
    NOTED,
    ODD_KEYS,
    PARAMETER_NAMES,
    PHRASES,
    RARE,
    SCALARS,
    WILD,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.generate.source import Part, Pick, Source

ASCII = 128
SURROGATES = range(0xD800, 0xE000)
BEYOND_ASCII = 0x110000 - ASCII - len(SURROGATES)
DEEPEST = 3
"""How far drawn JSON values nest. Deep nesting is a matter of its own."""

JOINTS = (" ", "\n", ", ")
PARAMETERS = len(PARAMETER_NAMES)


class Pen:
    """One case being written. A new one for each case; nothing outlives it."""

    __slots__ = (
        "below",
        "chance",
        "features",
        "names",
        "part",
        "pick",
        "pieces",
        "points",
        "relies",
        "tokens",
    )

    def __init__(self, source: Source, tokens: tuple[str, ...], pieces: tuple[str, ...]) -> None:
        """Write with the choices of ``source``; ``tokens`` are the markup of the dialect.

        ``pieces`` is what ``wild_pieces`` makes of them: a table made once.
        """
        self.below: Callable[[int], int] = source.below
        self.chance: Callable[[int, int], bool] = source.chance
        self.part: Part = source.part
        self.pick: Pick = source.pick
        self.tokens = tokens
        self.pieces = pieces
        self.features: set[str] = set()
        self.relies: set[str] = set()
        # Raw code points drawn; ``noted`` makes features of some.
        self.points: set[str] = set()
        # Names of accepted calls, in order, each with what the dialect declares of its tool.
        self.names: dict[str, Any] = {}

    def phrase(self) -> str:
        """Draw a string that is safe everywhere: plain text in values and between blocks alike."""
        drawn = self.pick(SAFE)
        return drawn if isinstance(drawn, str) else drawn(self)

    def joined(self) -> str:
        """Draw two phrases in one."""
        pick = self.pick
        return pick(PHRASES) + pick(JOINTS) + pick(PHRASES)

    def raw(self) -> str:
        """Draw a few raw code points, trimmed: half from the list of those that hurt."""
        chance, pick = self.chance, self.pick
        out = [pick(RARE)]
        while chance(2, 3):
            point = pick(POINTS)
            if not point:
                code = ASCII + self.below(BEYOND_ASCII)
                point = chr(code if code < SURROGATES.start else code + len(SURROGATES))
            out.append(point)
        self.points.update(out)
        text = "".join(out).strip(WHITE)
        # As a value it is read otherwise where scalars are JSON.
        if text[:1] == '"' == text[-1:] and text != '"':
            self.relies.add("scalars")
        return text

    def wild(self) -> str:
        """Draw a string that may hold anything, markup of the dialect included."""
        pick, chance, pieces = self.pick, self.chance, self.pieces
        out = [pick(pieces)]
        while chance(2, 3):
            out.append(pick(pieces) or self.phrase())
        return "".join(out)

    def call_name(self) -> str:
        """Draw a tool's name: simple enough for any quotes."""
        return self.pick(CALL_NAMES)

    def parameter_name(self, place: int) -> str:
        """Draw a name for the parameter at ``place``: with simple choices, no two are equal."""
        name = PARAMETER_NAMES[(place + self.below(PARAMETERS)) % PARAMETERS]
        if name in ODD_KEYS:
            self.features.add(ODD_KEYS[name])
        return name

    def tree(self, depth: int = 1) -> dict[str, Any] | list[Any]:
        """Draw a JSON object or array."""
        chance, pick = self.chance, self.pick
        if chance(1, 3):
            items: list[Any] = []
            while chance(1, 2):
                items.append(self._member(depth))
            return items
        members: dict[str, Any] = {}
        while chance(1, 2):
            members[pick(KEYS)] = self._member(depth)
        return members

    def _member(self, depth: int) -> Any:
        chance = self.chance
        if chance(1, 2):
            return self.wild() if chance(1, 3) else self.phrase()
        if depth < DEEPEST and chance(1, 3):
            return self.tree(depth + 1)
        return self.pick(SCALARS)

    def noted(self) -> tuple[str, ...]:
        """List all features."""
        if self.points:
            self.features.add("raw")
            self.features.update([NOTED[point] for point in self.points & NOTED_POINTS])
        return tuple(sorted(self.features))

    def aside(self) -> tuple[set[str], dict[str, Any]]:
        """Put the notes away before writing what will be text whatever stands in it."""
        saved = self.relies, self.names
        self.relies, self.names = set(), {}
        return saved

    def resume(self, saved: tuple[set[str], dict[str, Any]]) -> None:
        """Take the notes up again, forgetting what was noted since ``aside``."""
        self.relies, self.names = saved


def wild_pieces(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """List what wild strings are made of: half anything, a third markup; nothing stands for a phrase."""
    return (*WILD * 2, *tokens * 1, *("",) * 16)


NOTED_POINTS = frozenset(NOTED)

POINTS = (*RARE, *("",) * len(RARE))
"""Half of raw code points are those that hurt; nothing stands for any other."""

SAFE: tuple[str | Callable[[Pen], str], ...] = (*PHRASES * 4, *(Pen.raw,) * 28, *(Pen.joined,) * 16)
"""What a phrase is: one in six is raw code points."""
