"""One planted bug: a file with what is wrong, a text that shows it, and the patch that plants it.

The head of the file is TOML. The patch begins at the first line that starts with ``diff --git``, with paths
as seen from the folder of the reference in that language; so the file is a patch, too, for ``git apply``.
"""

from __future__ import annotations

import functools
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from harness.dialects import DIALECTS
from harness.errors import UsageError
from harness.model import Tool
from harness.oracles import ORACLES
from harness.search.given import Expected, given_case

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from harness.model import Case

Language = Literal["python", "go", "node"]
"""The reference that a bug is planted in. It is the folder of the bug's file."""

Difficulty = Literal["unmeasured", "easy", "medium", "hard"]
"""By the median of parses until it is found: at most 200, at most 2,000, more."""

BUGS = Path(__file__).resolve().parent / "bugs"
"""The folder of the files: ``<language>/<name>.patch``."""

_PATCH = re.compile(r"^diff --git ", re.MULTILINE)
_REPORT = r"^[\w.-]+/[\w.-]+#\d+$"
_HINT = "docs/zoo.md says what one looks like"
_JSON = "JSON in a string, since TOML has no null."


class Witness(Struct, frozen=True, forbid_unknown_fields=True):
    """A text, written by hand, on which the planted parser fails and the clean one does not."""

    text: Annotated[str, Meta(description="What the model wrote.")]
    # Joined, they are the text. None: the usual ways of feeding, which one finds in ``given_case``.
    chunks: tuple[str, ...] | None = None
    tools: Annotated[str, Meta(description=f"The declared tools. {_JSON}")] = "[]"
    expect: Annotated[str | None, Meta(description=f"The events that are due. {_JSON}")] = None


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands before the patch."""

    what: Annotated[str, Meta(min_length=1, description="What is wrong, in one sentence.")]
    dialect: str
    oracle: Annotated[str, Meta(description="The property that should find it.")]
    witness: Witness
    # Where the fault was met: exactly one of the two.
    report: Annotated[str, Meta(pattern=_REPORT, description="A public report.")] | None = None
    measured: Annotated[str, Meta(description="Rows of corpus/vectors, as FILE: GROUP.")] | None = None
    difficulty: Difficulty = "unmeasured"


class Bug(Struct, frozen=True):
    """A planted bug."""

    name: str  # that of its file: unique in the zoo
    language: Language
    head: Head
    patch: str  # a unified diff

    @property
    def target(self) -> str:
        """Name the parser that has it."""
        return f"zoo:{self.name}"

    @property
    def targets(self) -> tuple[str, ...]:
        """Name what has to run: beside two others it is the odd one out, where it takes others to see it."""
        if self.head.oracle != "agreement":
            return (self.target,)
        return (self.target, *(name for name in ("python", "go", "node") if name != self.language))

    def witness(self) -> Case:
        """Make the case that shows it. Raises ``UsageError`` where a part of it is no JSON."""
        given = self.head.witness
        return given_case(
            given.text,
            dialect=self.head.dialect,
            chunks=given.chunks,
            tools=_decoded(self.name, given.tools, tuple[Tool, ...]),
            expect=None if given.expect is None else _decoded(self.name, given.expect, Expected),
            name=self.name,
        )


def read(path: Path) -> Bug:
    """Read the file of a bug. Raises ``UsageError`` that says what is wrong with it."""
    try:
        content = path.read_bytes().decode("utf-8")
        patch = _PATCH.search(content)
        head = msgspec.convert(tomllib.loads(content[: patch.start()] if patch else content), Head)
        language = msgspec.convert(path.parent.name, Language)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path}: no planted bug: {error}", hint="docs/zoo.md says what one looks like"
        ) from error
    bug = Bug(path.stem, language, head, content[patch.start() :] if patch else "")
    for wrong in _faults(bug):
        raise UsageError(f"{path}: {wrong}", hint=_HINT)
    return bug


def _faults(bug: Bug) -> list[str]:
    head = bug.head
    told = []
    if not bug.patch:
        told.append("there is no patch in it")
    if head.dialect not in DIALECTS:
        told.append(f"the dialect {head.dialect!r} is unknown; there is {', '.join(sorted(DIALECTS))}")
    if head.oracle not in ORACLES:
        told.append(f"the oracle {head.oracle!r} is unknown; there is {', '.join(ORACLES)}")
    if (head.report is None) == (head.measured is None):
        told.append("it cites a report or a group of measured rows: one of the two")
    chunks = head.witness.chunks
    if chunks is not None and "".join(chunks) != head.witness.text:
        told.append("the chunks of the witness, joined, are not its text")
    return told


@functools.cache
def zoo() -> Mapping[str, Bug]:
    """Read all planted bugs, by name, in the order of languages and names. Raises ``UsageError``."""
    bugs: dict[str, Bug] = {}
    for language in ("python", "go", "node"):
        for path in sorted((BUGS / language).glob("*.patch")):
            bug = read(path)
            if bug.name in bugs:
                raise UsageError(f"{path}: there is another planted bug of this name")
            bugs[bug.name] = bug
    return bugs


def _decoded(name: str, document: str, kind: Any) -> Any:
    try:
        return msgspec.json.decode(document, type=kind)
    except msgspec.DecodeError as error:
        raise UsageError(f"the witness of {name}: {error}") from error
