"""``prove``: every chunking of a text with few cuts, and a sample of the others."""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import ExitStack
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import structs

from harness.cli.options import (
    BUNDLED,
    configured,
    dialect_option,
    limits,
    memory_limit_option,
    policies_option,
    policy_option,
    stream_option,
    targets_option,
    time_limit_option,
    tokenizer_option,
)
from harness.cli.reading import read_case, read_stream
from harness.errors import UsageError
from harness.proof.prover import ORACLES, Prover, prove
from harness.proof.scope import Chunkings
from harness.proof.told import BROKEN, OPEN, PROVED, as_json, one_line, sentence, state
from harness.report.casefile import load_case, write_case
from harness.report.verdict import counted
from harness.search.bench import Bench
from harness.search.plan import Plan
from harness.tokens import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from harness.model import Case, Fault
    from harness.proof.prover import Failure, Proof
    from harness.proof.scope import Scope

_FOUND = 1
_FAULT = 2
_MOST = 100_000
_SEEDS = 2**32
_TONES = {PROVED: "green", OPEN: "yellow", BROKEN: "red"}  # from best to worst


@click.command("prove")
@click.argument("text", required=False)
@click.option("-f", "--file", "source", type=click.Path(path_type=Path), help="Read the text from a file.")
@click.option("--chunks", help="The text, as a JSON list of strings; how these cut it plays no part.")
@stream_option
@click.option("--case", "case_file", type=click.Path(path_type=Path), help="A case that run has saved.")
@click.option(
    "--fixtures",
    is_flag=False,
    flag_value="",
    metavar="[FILE or FOLDER]",
    help="Prove all fixtures of the dialect, by default the project's own.",
)
@click.option(
    "--cases",
    type=click.IntRange(min=1),
    help="Prove so many generated documents: the first ones that the budget is enough for.",
)
@click.option(
    "--seed", type=click.IntRange(0, _SEEDS - 1), default=0, help="The seed of --cases. [default: 0]"
)
@click.option("--tools", help="Declared tools of a text: a JSON list, or a file with one.")
@targets_option
@dialect_option
@policy_option
@policies_option
@tokenizer_option
@click.option(
    "--max-parses",
    "most",
    type=click.IntRange(min=1),
    default=_MOST,
    show_default=True,
    help="How many chunkings of one text a target may be fed. What is left out is said.",
)
@time_limit_option
@memory_limit_option
@click.option("--json", "as_data", is_flag=True, help="Print what came out as JSON.")
def prove_command(
    *,
    text: str | None,
    source: Path | None,
    chunks: str | None,
    stream: Path | None,
    case_file: Path | None,
    fixtures: str | None,
    cases: int | None,
    seed: int,
    tools: str | None,
    targets: tuple[str, ...],
    dialect: str,
    policies: tuple[tuple[str, str], ...],
    policy_file: Path | None,
    tokenizer: str | None,
    most: int,
    time_limit: float,
    memory_limit: int,
    as_data: bool,
) -> None:
    """Feed TEXT (- reads standard input) in every chunking with few cuts, and compare with the whole text.

    These are: whole, one cut anywhere, two cuts at structural places (in and around tags, entities, markers
    of CDATA, fences and line ends), and a sample with three cuts or more; see the page docs/prove.md.
    Exit status 1 if a chunking gives something else, with the smallest that does; 0 if none does. What the
    budget left out is no failure, but such a text is not called proved.
    """
    given = [one for one in (text, source, chunks, stream, case_file, fixtures, cases) if one is not None]
    if len(given) != 1:
        raise UsageError(
            "give one of TEXT, --file, --chunks, --stream, --case, --fixtures or --cases",
            hint="for example: toolcall-harness prove -t go 'text <tool_calls>…'",
        )
    if tools is not None and (case_file or fixtures is not None or cases):
        raise UsageError("--tools goes with a text; cases and fixtures have their own")
    if tokenizer is not None:
        vocabulary(tokenizer)
    if case_file is not None:
        dialect = load_case(case_file).dialect
    plan = Plan(
        targets=targets or BUNDLED,
        dialect=dialect,
        oracles=ORACLES,
        asked=(),
        seed=seed,
        out=Path("reports") / "proved",
        policies=dict(policies),
        configured=configured(policy_file, targets or BUNDLED),
        policy_file=None if policy_file is None else str(policy_file),
        limits=limits(time_limit, memory_limit),
        tokenizer=tokenizer,
    )
    todo: Iterable[Case]
    if fixtures is not None:
        todo = _fixtures(fixtures, dialect)
    elif cases is not None:
        todo = _generated(plan, cases, most)
    elif case_file is not None:
        todo = [load_case(case_file)]
    else:
        pieces = chunks if stream is None else read_stream(stream)
        todo = [read_case(text, source=source, chunks=pieces, tools=tools, dialect=dialect)]
    sys.exit(_Work(plan, many=fixtures is not None or cases is not None, quiet=as_data).run(todo, most))


