"""What a run looked at, and what it no longer does: a run of nothing finds nothing, and is no pass."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from harness.ledger.ledger import Scope

if TYPE_CHECKING:
    from harness.events import Report


FEW = 7
"""An oracle that judged fewer cases than this may have none to judge in another run of as many."""


class _Fixtures(Struct, frozen=True):
    names: tuple[str, ...] = ()
    digest: str = ""


def day(report: Report) -> dt.date | None:
    """Give the day on which a report's campaign began (UTC); None where it does not say."""
    try:
        return dt.datetime.fromisoformat(report.timing.started).date()
    except ValueError:
        return None


def scope_of(report: Report, today: dt.date) -> Scope:
    """Say what a run looked at. ``today`` is for reports that do not say when they were made."""
    fixtures = _fixtures(report)
    judged = {name: report.stats.judged.get(name, 0) for name in report.oracles}
    return Scope(
        date=day(report) or today,
        harness=report.harness,
        cases=report.cases,
        targets=tuple(facts.name for facts in report.targets if facts.state == "available"),
        oracles=tuple(name for name, count in judged.items() if count),
        fixtures=fixtures.names,
        fixtures_digest=fixtures.digest,
        proved=report.proved.texts,
        seldom=tuple(name for name, count in judged.items() if 0 < count < FEW),
    )


def lost(report: Report, scope: Scope) -> tuple[str, ...]:
    """Name what the accepted run looked at and this one did not.

    An oracle that was on and judged nothing counts as lost where there were as many cases as in that run and
    it had judged some number of them there.
    """
    now = scope_of(report, scope.date)
    kept = (*now.oracles, *silent(report, scope))
    told = [f"target {name}" for name in scope.targets if name not in now.targets]
    told += [
        f"oracle {name}{', which had nothing to judge' if name in report.oracles else ''}"
        for name in scope.oracles
        if name not in kept
    ]
    told += [f"fixture {name}" for name in scope.fixtures if name not in now.fixtures]
    if scope.proved and now.fixtures and not now.proved:
        told += [f"the proof of fixtures: there was no time for any, and for {scope.proved} in the last run"]
    return tuple(told)


def notes(report: Report, scope: Scope) -> tuple[str, ...]:
    """Say what else differs from the accepted run and decides nothing."""
    now = scope_of(report, scope.date)
    told = []
    if quiet := silent(report, scope):
        fewer = report.cases < scope.cases
        why = "in fewer cases than the last run had" if fewer else "and next to nothing in the last run"
        told += [f"nothing to judge for {', '.join(quiet)}, {why}"]
    for what in ("targets", "oracles", "fixtures"):
        more = [name for name in getattr(now, what) if name not in getattr(scope, what)]
        if more:
            told += [f"{what} that the last run did not have: {', '.join(more)}"]
    if 0 < now.proved < scope.proved:
        told += [f"fixtures that there was time for: {now.proved}, and {scope.proved} in the last run"]
    same = set(now.fixtures) == set(scope.fixtures)
    if same and now.fixtures_digest != scope.fixtures_digest:
        told += ["the fixtures have the same names as in the last run and are not the same"]
    return tuple(told)


def silent(report: Report, scope: Scope) -> tuple[str, ...]:
    """Name the oracles of the accepted run that were on again and judged nothing, as may be by chance."""
    return tuple(
        name
        for name in scope.oracles
        if name in report.oracles and not report.stats.judged.get(name)
        if report.cases < scope.cases or name in scope.seldom
    )


def _fixtures(report: Report) -> _Fixtures:
    """Read what the options of a report say of fixtures; older reports say nothing."""
    try:
        return msgspec.convert(report.options.get("fixtures", {}), _Fixtures)
    except msgspec.ValidationError:
        return _Fixtures()
