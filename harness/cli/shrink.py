"""``shrink``: make a text small that a target fails on, with its cuts."""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli import signals
from harness.cli.options import (
    BUNDLED,
    Duration,
    configured,
    dialect_option,
    limits,
    memory_limit_option,
    oracle_option,
    policies_option,
    policy_option,
    redact_option,
    stream_option,
    targets_option,
    time_limit_option,
)
from harness.cli.reading import read_case, read_stream
from harness.cli.redacting import examine_redacted
from harness.errors import UsageError
from harness.events import Suspected
from harness.oracles import CLAIMS, ORACLES
from harness.report.casefile import load_case, write_case
from harness.search.bench import Bench
from harness.search.investigate import Interrupted, Investigation
from harness.search.plan import Plan

if TYPE_CHECKING:
    from harness.events import CampaignEvent
    from harness.model import Case, Fault, Finding
    from harness.search.bench import Verdict

_FOUND = 1
_FAULT = 2
_INTERRUPTED = 130
_RUNS = 200_000  # more than a minute has time for
_TONES: dict[str, dict[str, Any]] = {
    "title": {"fg": "red", "bold": True},
    "good": {"fg": "green"},
    "bad": {"fg": "red"},
    "note": {"dim": True},
    "command": {"bold": True},
}


@click.command("shrink")
@click.argument("text", required=False)
@click.option("-f", "--file", "source", type=click.Path(path_type=Path), help="Read the text from a file.")
@click.option("--chunks", help="Feed these chunks: a JSON list of strings; joined, they are the text.")
@stream_option
@click.option("--case", "case_file", type=click.Path(path_type=Path), help="A case that run has saved.")
@click.option("--tools", help="Declared tools: a JSON list, or a file with one.")
@targets_option
@dialect_option
@oracle_option
@policy_option
@policies_option
@redact_option
@click.option(
    "--time", "seconds", type=Duration(), default="60s", show_default=True, help="How long it may shrink."
)
@click.option(
    "--max-runs",
    type=click.IntRange(min=1),
    default=_RUNS,
    show_default=True,
    help="How many smaller cases it may run.",
)
@time_limit_option
@memory_limit_option
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Save the small case there. [default: a new file in reports/shrunk]",
)
def shrink_command(
    *,
    text: str | None,
    source: Path | None,
    chunks: str | None,
    stream: Path | None,
    case_file: Path | None,
    tools: str | None,
    targets: tuple[str, ...],
    dialect: str,
    oracles: tuple[str, ...],
    policies: tuple[tuple[str, str], ...],
    policy_file: Path | None,
    redact: bool,
    seconds: float,
    max_runs: int,
    time_limit: float,
    memory_limit: int,
    out: Path | None,
) -> None:
    """Find the first property that a target breaks on TEXT (- reads standard input), and make TEXT small.

    The failure is confirmed three times on fresh processes first. Text, cuts and tools get smaller as long
    as the same property is broken in the same way. What is left is shown, and saved as a case for replay and
    promote. A sentence says which cuts fail. Exit status 1 if something fails, 0 if nothing does. Ctrl-C ends
    it with status 130 and shows the smallest so far.
    """
    given = [thing for thing in (text, source, chunks, stream, case_file) if thing is not None]
    if len(given) != 1:
        raise UsageError(
            "give one of TEXT, --file, --chunks, --stream or --case",
            hint="for example: toolcall-harness shrink -t go --stream last-night.sse",
        )
    if case_file and tools is not None:
        raise UsageError("--tools goes with a text; a saved case has its own")
    case = (
        load_case(case_file)
        if case_file is not None
        else read_case(
            text,
            source=source,
            chunks=chunks if stream is None else read_stream(stream, quiet=redact),
            tools=tools,
            dialect=dialect,
        )
    )
    names = targets or BUNDLED
    plan = Plan(
        targets=names,
        dialect=case.dialect,
        oracles=tuple(name for name in ORACLES if not oracles or name in oracles),
        asked=oracles,
        seed=0,
        out=out or Path("reports") / "shrunk",
        policies=dict(policies),
        configured=configured(policy_file, names),
        policy_file=None if policy_file is None else str(policy_file),
        limits=limits(time_limit, memory_limit),
        shrink_calls=max_runs,
        shrink_seconds=seconds,
    )
    with signals.interrupted_once():
        status = _Work(plan, out).run(case, redact=redact)
    sys.exit(status)


