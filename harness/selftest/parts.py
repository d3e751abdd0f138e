"""The two other measurements of a selftest, loaded only when they are asked for or were kept.

Each is a package beside this module that does as its protocol says. They come after the trials, so they can
hold themselves against what the campaigns needed; ``out`` is the folder of the report, where they may keep
files to go on after a stop; ``tell`` hears one line at a time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from harness.selftest.score import Baseline, BugScore, Mutants


class BaselinePart(Protocol):
    """``harness.selftest.baselines``: simpler methods on the Python bugs."""

    def measure(
        self, bugs: Sequence[BugScore], *, seed: int, jobs: int, out: Path, tell: Callable[[str], None]
    ) -> tuple[Baseline, ...]:
        """Run all methods, and hold them against ours. Raises ``HarnessError``."""

    def section(self, baselines: Sequence[Baseline]) -> list[str]:
        """Write the lines of a section of Markdown, its heading first."""


class MutantPart(Protocol):
    """``harness.selftest.mutants``: a sample of the mutants of the Python reference."""

    def measure(self, count: int, *, seed: int, jobs: int, out: Path, tell: Callable[[str], None]) -> Mutants:
        """Run a sample. Raises ``HarnessError``."""

    def section(self, mutants: Mutants) -> list[str]:
        """Write the lines of a section of Markdown, its heading first."""


def baselines() -> BaselinePart:
    """Load the one."""
    return cast("BaselinePart", import_module("harness.selftest.baselines"))


def mutants() -> MutantPart:
    """Load the other."""
    return cast("MutantPart", import_module("harness.selftest.mutants"))
