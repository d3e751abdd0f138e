"""A campaign worker: a process that makes cases, runs them on its own children and judges them.

It is given batches by their first case number and gives back sums and suspects, in the same order.
It never decides what a finding is. The next batch is generated while the children work on the one
before, and the answers do not depend on which worker a batch went to.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from msgspec import Struct

from harness.events import Stats
from harness.generate import case_at
from harness.model import Case, Fault, Violation
from harness.search.bench import Bench, Verdict
from harness.search.plan import BATCH, Plan

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


class Suspect(Struct, frozen=True):
    """A case that an oracle complained of. The case itself is made again from its number."""

    index: int
    violations: tuple[Violation, ...]


class Done(Struct, frozen=True):
    """One batch, run and judged."""

    first: int  # number of its first case
    stats: Stats
    suspects: tuple[Suspect, ...]
    faults: tuple[Fault, ...]
    lost: tuple[str, ...]  # targets that became unavailable
    generate_seconds: float
    judge_seconds: float


class Broken(Struct, frozen=True):
    """The worker can't go on: a fault of the harness, or no target is left."""

    message: str
    hint: str = ""
    trace: str = ""


def serve(connection: Connection, plan: Plan) -> None:
    """Work until None comes instead of a batch, or the other side is gone."""
    with Bench(
        plan.targets, plan.dialect, oracles=plan.oracles, policies=plan.policies, limits=plan.limits
    ) as bench:
        connection.send("ready")
        first = connection.recv()
        cases, spent = _generate(plan, first) if first is not None else ([], 0.0)
        while first is not None:
            bench.submit(cases)
            upcoming = connection.recv()
            following, cost = _generate(plan, upcoming) if upcoming is not None else ([], 0.0)
            judged = bench.judge_seconds
            faults, lost = len(bench.crew.faults), set(bench.crew.targets)
            verdicts = bench.collect()
            connection.send(
                Done(
                    first,
                    _stats(verdicts),
                    _suspects(first, verdicts),
                    tuple(bench.crew.faults[faults:]),
                    tuple(sorted(lost - set(bench.crew.targets))),
                    spent,
                    bench.judge_seconds - judged,
                )
            )
            if not bench.crew.targets:
                return  # the campaign knows from ``lost``
            first, cases, spent = upcoming, following, cost


def _generate(plan: Plan, first: int) -> tuple[list[Case], float]:
    started = time.process_time()
    end = first + BATCH if plan.cases is None else min(first + BATCH, plan.cases)
    cases = [case_at(plan.seed, index, plan.dialect, deep=plan.deep) for index in range(first, end)]
    return cases, time.process_time() - started


def _suspects(first: int, verdicts: list[Verdict]) -> tuple[Suspect, ...]:
    return tuple(
        Suspect(first + i, verdict.violations) for i, verdict in enumerate(verdicts) if verdict.violations
    )


def _stats(verdicts: list[Verdict]) -> Stats:
    knowledge = {"known": 0, "unspecified": 0, "underived": 0}
    parses: dict[str, int] = {}
    judged: dict[str, int] = {}
    explained: dict[str, int] = {}
    features: dict[str, int] = {}
    damaged = 0
    done = [verdict for verdict in verdicts if verdict.outcomes]
    for verdict in done:
        case = verdict.case
        knowledge[case.knowledge] += 1
        damaged += any(feature.startswith("damage:") for feature in case.features)
        for feature in case.features:
            features[feature] = features.get(feature, 0) + 1
        for oracle in verdict.judged:
            judged[oracle] = judged.get(oracle, 0) + 1
        for policy in verdict.explained:
            explained[policy] = explained.get(policy, 0) + 1
        for name, outcome in verdict.outcomes.items():
            fed = (outcome.batch is not None) + sum(stream is not None for stream in outcome.streams)
            parses[name] = parses.get(name, 0) + fed
    return Stats(
        cases=len(done),
        characters=sum(len(verdict.case.text) for verdict in done),
        **knowledge,
        damaged=damaged,
        two_blocks=features.get("blocks:2+", 0),
        parses=parses,
        judged=judged,
        explained=explained,
        features=features,
    )
