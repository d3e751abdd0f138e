"""One change of the code and what became of it, and the results of a part."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Status = Literal["killed", "survived", "timeout", "no tests", "broken"]
"""``timeout``: it ran far longer than its tests: noticed, too. ``broken``: the run told nothing."""

Key = tuple[str, str, str, str]
"""A mutant by what it is: file, function, the lines that it takes away, the lines that it puts there."""


class Mutant(Struct, frozen=True, omit_defaults=True):
    """A mutant that no test noticed."""

    file: str
    function: str  # "Class.method" or "function"
    was: str  # the lines that differ, without indentation
    becomes: str
    status: Status

    @property
    def key(self) -> Key:
        """What an explanation speaks of: it has no numbers, so other changes of the file leave it alone."""
        return self.file, self.function, self.was, self.becomes

    def diff(self) -> str:
        """Show it to people."""
        lines = [f"-{line}" for line in self.was.splitlines()] + [
            f"+{line}" for line in self.becomes.splitlines()
        ]
        return "\n".join(lines)


class Explanation(Struct, frozen=True):
    """Why no test notices a mutant."""

    # Equivalent: nothing that this code promises is another. Accepted: something is, and that is borne.
    kind: Literal["equivalent", "accepted"]
    why: str


Known = Mapping[Key, Explanation]


class Result(Struct, frozen=True):
    """What became of the mutants of a part."""

    part: str
    bar: float | None
    mutants: int
    counts: dict[str, int]  # by status
    survivors: tuple[Mutant, ...]  # and those without tests
    cpu_seconds: float
    versions: dict[str, str]

    @property
    def noticed(self) -> int:
        """How many a test failed for, or ran without end."""
        return self.counts.get("killed", 0) + self.counts.get("timeout", 0)

    @property
    def raw(self) -> float:
        """The share that was noticed, of all."""
        return self.noticed / max(1, self.mutants)

    def explained(self, known: Known) -> int:
        """Count the mutants that are equivalent."""
        found = (known.get(mutant.key) for mutant in self.survivors)
        return Counter(why.kind for why in found if why is not None)["equivalent"]

    def score(self, known: Known) -> float:
        """The share that was noticed, of those that are no equivalents."""
        return self.noticed / max(1, self.mutants - self.explained(known))

    def short_of_bar(self, known: Known) -> bool:
        """Tell whether a part that has a bar misses it, or a survivor of it has no explanation."""
        if self.bar is None:
            return False
        return self.score(known) < self.bar or any(mutant.key not in known for mutant in self.survivors)


_NAME = re.compile(r"(?:x_(?P<function>.+)|xǁ(?P<cls>.+)ǁ(?P<method>.+))__mutmut_\d+$")


def function_of(name: str) -> str:
    """Read the function off the tool's name of a mutant."""
    found = _NAME.search(name.rpartition(".")[2])
    if found is None:
        return name
    return found["function"] or f"{found['cls']}.{found['method']}"


def changed_lines(diff: str) -> tuple[str, str]:
    """Give the lines that a unified diff takes away and those that it puts there, without indentation."""
    body = [line for line in diff.splitlines() if not line.startswith(("---", "+++", "@@", "#"))]
    lost, put = ("\n".join(line[1:].strip() for line in body if line.startswith(sign)) for sign in "-+")
    return lost, put