class _Work:
    """One shrink, and what it tells."""

    def __init__(self, plan: Plan, out: Path | None) -> None:
        self._plan = plan
        self._out = out
        self._saved: Path | None = None
        self._faults: list[Fault] = []
        self._line = _StatusLine()

    def run(self, case: Case, *, redact: bool) -> int:
        """Give the exit status."""
        self._line.show("running the case")
        verdict = self._examined(case, redact=redact)
        status = 0
        if not verdict.violations:
            self._line.clear()
            _tell_nothing(verdict)
        else:
            status = self._shrunk(verdict)
        for fault in self._faults:
            click.echo(f"fault: {fault.target}: {fault.message}", err=True)
        return _FAULT if self._faults and status != _INTERRUPTED else status

    def _examined(self, case: Case, *, redact: bool) -> Verdict:
        plan = self._plan
        with Bench.of(plan) as bench:
            verdict = examine_redacted(bench, case) if redact else bench.examine([case])[0]
            self._faults += bench.crew.faults
        return verdict

    def _shrunk(self, verdict: Verdict) -> int:
        status = _FOUND
        investigation = Investigation(
            self._plan, self._hear, self._save, self._faults.append, smaller=self._smaller
        )
        try:
            finding = investigation.given("F1", verdict.case, verdict.violations)
        except Interrupted as interrupted:
            finding, status = interrupted.finding, _INTERRUPTED
        self._line.clear()
        _tell(finding)
        if self._saved is not None:
            click.echo(f"  the case is saved as {self._saved}")
        return status

    def _hear(self, event: CampaignEvent) -> None:
        if isinstance(event, Suspected):
            self._line.show(event.doing)

    def _smaller(self, case: Case) -> None:
        cuts = max(map(len, case.chunkings), default=0)
        self._line.show(f"shrinking: {len(case.text):,} characters, {cuts:,} cuts")

    def _save(self, name: str, case: Case) -> Path:
        """Write the small case. The raw one is what was given: whoever gave it has it."""
        path = self._out
        if path is None:
            told = repr((case.dialect, case.text, case.chunkings, case.tools)).encode(
                "utf-8", "surrogatepass"
            )
            path = self._plan.out / f"{case.dialect}-{hashlib.sha256(told).hexdigest()[:12]}.json"
        if not name.endswith(".raw"):
            write_case(path, case)
            self._saved = path
        return path


class _StatusLine:
    """One line of a terminal that says what is being done. Nothing elsewhere."""

    def __init__(self) -> None:
        from harness.report.console import is_terminal

        self._on = is_terminal(sys.stderr)

    def show(self, words: str) -> None:
        """Write over what stands there."""
        if self._on:
            click.echo(f"\r\x1b[K… {words}", nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._on:
            click.echo("\r\x1b[K", nl=False, err=True)


def _tell_nothing(verdict: Verdict) -> None:
    if not verdict.judged:
        click.echo("Nothing was judged, so there is nothing to shrink.")
        return
    click.secho("No oracle complains", fg="green", nl=False)
    click.echo(f" ({', '.join(verdict.judged)}), so there is nothing to shrink.")


def _tell(finding: Finding) -> None:
    from harness.report.block import WIDTH, finding_block
    from harness.report.console import is_terminal

    width = shutil.get_terminal_size((WIDTH, 0)).columns if is_terminal(sys.stdout) else WIDTH
    for line in finding_block(finding, CLAIMS[finding.oracle], width=width):
        click.echo(click.style(str(line), **tone) if (tone := _TONES.get(line.tone)) else str(line))
    raw, case = finding.raw, finding.case
    before, after = (max(map(len, one.chunkings), default=0) for one in (raw, case))
    click.echo(f"  from {len(raw.text):,} characters and {before:,} cuts to {len(case.text):,} and {after:,}")
