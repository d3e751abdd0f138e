"""``roundtrip``: conversations through a chat template, and back through parsers."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli import signals
from harness.cli.options import (
    BUNDLED,
    limits,
    memory_limit_option,
    policy_option,
    targets_option,
    time_limit_option,
)
from harness.errors import UsageError

if TYPE_CHECKING:
    from harness.roundtrip.report import Report

_SEEDS = 2**32
_CASES = 500
_TONES: dict[str, dict[str, Any]] = {
    "title": {"fg": "red", "bold": True},
    "note": {"dim": True},
    "command": {"fg": "cyan"},
    "row": {},
}


class _Variable(click.ParamType[tuple[str, Any]]):
    """``NAME=VALUE`` of a template's variable. The value is JSON, or else a text."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        """Give name and value."""
        name, sign, words = value.partition("=") if isinstance(value, str) else ("", "", "")
        if not sign or not name.isidentifier():
            self.fail(f"{value!r} is not NAME=VALUE, such as enable_thinking=false", param, ctx)
        try:
            return name, json.loads(words)
        except ValueError:
            return name, words


@click.command("roundtrip")
@click.option(
    "--template",
    "path",
    type=click.Path(path_type=Path),
    help="The chat template: a file of Jinja. Required.",
)
@targets_option
@click.option(
    "-d",
    "--dialect",
    default="qwen",
    show_default=True,
    help="The wire format that the template writes: any that the targets read.",
)
@click.option(
    "--conversations",
    help='Conversations to take: a file with a JSON list, or JSON lines, of {"messages": […], "tools": […]}; '
    "or the JSON itself.",
)
@click.option("--cases", type=click.IntRange(min=1), help=f"Draw so many conversations. [default: {_CASES}]")
@click.option(
    "--seed", type=click.IntRange(0, _SEEDS - 1), help="The seed they are drawn from. [default: new]"
)
@click.option(
    "--set", "variables", type=_Variable(), multiple=True, help="Set a variable of the template. Repeatable."
)
@policy_option
@time_limit_option
@memory_limit_option
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the report as JSON to a file."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the report and stop.")
def roundtrip_command(
    *,
    path: Path | None,
    targets: tuple[str, ...],
    dialect: str,
    conversations: str | None,
    cases: int | None,
    seed: int | None,
    variables: tuple[tuple[str, Any], ...],
    policies: tuple[tuple[str, str], ...],
    time_limit: float,
    memory_limit: int,
    out: Path | None,
    as_json: bool,
    schema: bool,
) -> None:
    """Render conversations with a chat template, parse the assistant turns back, and compare.

    Tells apart what the template loses, what a parser loses, and what nobody can tell. Each kind of loss is
    shown in the smallest conversation that shows it. Exit status 1 if anything is lost, by whomever.
    Ctrl-C ends it with status 130 and tells what was found so far.
    """
    from harness.report import atomic
    from harness.roundtrip import recorded
    from harness.roundtrip import report as reports
    from harness.roundtrip.renderer import SECONDS, Renderer, load
    from harness.roundtrip.search import Plan, Search
    from harness.roundtrip.trip import Trip
    from harness.roundtrip.turn import Cutter
    from harness.search.bench import Bench

    if schema:
        click.echo(json.dumps(reports.schema(), indent=2))
        return
    if path is None:
        raise UsageError("give a chat template with --template", hint="a file such as chat_template.jinja")
    if conversations is not None and (cases is not None or seed is not None):
        raise UsageError("--cases and --seed are for drawn conversations, not for --conversations")
    plan = Plan(
        template=load(path),
        targets=targets or BUNDLED,
        dialect=dialect,
        cases=0 if conversations is not None else cases or _CASES,
        seed=random.SystemRandom().randrange(_SEEDS) if seed is None else seed,
        given=() if conversations is None else tuple(recorded.read(conversations)),
        words=_words(variables, policies),
    )
    bench = Bench(
        plan.targets, dialect, oracles=(), policies=dict(policies), limits=limits(time_limit, memory_limit)
    )
    hidden = as_json or not sys.stderr.isatty()
    with signals.interrupted_once():
        with (
            Renderer(plan.template, dict(variables), seconds=min(time_limit, SECONDS)) as renderer,
            bench,
            click.progressbar(length=len(plan.given) or plan.cases, file=sys.stderr, hidden=hidden) as bar,
        ):
            search = Search(plan, Trip(Cutter(renderer), bench, dialect), bar.update)
            report = search.run(lambda: [f"{fault.target}: {fault.message}" for fault in bench.crew.faults])
            signals.ignore()
        if out is not None:
            atomic.write(out, reports.render(report))
        if as_json:
            click.echo(reports.render(report).decode(), nl=False)
        else:
            _tell(report)
        for fault in report.faults:
            click.echo(f"fault: {fault}", err=True)
    sys.exit(report.status)


def _words(variables: tuple[tuple[str, Any], ...], policies: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Write the options again that a command needs to show a finding again."""
    told = [("--set", f"{name}={json.dumps(value)}") for name, value in variables]
    told += [("--policy", f"{name}={value}") for name, value in policies]
    return tuple(word for pair in told for word in pair)


def _tell(report: Report) -> None:
    from harness.roundtrip import lines

    for finding in report.findings:
        for tone, line in lines.finding_lines(finding):
            click.secho(line, **_TONES[tone])
        click.echo()
    for line in lines.lost_lines(report):
        click.echo(line)
    for line in lines.summary_lines(report):
        click.echo(line)
