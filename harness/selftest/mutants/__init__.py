"""Mutants of the Python reference: changes that nobody thought of, and what the harness notices of them.

``mutant`` draws them, ``noticing`` runs one, ``sampling`` runs them all, and ``reasons.toml`` says of those
that are no fault why they are none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.selftest.mutants import sampling

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from harness.selftest.score import Mutants, Noticed

_EVERY = 10  # mutants between two lines of progress


def measure(count: int, *, seed: int, jobs: int, out: Path, tell: Callable[[str], None]) -> Mutants:
    """Run a sample. Raises ``ToolchainMissing`` without mutmut, and ``HarnessError``."""
    del out  # a sample is done in one go

    def heard(one: Noticed, done: int) -> None:
        if one.state == "missed":
            tell(f"mutant not noticed: {one.file}:{one.line}")
        if done % _EVERY == 0:
            tell(f"{done} of {count} mutants")

    return sampling.run(count, seed, jobs=jobs, tell=heard)


def section(mutants: Mutants) -> list[str]:
    """Write the lines of a section of Markdown, its heading first."""
    share = 100 * mutants.noticed / max(1, mutants.noticed + mutants.missed)
    told = [
        "## Mutants of the Python reference",
        "",
        f"Of {mutants.of:,} mutants {len(mutants.rows)} were drawn.",
        f"Each got {mutants.budget:,} parses in each dialect of its file, and half of that again",
        "with the other answer to the policy that the reference can set.",
        f"{mutants.noticed} were noticed; {mutants.equivalent} are no fault, for a reason that is kept;",
        f"{mutants.missed} were missed. So {share:.1f} % of those that are a fault were noticed.",
    ]
    for state, title in (("missed", "Missed"), ("equivalent", "No fault")):
        rows = [row for row in mutants.rows if row.state == state]
        told += ["", f"{title}:", ""] if rows else []
        for row in rows:
            change = " → ".join(line[1:] for line in row.change.split("\n")).replace("`", "'")
            told.append(f"- `{row.file}`: `{change}`{f': {row.reason}' if row.reason else ''}")
    return told
