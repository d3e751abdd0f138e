"""What the harness notices of one mutant: cases of one seed until an oracle complains, or the budget is used.

The mutant runs beside a clean reference in another language, so that what only others can tell is told.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from itertools import count
from pathlib import Path
from shlex import quote
from typing import Literal

from harness.dialects import DIALECTS
from harness.errors import TargetUnavailable, UsageError
from harness.generate import case_at
from harness.search.bench import Bench
from harness.search.plan import BATCH
from harness.selftest.mutants.mutant import PACKAGE, Mutant
from harness.selftest.score import Noticed
from harness.targets import Limits
from harness.targets.bundled import references
from harness.zoo.planting import NOT_COPIED

BESIDE = "go"
"""The reference beside: of the two others the quicker one."""

OTHERWISE = (("dsml", "missing_opener", "text"),)
"""Dialect, policy and value: what the references can be asked for, beside what they do by themselves."""

LIMITS = Limits(run=2.0, alone=2.0)
"""Seconds: the loop of a mutant that goes round for ever is a result, and there are many of those."""


def noticed(mutant: Mutant, budget: int, seed: int) -> Noticed:
    """Run a mutant until it is noticed. Raises ``HarnessError``.

    It gets ``budget`` parses a dialect, and half of that again for each other answer that can be set.
    """
    parses, how = 0, ""
    with tempfile.TemporaryDirectory(prefix="toolcall-mutant-") as folder:
        home = Path(folder) / "python"
        shutil.copytree(references() / "python", home, ignore=shutil.ignore_patterns(*NOT_COPIED))
        (home / mutant.file).write_text(mutant.source, "utf-8")
        target = f"cmd:{quote(sys.executable)} {quote(str(home / 'adapter.py'))}"
        for dialect in dialects(mutant.file):
            for policies, share in _ways(dialect, budget):
                if not how:
                    done, how = _searched(target, dialect, policies, share, seed)
                    parses += done
    state: Literal["noticed", "missed"] = "noticed" if how else "missed"
    return Noticed(mutant.file, mutant.line, mutant.change, state, how, parses)


def dialects(file: str) -> tuple[str, ...]:
    """Name the dialects that a file of the reference has to do with."""
    folder = file.removeprefix(f"{PACKAGE}/").partition("/")[0]
    return (folder,) if folder in DIALECTS else tuple(sorted(DIALECTS))


def _ways(dialect: str, budget: int) -> list[tuple[dict[str, str], int]]:
    """List the policies to set, each with its parses: none, then each other answer that can be set."""
    others = [(name, value) for of, name, value in OTHERWISE if of == dialect]
    return [({}, budget), *(({name: value}, budget // 2) for name, value in others)]


def _searched(target: str, dialect: str, policies: dict[str, str], budget: int, seed: int) -> tuple[int, str]:
    """Run cases until an oracle complains of the target; give its parses (plain runs), and who complained."""
    parses = 0
    try:
        with Bench((target, BESIDE), dialect, policies=policies, limits=LIMITS) as bench:
            for first in count(0, BATCH):
                for verdict in bench.examine([case_at(seed, first + i, dialect) for i in range(BATCH)]):
                    parses += len(verdict.case.chunkings) + 1
                    for violation in verdict.violations:
                        if target in violation.targets:
                            return parses, violation.oracle
                if bench.crew.faults:
                    return parses, "no adapter any more"
                if parses >= budget:
                    break
    except TargetUnavailable as error:
        if error.target != target:
            raise
        return parses, "no parser"
    except UsageError:
        return parses, "no such dialect"  # of the mutant: the one beside it is clean
    return parses, ""
