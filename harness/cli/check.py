"""``check``: all targets on a given text, or on recorded vectors, side by side."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec import structs

from harness.cli.options import (
    BUNDLED,
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
    tokenizer_option,
)
from harness.cli.reading import read_case, read_stream, read_tools
from harness.cli.redacting import examine_redacted
from harness.errors import UsageError
from harness.oracles import CLAIMS, ORACLES
from harness.report.casefile import load_case
from harness.search.bench import Bench
from harness.search.investigate import shown
from harness.search.vectors import hold_against, read_vectors
from harness.tokens import vocabulary

if TYPE_CHECKING:
    from harness.model import Case
    from harness.oracles.oracle import Stances
    from harness.search.bench import Verdict
    from harness.search.vectors import Tally

_FOUND = 1
_FAULT = 2
_MOST = 20  # mismatches shown for one target


@click.command("check")
@click.argument("text", required=False)
@click.option("-f", "--file", "source", type=click.Path(path_type=Path), help="Read the text from a file.")
@click.option("--chunks", help="Feed these chunks: a JSON list of strings; joined, they are the text.")
@stream_option
@click.option("--tools", help="Declared tools of a text or of vectors: a JSON list, or a file with one.")
@click.option(
    "--expect", help="The events that are due: a JSON list, or a file with one; an object for a policy."
)
@click.option("--case", "case_file", type=click.Path(path_type=Path), help="A case that run has saved.")
@click.option("--vectors", type=click.Path(path_type=Path), help="A file of recorded vectors, JSON lines.")
@targets_option
@dialect_option
@oracle_option
@policy_option
@policies_option
@tokenizer_option
@redact_option
@time_limit_option
@memory_limit_option
@click.option("--json", "as_json", is_flag=True, help="Print what each target gave as JSON.")
def check_command(
    *,
    text: str | None,
    source: Path | None,
    chunks: str | None,
    stream: Path | None,
    tools: str | None,
    expect: str | None,
    case_file: Path | None,
    vectors: Path | None,
    targets: tuple[str, ...],
    dialect: str,
    oracles: tuple[str, ...],
    policies: tuple[tuple[str, str], ...],
    policy_file: Path | None,
    tokenizer: str | None,
    redact: bool,
    time_limit: float,
    memory_limit: int,
    as_json: bool,
) -> None:
    """Run all targets on TEXT (- reads standard input) and judge them with the oracles.

    Without --chunks or --stream the text is fed whole, one character at a time and in a dozen other
    chunkings. What a stream may be is on the page docs/recordings.md.
    Exit status 1 if an oracle fails, or a target gives another answer than a vector.
    """
    given = [thing for thing in (text, source, chunks, stream, case_file, vectors) if thing is not None]
    if len(given) != 1:
        raise UsageError(
            "give one of TEXT, --file, --chunks, --stream, --case or --vectors",
            hint="for example: toolcall-harness check -t go 'text <tool_calls>…'",
        )
    if case_file and (tools is not None or expect is not None):
        raise UsageError("--tools and --expect go with a text; a saved case has its own")
    if vectors and expect is not None:
        raise UsageError("--expect goes with a text; vectors have their own events")
    if redact and (vectors or expect is not None):
        raise UsageError("--redact goes with a text alone; what is due of it holds its values")
    if tokenizer is not None:
        vocabulary(tokenizer)  # what is missing is told before anything starts
    rows = read_vectors(vectors, read_tools(tools)) if vectors is not None else []
    case = None
    if case_file is not None:
        case = load_case(case_file)
    elif vectors is None:
        case = read_case(
            text,
            source=source,
            chunks=chunks if stream is None else read_stream(stream, quiet=redact),
            tools=tools,
            expect=expect,
            dialect=dialect,
            tokenizer=tokenizer,
        )
    bench = Bench(
        targets or BUNDLED,
        case.dialect if case else dialect,
        oracles=tuple(name for name in ORACLES if not oracles or name in oracles),
        policies=dict(policies) if case else {},
        limits=limits(time_limit, memory_limit),
        configured=configured(policy_file, targets or BUNDLED),
        tokenizer=tokenizer,
    )
    with bench:
        if case is None:
            tallies = hold_against(bench.crew, rows, dialect, dict(policies), tokenizer=tokenizer)
            failed = _tell_tallies(list(tallies), as_json)
        else:
            verdict = examine_redacted(bench, case) if redact else bench.examine([case])[0]
            failed = _tell_verdict(verdict, bench.stances, as_json=as_json)
        for fault in bench.crew.faults:
            click.echo(f"fault: {fault.target}: {fault.message}", err=True)
    sys.exit(_FAULT if bench.crew.faults else _FOUND if failed else 0)


def _tell_verdict(verdict: Verdict, stances: Stances, *, as_json: bool) -> bool:
    from harness.report.block import answer_lines, case_lines

    case = verdict.case
    rows = shown(case, verdict.outcomes, _guilty(verdict))
    if as_json:
        said = {"violations": verdict.violations, "explained": verdict.explained, "answers": rows}
        click.echo(json.dumps(msgspec.to_builtins(said), indent=2))
        return bool(verdict.violations)
    due = [answer for name in verdict.outcomes if (answer := case.answer_for(stances[name])) is not None]
    expected = due[0].events if due and all(answer is due[0] for answer in due) else None
    for line in [*case_lines(_told(verdict)), *answer_lines(rows, expected)]:
        click.echo(str(line))
    for policy in verdict.explained:
        click.echo(f"The targets differ by policy: with {policy} set equal the difference is gone.")
    for violation in verdict.violations:
        click.secho(f"{violation.oracle}: ", fg="red", bold=True, nl=False)
        click.echo(f"{violation.message}\n  broken: {CLAIMS[violation.oracle]}")
    if case.answers and not due:
        takes = (f"{name}={value}" for answer in case.answers for name, value in answer.assumes.items())
        click.echo(f"No target is held to what is due: it takes {', '.join(dict.fromkeys(takes))}.")
    if not verdict.judged:
        click.echo("Nothing was judged.")
    elif not verdict.violations:
        click.secho("No oracle complains", fg="green", nl=False)
        click.echo(f" ({', '.join(verdict.judged)}).")
    return bool(verdict.violations)


def _guilty(verdict: Verdict) -> list[int]:
    return [i for violation in verdict.violations for i in violation.chunkings]


def _told(verdict: Verdict) -> Case:
    """Keep the one chunking that people have to see: the guilty one, or the one that was given."""
    case = verdict.case
    guilty = _guilty(verdict)
    given = [1] if len(case.chunkings) in (2, 3) else []  # the third is its twin without empty chunks
    return structs.replace(case, chunkings=tuple(case.chunkings[i] for i in (guilty or given)[:1]))


def _tell_tallies(tallies: list[Tally], as_json: bool) -> bool:  # noqa: FBT001 -- private, two callers
    failed = any(tally.mismatches for tally in tallies)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(tallies), indent=2))
        return failed
    for tally in tallies:
        rows = len({mismatch.row for mismatch in tally.mismatches})
        mark = click.style(f"{rows} rows differ", fg="red") if rows else click.style("all as due", fg="green")
        under = f", missing_opener={tally.policy}" if tally.policy else ""
        click.echo(f"{tally.target}{under}: {tally.rows} rows, {tally.parses} parses: {mark}")
        for mismatch in tally.mismatches[:_MOST]:
            click.echo(f"  {mismatch.row} {mismatch.how}: {mismatch.detail}")
        if len(tally.mismatches) > _MOST:
            click.echo(f"  … and {len(tally.mismatches) - _MOST} more; --json lists all")
    return failed
