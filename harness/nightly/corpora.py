"""The corpora of a night: each run begins with what the nights before kept, and all of them add to it.

A run has its corpus in its own folder, so machines share nothing while they search. Cases are called after
their content, so putting corpora together is putting their files together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.corpus import kept, manifest, minimal
from harness.report import atomic
from harness.report.record import read as read_report

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from harness.nightly.folder import Night
    from harness.targets import Limits

NAME = "corpus"
"""The folder of a corpus, in the folder of a run."""


def give(night: Night, dialect: str, run: Path) -> int:
    """Put what was kept of a dialect into the folder of a run that is about to begin; say how many cases."""
    return _added(night.corpus(dialect), run / NAME)


def gather(night: Night) -> dict[str, int]:
    """Put what all runs have into what is kept; say how many cases are new, by dialect.

    Raises ``ReportError`` for a case that can't be read, or that is not what its name says.
    """
    new: dict[str, int] = {}
    for report in sorted(night.folder.glob("*/*/report.json")):
        corpus = report.parent / NAME
        if corpus.is_dir():
            dialect = read_report(report).dialect
            new[dialect] = new.get(dialect, 0) + _added(corpus, night.corpus(dialect))
    return new


def trim(
    night: Night, dialect: str, most: int, targets: Sequence[str], limits: Limits
) -> tuple[int, int] | None:
    """Make what is kept of a dialect small, where it has more cases than ``most``: one for each tuple.

    A fuzzer keeps by coverage, which is finer, so each time costs it some of what it has learnt. Gives the
    number of cases before and after; None where none were kept. Nothing is taken away before all cases have
    run. Raises ``HarnessError`` for a target that can't be used, and for what ``kept.read`` refuses.
    """
    corpus = night.corpus(dialect)
    if not corpus.is_dir():
        return None
    cases = kept.read(corpus)
    if len(cases) <= most:
        return len(cases), len(cases)
    few = minimal.fewest(cases, minimal.tuples(cases, targets, limits))
    names = {one.name for one in few}
    for path in sorted(corpus.rglob("*.json")):
        if manifest.is_case(path.name) and path.name not in names:
            path.unlink()
    return len(cases), len(few)


def _added(source: Path, target: Path) -> int:
    """Copy the cases that are not there yet, each of them read and checked; say how many."""
    if not source.is_dir():
        return 0
    cases = [one for one in kept.read(source) if not (target / one.name).is_file()]
    for one in cases:
        atomic.write(target / one.name, one.data)
    return len(cases)
