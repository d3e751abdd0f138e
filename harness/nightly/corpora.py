"""The corpora of a night: each run begins with what the nights before kept, and all of them add to it.

A run has its corpus in its own folder, so machines share nothing while they search. Cases are called after
their content, so putting corpora together is putting their files together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.corpus import kept
from harness.report import atomic
from harness.report.record import read as read_report

if TYPE_CHECKING:
    from pathlib import Path

    from harness.nightly.folder import Night

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


def _added(source: Path, target: Path) -> int:
    """Copy the cases that are not there yet, each of them read and checked; say how many."""
    if not source.is_dir():
        return 0
    cases = [one for one in kept.read(source) if not (target / one.name).is_file()]
    for one in cases:
        atomic.write(target / one.name, one.data)
    return len(cases)
