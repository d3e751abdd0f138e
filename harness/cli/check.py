"""``check``: all targets on a given text, or on recorded vectors, side by side."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import structs

from harness.cli.options import (
    BUNDLED,
    dialect_option,
    oracle_option,
    policy_option,
    targets_option,
    time_limit_option,
)
from harness.errors import UsageError
from harness.model import Case, Event, Tool
from harness.oracles import CLAIMS, ORACLES
from harness.report.casefile import load_case
from harness.search.bench import Bench
from harness.search.given import given_case
from harness.search.investigate import shown
from harness.search.vectors import Tally, hold_against, read_vectors
from harness.targets import Limits

_FOUND = 1


@click.command("check")
@click.argument("text", required=False)
@click.option("-f", "--file", "source", type=click.Path(path_type=Path), help="Read the text from a file.")
@click.option("--chunks", help="Feed these chunks: a JSON list of strings; joined, they are the text.")
@click.option("--tools", help="Declared tools: a JSON list, or a file with one.")
@click.option("--expect", help="The events that are due: a JSON list, or a file with one.")
@click.option("--case", "case_file", type=click.Path(path_type=Path), help="A case that run has saved.")
@click.option("--vectors", type=click.Path(path_type=Path), help="A file of recorded vectors, JSON lines.")
@targets_option
@dialect_option
@oracle_option
@policy_option
@time_limit_option
@click.option("--json", "as_json", is_flag=True, help="Print what each target gave as JSON.")
def check_command(
    *,
    text: str | None,
    source: Path | None,
    chunks: str | None,
    tools: str | None,
    expect: str | None,
    case_file: Path | None,
    vectors: Path | None,
    targets: tuple[str, ...],
    dialect: str,
    oracles: tuple[str, ...],
    policies: tuple[tuple[str, str], ...],
    time_limit: float,
    as_json: bool,
) -> None:
    """Run all targets on TEXT (- reads standard input) and judge them with the oracles.

    Without --chunks the text is fed whole, one character at a time and in a dozen other chunkings.
    Exit status 1 if an oracle fails, or a target gives another answer than a vector.
    """
    names = targets or BUNDLED
    limits = structs.replace(Limits(), run=time_limit)
    given = [thing for thing in (text, source, chunks, case_file, vectors) if thing is not None]
    if len(given) != 1:
        raise UsageError(
            "give one of TEXT, --file, --chunks, --case or --vectors",
            hint="for example: toolcall-harness check -t go 'text <tool_calls>…'",
        )
    with Bench(
        names,
        dialect if case_file is None else load_case(case_file).dialect,
        oracles=tuple(name for name in ORACLES if not oracles or name in oracles),
        policies=dict(policies) if vectors is None else {},
        limits=limits,
    ) as bench:
        if vectors is not None:
            tallies = list(hold_against(bench.crew, read_vectors(vectors), dialect, dict(policies)))
            failed = _tell_tallies(tallies, as_json=as_json)
        else:
            case = load_case(case_file) if case_file else _case(text, source, chunks, tools, expect, dialect)
            failed = _tell(bench, case, as_json=as_json)
        if bench.crew.faults:
            for fault in bench.crew.faults:
                click.echo(f"fault: {fault.target}: {fault.message}", err=True)
            sys.exit(2)
    sys.exit(_FOUND if failed else 0)


def _case(
    text: str | None,
    source: Path | None,
    chunks: str | None,
    tools: str | None,
    expect: str | None,
    dialect: str,
) -> Case:
    pieces = _json(chunks, list[str], "--chunks") if chunks is not None else None
    if pieces is not None:
        text = "".join(pieces)
    elif source is not None:
        try:
            text = source.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"can't read {source}: {error}") from error
    elif text == "-":
        text = sys.stdin.buffer.read().decode("utf-8", errors="strict")
    return given_case(
        text or "",
        dialect=dialect,
        chunks=pieces,
        tools=_json(tools, tuple[Tool, ...], "--tools") if tools is not None else (),
        expect=_json(expect, tuple[Event, ...], "--expect") if expect is not None else None,
    )


def _json(words: str, wanted: Any, option: str) -> Any:
    """Read an option's JSON, given in place or as the name of a file."""
    written = words
    if not words.lstrip().startswith(("[", "{")):
        try:
            written = Path(words).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{option}: {words!r} is neither JSON nor a file that can be read") from error
    try:
        return msgspec.convert(json.loads(written), wanted)
    except ValueError as error:
        raise UsageError(f"{option}: {error}") from error


def _tell(bench: Bench, case: Case, *, as_json: bool) -> bool:
    from harness.report.block import answer_lines, case_lines

    verdict = bench.examine([case])[0]
    rows = shown(case, verdict.outcomes)
    expected = case.answers[0].events if len(case.answers) == 1 else None
    if as_json:
        violations = msgspec.to_builtins(verdict.violations)
        click.echo(json.dumps({"violations": violations, "answers": msgspec.to_builtins(rows)}, indent=2))
        return bool(verdict.violations)
    for line in [*case_lines(case), *answer_lines(rows, expected)]:
        click.echo(str(line))
    for policy in verdict.explained:
        click.echo(f"The targets differ by policy: set equal, {policy} explains it.")
    for violation in verdict.violations:
        click.secho(f"{violation.oracle}: ", fg="red", bold=True, nl=False)
        click.echo(f"{violation.message}\n  broken: {CLAIMS[violation.oracle]}")
    if not verdict.violations:
        click.secho("No oracle complains", fg="green", nl=False)
        click.echo(f" ({', '.join(verdict.judged)}).")
    return bool(verdict.violations)


def _tell_tallies(tallies: list[Tally], *, as_json: bool) -> bool:
    failed = any(tally.mismatches for tally in tallies)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(tallies), indent=2))
        return failed
    for tally in tallies:
        rows = len({mismatch.row for mismatch in tally.mismatches})
        mark = click.style("ok", fg="green") if not rows else click.style(f"{rows} rows differ", fg="red")
        click.echo(f"{tally.target} missing_opener={tally.policy}: {tally.rows} rows, {tally.parses} parses: {mark}")
        for mismatch in tally.mismatches[:20]:
            click.echo(f"  {mismatch.row} {mismatch.how}: {mismatch.detail}")
        if len(tally.mismatches) > 20:  # noqa: PLR2004 -- a screenful
            click.echo(f"  … and {len(tally.mismatches) - 20} more; --json lists all")
    return failed
