"""``replay``: run again what was found: findings, saved cases, fixtures; on two versions of a target, too."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec import structs

from harness.cli.options import (
    BUNDLED,
    configured,
    policies_option,
    policy_option,
    targets_option,
    time_limit_option,
)
from harness.dialects import DIALECTS
from harness.errors import UsageError
from harness.fixtures import lines
from harness.fixtures.collection import Collection, collect, shipped
from harness.fixtures.fixture import fixture_schema
from harness.model import CONFIRMATIONS
from harness.replay.item import Settings
from harness.replay.lines import COLOURS, compared_line, compared_summary, replayed_line, replayed_summary
from harness.replay.state import BAD, WORSE
from harness.replay.work import Work
from harness.targets import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from harness.fixtures.replay import Tally
    from harness.model import Case
    from harness.replay.state import Replayed
    from harness.search.bench import Verdict

_FOUND = 1
_FAULT = 2
_PAIR = 2


@click.command("replay")
@click.argument("places", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE or FOLDER]...")
@targets_option
@click.option(
    "--against",
    multiple=True,
    metavar="TARGET",
    help="Given twice: compare these two versions of a target, the older one first.",
)
@click.option(
    "--id", "ids", multiple=True, help="Only this finding (F1), card, fixture or saved case. Repeatable."
)
@click.option(
    "-d", "--dialect", type=click.Choice(sorted(DIALECTS)), help="Only what is of this wire format."
)
@policy_option
@policies_option
@time_limit_option
@click.option(
    "--times",
    type=click.IntRange(min=1, max=1000),
    default=CONFIRMATIONS,
    show_default=True,
    help="How often a finding, or whatever fails, is run, each time on fresh processes.",
)
@click.option("--show", is_flag=True, help="Show of what fails the text, the cuts and the answers.")
@click.option("--json", "as_json", is_flag=True, help="Print what came out as JSON.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of a fixture and stop.")
def replay_command(
    *,
    places: tuple[Path, ...],
    targets: tuple[str, ...],
    against: tuple[str, ...],
    ids: tuple[str, ...],
    dialect: str | None,
    policies: tuple[tuple[str, str], ...],
    policy_file: Path | None,
    time_limit: float,
    times: int,
    show: bool,
    as_json: bool,
    schema: bool,
) -> None:
    """Run again what was found: the findings of a report, saved cases, fixtures.

    Of a report (report.json or its folder) each finding is FIXED, FAILED, FLAKY with its rate, or CHANGED,
    on the targets that it was found on, or on those of -t. Saved cases are judged by the oracles, fixtures
    by the answers in them; without FILE or FOLDER it is the project's own fixtures, corpus/regressions.
    With --against OLD --against NEW all of it is run on both, and what is fixed and what regressed is told.
    Exit status 1 if something fails (with --against: fails now and did not, or in another way), 2 if there
    was nothing that a target could be held against.
    """
    if schema:
        click.echo(json.dumps(fixture_schema(), indent=2))
        return
    if against and (targets or len(against) != _PAIR):
        raise UsageError("--against is given twice, and without -t", hint="--against OLD --against NEW")
    if len(against) != len(set(against)):
        raise UsageError(f"--against names {against[0]} twice", hint="it compares two versions of a target")
    found = _chosen(collect(places or (shipped(),)), dialect, ids)
    names = against or ((targets or BUNDLED) if found.fixtures or found.cases else ())
    settings = Settings(
        policies=dict(policies),
        limits=structs.replace(Limits(), run=time_limit, alone=min(Limits().alone, time_limit)),
        configured=configured(policy_file, (*names, *targets, *_of_reports(found))),
    )
    work = Work(settings, times, _progress)
    if against:
        sys.exit(_compare(work, found, against, as_json=as_json))
    findings = work.again(found, targets)
    tallies, verdicts = work.hold(found, names)
    idle = _idle(names, tallies if found.fixtures else None, verdicts) if names else []
    if found.reports and not idle and all(one.state == "UNJUDGED" for one in findings):
        idle = sorted({one.target for one in findings})
    bad = any(one.state in BAD for one in findings) or _failed(tallies, verdicts)
    status = _FAULT if work.faults or idle else _FOUND if bad else 0
    cases = list(zip(found.cases, verdicts, strict=True))
    if as_json:
        said = {
            "status": status,
            "fixtures": len(found.fixtures),
            "targets": tallies,
            "faults": work.faults,
            "idle": idle,
            "cases": [
                {"file": str(path), "judged": verdict.judged, "violations": verdict.violations}
                for (path, _), verdict in cases
            ],
            "findings": findings,
            "flaky": [{"id": one, "target": name, "rate": rate} for (one, name), rate in work.rates.items()],
        }
        click.echo(json.dumps(msgspec.to_builtins(said), indent=2))
    else:
        _tell_findings(findings)
        if names or not found.reports:
            _tell(found, tallies, cases, work.rates, bad=status != 0, show=show)
    _tell_faults(work.faults, idle)
    sys.exit(status)


def _chosen(found: Collection, dialect: str | None, ids: tuple[str, ...]) -> Collection:
    """Keep what is of the dialect and has one of the ids. Raises ``UsageError`` where nothing is left."""
    unknown = set(ids)

    def kept(of: str, *names: str) -> bool:
        unknown.difference_update(names)
        return dialect in {None, of} and (not ids or not set(ids).isdisjoint(names))

    fixtures = tuple(pair for pair in found.fixtures if kept(pair[1].dialect, pair[1].id))
    cases = tuple(pair for pair in found.cases if kept(pair[1].dialect, pair[0].stem, pair[1].id))
    reports = []
    for path, report in found.reports:
        cards = {name: card.fingerprint for card in report.cards for name in card.findings}
        left = [one for one in report.findings if kept(report.dialect, one.id, cards.get(one.id, one.id))]
        reports.append((path, structs.replace(report, findings=tuple(left))))
    if unknown:
        known = [*(one.id for _, report in found.reports for one in report.findings)]
        known += [fixture.id for _, fixture in found.fixtures] + [path.stem for path, _ in found.cases]
        close = get_close_matches(min(unknown), known, 3) or known[:5]
        raise UsageError(
            f"there is nothing with the id {min(unknown)}", hint=f"there is {', '.join(close) or 'nothing'}"
        )
    if not fixtures and not cases and not any(report.findings for _, report in reports):
        if dialect is not None:
            raise UsageError(f"there is nothing to replay of the dialect {dialect}", hint="leave out -d")
        raise UsageError("there is no finding to replay")
    return Collection(fixtures, cases, tuple(reports))


def _of_reports(found: Collection) -> tuple[str, ...]:
    return tuple(dict.fromkeys(facts.name for _, report in found.reports for facts in report.targets))


@contextmanager
def _progress(length: int) -> Iterator[Callable[[int], object]]:
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=length, label="replaying", file=sys.stderr, hidden=hidden) as bar:
        yield bar.update


def _compare(work: Work, found: Collection, pair: tuple[str, ...], *, as_json: bool) -> int:
    told = work.compare(found, pair)
    judged = any(one.change != "unjudged" for one in told)
    worse = any(one.change in WORSE for one in told)
    idle = [] if judged else list(pair)
    status = _FAULT if work.faults or idle else _FOUND if worse else 0
    if as_json:
        said = {"status": status, "against": pair, "compared": told, "faults": work.faults, "idle": idle}
        click.echo(json.dumps(msgspec.to_builtins(said), indent=2))
    else:
        for one in told:
            if one.change not in ("passing", "failing"):
                click.secho(compared_line(one), fg=COLOURS.get(one.change))
        click.secho(compared_summary(told, *pair), fg="red" if status else "green")
    _tell_faults(work.faults, idle)
    return status


def _tell_findings(findings: Sequence[Replayed]) -> None:
    for one in findings:
        click.secho(replayed_line(one), fg=COLOURS.get(one.state))
    if findings:
        bad = any(one.state in BAD for one in findings)
        click.secho(replayed_summary(findings), fg="red" if bad else "green")


def _tell_faults(faults: Iterable[str], idle: Iterable[str]) -> None:
    for fault in faults:
        click.echo(f"fault: {fault}", err=True)
    for name in idle:
        click.echo(f"fault: {name}: nothing here could be asked of it, so this is no pass", err=True)


def _idle(names: tuple[str, ...], tallies: list[Tally] | None, verdicts: list[Verdict]) -> list[str]:
    """Name the targets that were held against nothing at all."""
    if any(verdict.judged for verdict in verdicts):
        return []
    return list(names) if tallies is None else [tally.target for tally in tallies if not tally.held]


def _failed(tallies: list[Tally], verdicts: list[Verdict]) -> bool:
    return any(tally.mismatches for tally in tallies) or any(verdict.violations for verdict in verdicts)


def _tell(
    found: Collection,
    tallies: list[Tally],
    cases: list[tuple[tuple[Path, Case], Verdict]],
    rates: dict[tuple[str, str], str],
    *,
    bad: bool,
    show: bool,
) -> None:
    known = {fixture.id: fixture for _, fixture in found.fixtures}
    for tally in tallies:
        for mismatch in tally.mismatches:
            rate = rates.get((mismatch.fixture, mismatch.target))
            flaky = f" (flaky: {rate} times)" if rate else ""
            click.secho(f"{lines.mismatch_line(mismatch)}{flaky}", fg="yellow" if flaky else "red")
            if show:
                for line in lines.mismatch_block(mismatch, known[mismatch.fixture]):
                    click.echo(str(line))
    for (path, _), verdict in cases:
        for told in lines.verdict_lines(path, verdict):
            click.secho(told, fg="red")
        for name in verdict.outcomes:
            if (path.stem, name) in rates:
                click.secho(f"{path.name}: flaky: {name} failed {rates[path.stem, name]} times", fg="yellow")
    for told in lines.unsupported_lines(tallies):
        click.echo(told)
    verdicts = [verdict for _, verdict in cases]
    click.secho(lines.summary(len(known), tallies, verdicts), fg="red" if bad else "green")
