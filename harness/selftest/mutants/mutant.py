"""One mutant: a change of one expression of the Python reference, as the operators of mutmut make it.

Every expression is changed, those of a module's level, too: most of the grammar stands there. Annotations,
text of documentation and the like are left alone by mutmut itself.
"""

from __future__ import annotations

import difflib
import random
import re
from importlib import import_module
from typing import Any

from msgspec import Struct

from harness.errors import ToolchainMissing
from harness.targets.bundled import references

PACKAGE = "toolcall_reference"

# An extra: who wants no mutants needs none of it.
_OF_MUTMUT = ("file_mutation", "mutators", "pragma_handling")
_COMMENT = re.compile(r"  # .*")


class Mutant(Struct, frozen=True, order=True):
    """A change of one file."""

    file: str  # as seen from the folder of the reference, with slashes
    number: int  # of the changes of this file, in the order of its text
    line: int  # the first line that is another one, counted from 1
    # The lines that went, each behind a minus, and those that came, each behind a plus; without comments.
    change: str
    source: str  # the whole file


def sample(count: int, seed: int) -> tuple[list[Mutant], int]:
    """Draw some mutants, in the order of files and changes; give also how many there are to draw from.

    They are the same ones for the same sources. Raises ``ToolchainMissing``
    without mutmut.
    """
    home = references() / "python"
    paths = sorted((home / PACKAGE).rglob("*.py"))
    files = {path.relative_to(home).as_posix(): _Changes(path.read_text("utf-8")) for path in paths}
    everything = [(file, number) for file, changes in files.items() for number in range(len(changes))]
    draw = random.Random(seed)  # noqa: S311 - a sample, no secret
    drawn = sorted(draw.sample(everything, min(count, len(everything))))
    return [_mutant(file, number, files[file]) for file, number in drawn], len(everything)


class _Changes:
    """All changes of one file. The code of one takes a tenth of a second, and is made when asked for."""

    def __init__(self, code: str) -> None:
        names = ("libcst", "libcst.metadata", *(f"mutmut.mutation.{name}" for name in _OF_MUTMUT))
        try:
            cst, metadata, visiting, operators, ignoring = map(import_module, names)
        except ImportError as error:
            hint = "pip install 'toolcall-harness[mutation]'"
            raise ToolchainMissing("mutants are made by mutmut, which is not installed", hint=hint) from error
        self.code = code
        nothing = ignoring.IgnoredCode(set(), set(), set())
        visitor = visiting.MutationVisitor(operators.mutation_operators, nothing)
        # The module that was visited is the one whose nodes are replaced.
        self._module = metadata.MetadataWrapper(cst.parse_module(code), unsafe_skip_copy=True).visit(visitor)
        self._mutations = visitor.mutations

    def __len__(self) -> int:
        return len(self._mutations)

    def __getitem__(self, number: int) -> str:
        change = self._mutations[number]
        changed: Any = self._module.deep_replace(change.original_node, change.mutated_node)
        return str(changed.code)


def _mutant(file: str, number: int, changes: _Changes) -> Mutant:
    changed = changes[number]
    old, new = changes.code.splitlines(), changed.splitlines()
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    blocks = [block for block in matcher.get_opcodes() if block[0] != "equal"]
    first, last = blocks[0], blocks[-1]
    went = [f"-{_COMMENT.sub('', line).strip()}" for line in old[first[1] : last[2]]]
    came = [f"+{_COMMENT.sub('', line).strip()}" for line in new[first[3] : last[4]]]
    return Mutant(file, number, first[1] + 1, "\n".join((*went, *came)), changed)
