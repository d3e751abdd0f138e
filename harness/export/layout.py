"""What the tests of all three languages have in common: support files, names, and the ways of feeding."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import to_builtins

from harness.export import literal
from harness.export.assertion import assertions
from harness.export.check import ALIKE, OF_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.export.check import Check
    from harness.export.exported import Exported

_SUPPORT = Path(__file__).parent / "support"


class Names(NamedTuple):
    """How a language names what a test holds."""

    text: str
    tools: str
    chunks: str
    due: str

    def numbered(self, number: int | None) -> Names:
        """Tell those of one of several tests in a file apart."""
        return self if number is None else Names(*[f"{name}_{number}" for name in self])


class Part(NamedTuple):
    """One test of a file."""

    check: Check
    suffix: str  # of its name: "", or "_2"
    number: int | None

    @property
    def tools(self) -> str:
        """The declared tools as JSON."""
        return literal.raw_json(to_builtins(self.check.tools))

    @property
    def cut(self) -> list[list[str]]:
        """The chunks of each way of cutting, without the whole text."""
        return [self.check.chunks(chunking) for chunking in self.check.chunkings if chunking]


def refuses(one: Exported) -> str:
    """Say why it can't be a test; an empty text where it can."""
    found = assertions(one)
    return found if isinstance(found, str) else ""


def parts(one: Exported) -> list[Part]:
    """Give the tests that it becomes, in one file."""
    found = assertions(one)
    if isinstance(found, str):
        raise TypeError(found)  # nobody asks who was refused
    several = len(found) > 1
    return [
        Part(check, f"_{number}" if several else "", number if several else None)
        for number, check in enumerate(found, 1)
    ]


def support(*names: str) -> dict[str, bytes]:
    """Read files that are copied beside tests."""
    return {name: (_SUPPORT / name).read_bytes() for name in names}


def ways(part: Part, names: Names, whole: str, characters: str) -> Iterator[tuple[bool, str]]:
    """Give each way of feeding: is it streamed, and what is fed, by the name that it has in the file.

    ``whole`` and ``characters`` write the list of chunks that a text is, whole and in code points.
    """
    if part.check.batch:
        yield False, names.text
    if () in part.check.chunkings:
        yield True, whole
    for place in range(len(part.cut)):
        yield True, names.chunks if len(part.cut) == 1 else f"{names.chunks}[{place}]"
    if part.check.characters:
        yield True, characters


def taken(check: Check, names: Names) -> tuple[str, ...]:
    """Give what the demand takes beside the answer, by its name in the file."""
    if check.demand in OF_TEXT:
        return (names.text,)
    return () if check.due is None else (names.due,)


def is_alike(check: Check) -> bool:
    """Tell whether answers are held against the first of them."""
    return check.demand in ALIKE
