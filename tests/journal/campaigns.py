"""Campaigns of a few hundred cases on a toy parser, in a folder, with a journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from msgspec import structs

from harness.errors import TargetUnavailable
from harness.journal.file import JournalFile
from harness.report.casefile import save_case
from harness.report.record import render
from harness.search.bench import Bench
from harness.search.campaign import Campaign
from harness.search.plan import Plan

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

    from harness.events import Listener, Report

MADE_BY = "tests"


def plan(out: Path, **options: object) -> Plan:
    made = Plan(
        targets=("py:tests.journal.journal_toys:Both",),
        dialect="dsml",
        oracles=("crash", "split", "parity"),
        asked=(),
        seed=5,
        out=out,
        cases=192,
        shrink_calls=400,
    )
    return structs.replace(made, **options)


def ran(journal: JournalFile, of: Plan, listeners: Sequence[Listener] = ()) -> Report:
    return Campaign(of, listeners, lambda name, case: save_case(of.out, name, case), journal).run()


def whole(of: Plan, listeners: Sequence[Listener] = ()) -> Report:
    """Run a campaign from its beginning to its end."""
    of.out.mkdir(parents=True, exist_ok=True)
    with JournalFile.begin(of.out, of, made_by=MADE_BY) as journal:
        return ran(journal, of, listeners)


def resumed(folder: Path, listeners: Sequence[Listener] = ()) -> Report:
    """Go on with the one of a folder."""
    with JournalFile.resume(folder) as journal:
        return ran(journal, structs.replace(journal.begun.plan, out=folder), listeners)


def without_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no target be started any longer."""

    def gone(*_: object, **__: object) -> NoReturn:
        raise TargetUnavailable("a", "is not there")

    monkeypatch.setattr(Bench, "of", gone)


def timeless(report: Report) -> bytes:
    """Give its bytes without the times."""
    return render(structs.replace(report, timing=type(report.timing)()))
