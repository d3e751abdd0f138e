"""A campaign worker: a process that makes cases, runs them on its own children and judges them.

It is given batches by their first case number and gives back sums and suspects, in the same order.
It never decides what a finding is. The next batch is generated while the children work on the one
before, and the answers do not depend on which worker a batch went to.
"""

from __future__ import annotations

import time
from collections import Counter
from itertools import chain
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
    done = [verdict for verdict in verdicts if verdict.outcomes]
    cases = [verdict.case for verdict in done]
    parses: dict[str, int] = {}
    for verdict in done:
        for name, outcome in verdict.outcomes.items():
            streams = outcome.streams
            fed = (outcome.batch is not None) + len(streams) - streams.count(None)
            parses[name] = parses.get(name, 0) + fed
    # Counters count at the speed of C, and this is done for every case.
    knowledge = Counter([case.knowledge for case in cases])
    features = Counter(chain.from_iterable([case.features for case in cases]))
    return Stats(
        cases=len(done),
        characters=sum([len(case.text) for case in cases]),
        known=knowledge["known"],
        unspecified=knowledge["unspecified"],
        underived=knowledge["underived"],
        damaged=sum(["\ndamage:" in "\n".join(("", *case.features)) for case in cases]),
        two_blocks=features["blocks:2+"],
        parses=parses,
        judged=dict(Counter(chain.from_iterable([verdict.judged for verdict in done]))),
        explained=dict(Counter(chain.from_iterable([verdict.explained for verdict in done]))),
        features=dict(features),
    )