class _Work:
    """Texts proved one after another, and what is told of them."""

    def __init__(self, plan: Plan, *, many: bool, quiet: bool) -> None:
        self._plan, self._many, self._quiet = plan, many, quiet
        self._fed = dict.fromkeys(plan.targets, 0)
        self._states = {PROVED: 0, BROKEN: 0, OPEN: 0}
        self._data: list[dict[str, Any]] = []
        self._faults: list[Fault] = []

    def run(self, todo: Iterable[Case], most: int) -> int:
        """Give the exit status."""
        with ExitStack() as stack:
            benches = {name: stack.enter_context(self._bench(name)) for name in self._plan.targets}
            provers = [Prover(name, bench) for name, bench in benches.items()]
            for case in todo:
                chunkings = Chunkings(case.text, case.dialect, most)
                self._take(case, prove(provers, case, chunkings), chunkings.scope)
            self._faults = [fault for bench in benches.values() for fault in bench.crew.faults]
        return self._end()

    def _bench(self, name: str) -> Bench:
        plan = self._plan
        return Bench(
            (name,),
            plan.dialect,
            oracles=plan.oracles,
            policies=plan.policies,
            limits=plan.limits,
            configured=plan.configured,
            tokenizer=plan.tokenizer,
        )

    def _take(self, case: Case, proofs: list[Proof], scope: Scope) -> None:
        worst = max((state(proof, scope) for proof in proofs), key=list(_TONES).index)
        self._states[worst] += 1
        for proof in proofs:
            # Where it failed something was asked of it, also if nothing could be counted.
            self._fed[proof.target] += proof.fed + (proof.failure is not None and not proof.fed)
        self._data.append(as_json(case.id, proofs, scope))
        if self._quiet:
            return
        if self._many:
            click.secho(one_line(case.id, proofs, scope), fg=_TONES[worst])
        for proof in proofs:
            if not self._many:
                click.secho(sentence(proof, scope), fg=_TONES[state(proof, scope)])
            if proof.failure is not None:
                self._tell_failure(proof.target, proof.failure)

    def _tell_failure(self, target: str, failure: Failure) -> None:
        from harness.report.block import answer_lines, case_lines
        from harness.search.command import command_for
        from harness.search.investigate import shown

        case, violation, plan = failure.case, failure.violation, self._plan
        told = repr((case.dialect, case.text, case.chunkings, case.tools)).encode("utf-8", "surrogatepass")
        saved = plan.out / f"{case.dialect}-{hashlib.sha256(told).hexdigest()[:12]}.json"
        write_case(saved, case)
        rows = shown(case, {target: failure.outcome}, violation.chunkings)
        for line in [*case_lines(case), *answer_lines(rows, None)]:
            click.echo(str(line))
        command = command_for(
            structs.replace(case, answers=()),
            violation,
            (target,),
            plan.policies,
            saved,
            policy_file=plan.policy_file,
            tokenizer=plan.tokenizer,
        )
        click.echo(f"  {violation.message}\n  saved as {saved}; see it again with\n  {command}")

    def _end(self) -> int:
        idle = [name for name, fed in self._fed.items() if not fed]
        if self._quiet:
            faults = [f"{fault.target}: {fault.message}" for fault in self._faults]
            click.echo(json.dumps({"texts": self._data, "faults": faults, "idle": idle}, indent=2))
        elif self._many:
            told = ", ".join(f"{number:,} {name}" for name, number in self._states.items() if number)
            texts = counted(sum(self._states.values()), "text")
            fed = counted(sum(self._fed.values()), "chunking")
            click.echo(f"{texts} on {counted(len(self._fed), 'target')}, {fed}: {told}")
        for fault in self._faults:
            click.echo(f"fault: {fault.target}: {fault.message}", err=True)
        for name in idle:
            click.echo(f"fault: {name}: no chunking could be asked of it, so this is no proof", err=True)
        return _FAULT if self._faults or idle else _FOUND if self._states[BROKEN] else 0


def _fixtures(where: str, dialect: str) -> list[Case]:
    from harness.fixtures.collection import collect, shipped

    found = collect([Path(where) if where else shipped()])
    cases = [fixture.case() for _, fixture in found.fixtures] + [case for _, case in found.cases]
    ours = [case for case in cases if case.dialect == dialect]
    if not ours:
        raise UsageError(f"none of these is of the dialect {dialect}", hint="name another one with -d")
    return ours


def _generated(plan: Plan, number: int, most: int) -> Iterator[Case]:
    """Draw documents of a campaign, in order, and pass over those that are too long to be proved."""
    from harness.generate import case_at

    drawn = (case_at(plan.seed, index, plan.dialect) for index in count())
    fit = (case for case in drawn if Chunkings(case.text, case.dialect, most).scope.complete)
    return islice(fit, number)
