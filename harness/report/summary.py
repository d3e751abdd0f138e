"""The first and the last lines of a campaign in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harness.coverage.table import share
from harness.report import curve
from harness.report.block import title
from harness.report.cards import card_lines, uncarded
from harness.report.glyphs import CHUNK_LIMIT, printable
from harness.report.verdict import counted, duration, percent, status_sentence, verdict

if TYPE_CHECKING:
    from harness.events import Ended, Opening, Report, Started
    from harness.model import Fault

FILES = "report.html, summary.md, report.json, junit.xml"
"""What stands in the folder of a campaign, the one for people first."""


def opening_lines(opening: Opening) -> list[str]:
    """Say what one waits for, where that can take a while."""
    if not opening.built:
        return []
    return [printable(f"compiling {', '.join(opening.built)}: once, for up to a minute")]


def start_lines(started: Started) -> list[str]:
    """Say what is about to run: enough to run it again."""
    granted = [duration(started.seconds)] if started.seconds else []
    granted += [counted(started.cases, "case")] if started.cases else []
    budget = " or ".join(granted) if granted else "no limit, stop it with Ctrl-C"
    targets = ", ".join(target.name for target in started.targets)
    lines = [
        f"{started.dialect}, seed {started.seed}, {budget}, {counted(started.jobs, 'job')}",
        f"targets: {targets}",
        f"oracles: {', '.join(started.oracles)}",
    ]
    lines += [f"warning: {target.name}: {told}" for target in started.targets for told in target.warnings]
    return [printable(line) for line in lines]


def fault_lines(fault: Fault) -> list[str]:
    """Say whose fault it is, what to do, and how the adapter's standard error ended."""
    where = f", {fault.target}" if fault.target else ""
    lines = [printable(f"fault of the {fault.whose}{where}: {fault.message}")]
    lines += [printable(f"  hint: {fault.hint}")] if fault.hint else []
    tail = fault.stderr.rstrip().splitlines()[-8:]
    return lines + [f"  | {printable(line, limit=CHUNK_LIMIT)}" for line in tail]


def end_lines(ended: Ended) -> list[str]:
    """Say how it ended: state, numbers, findings, where the reports are, what the status means."""
    report = ended.report
    says = verdict(report)
    lines = [
        says.headline,
        f"state: {report.state}, {_numbers(report)}",
        *_shares(report),
        *_proved(report),
        *_coverage(report),
        *filter(None, [curve.sentence(report.curve)]),
        *_silent(report),
        *_classes(report),
        *_bugs(report),
        *(f"  {title(finding)} ({counted(finding.count, 'case')})" for finding in uncarded(report)),
    ]
    if ended.out:
        lines += [f"reports: {ended.out} ({FILES})"]
    return [printable(line) for line in [*lines, status_sentence(report.status, report.gate)]]


def _numbers(report: Report) -> str:
    parses = counted(report.parses, "parse")
    rate = f"{report.timing.parses_per_second:,.0f} a second"
    return (
        f"{counted(report.cases, 'case')}, {parses} in {duration(report.timing.seconds)} ({rate}),"
        f" mean length {report.mean_length:,.1f}"
    )


def _shares(report: Report) -> list[str]:
    if not report.shares:
        return []
    told = (f"{name.replace('_', ' ')} {percent(share)}" for name, share in report.shares.items())
    return ["cases: " + ", ".join(told)]


def _proved(report: Report) -> list[str]:
    """Say what was done of the known texts before the search."""
    done = report.proved
    if not done.texts:
        return []
    told = f"first {counted(done.texts, 'fixture')}, in {counted(done.chunkings, 'chunking')}"
    return [f"{told}: {counted(done.broken, 'text')} broken" if done.broken else f"{told}: none is broken"]


def _coverage(report: Report) -> list[str]:
    """Say how many of the structural cells were cut into."""
    coverage = report.coverage
    if not coverage.known or not coverage.cases:
        return []
    reached = f"{len(coverage.reached):,} of {counted(coverage.known, 'structural cell')}"
    return [f"cuts reached {reached} ({percent(share(coverage))})"]


def _classes(report: Report) -> list[str]:
    """Count the findings by class of text and of cuts."""
    told = [
        f"{number} {text or 'not generated'} / {cuts}"
        for text, row in report.classes.items()
        for cuts, number in row.items()
    ]
    return ["findings by class of text / cuts: " + ", ".join(told)] if told else []


def _bugs(report: Report) -> list[str]:
    """Tell the faults, those most often seen first."""
    if not report.cards:
        return []
    told = [line for card in report.cards for line in card_lines(card)]
    whose = "its smallest case" if len(report.cards) == 1 else "their smallest cases"
    return [f"{counted(len(report.cards), 'bug')}, by {whose}:", *told]


def _silent(report: Report) -> list[str]:
    """Name the oracles that never judged anything: their silence is no pass."""
    silent = [oracle for oracle in report.oracles if not report.stats.judged.get(oracle)]
    return ["nothing to judge for: " + ", ".join(silent)] if silent and report.cases else []
