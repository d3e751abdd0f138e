"""A campaign worker: a process that makes cases, runs them on its own children and judges them.

It is given batches by their first case number and gives back sums and suspects, in the same order.
It never decides what a finding is. The next batch is generated while the children work on the one
before, and the answers do not depend on which worker a batch went to.
"""

from __future__ import annotations

import gc
import time
from collections import Counter
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, overload

from msgspec import Struct

from harness.cards.shape import Sight, sight
from harness.coverage.count import EVERY, cell_name, count_cells
from harness.disagreement import Key, Menu, case_of, is_fresh, key_of, made, tuple_of
from harness.events import Stats
from harness.model import Case, Fault, Outcome, Violation
from harness.search.bench import Bench, Verdict
from harness.search.orders import Order
from harness.search.plan import BATCH, Plan
from harness.tokens import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

    from harness.oracles.oracle import Stances

_YOUNG = 20_000  # objects that may be made between two looks of the garbage collector, some 2 MB


class Kept(Struct, frozen=True):
    """A case that its number does not make again."""

    case: Case
    choices: tuple[int, ...] | None  # what the generator made it of; None where it did not


class Suspect(Struct, frozen=True):
    """A case that an oracle complained of. The case itself is made again from its number, if it can be."""

    index: int
    violations: tuple[Violation, ...]
    seen: Sight  # of the first violation
    kept: Kept | None = None


class Done(Struct, frozen=True):
    """One batch, run and judged."""

    first: int  # number of its first case
    stats: Stats
    suspects: tuple[Suspect, ...]
    faults: tuple[Fault, ...]
    lost: tuple[str, ...]  # targets that became unavailable
    generate_seconds: float
    judge_seconds: float
    # Cuts by structural cell, of every fourth case (``harness.coverage``).
    cells: dict[str, int] = {}
    keys: tuple[Key, ...] = ()  # of the tuples that its cases gave, in a search by disagreement


class Broken(Struct, frozen=True):
    """The worker can't go on: a fault of the harness, or no target is left."""

    message: str
    hint: str = ""
    trace: str = ""


def serve(connection: Connection, plan: Plan) -> None:
    """Work until None comes instead of a batch, or the other side is gone."""
    with (
        _seldom_collected(),
        Bench.of(plan) as bench,
    ):
        if plan.tokenizer is not None:
            vocabulary(plan.tokenizer)  # now, and not within the time of the first batch
        connection.send("ready")
        batch = _made(plan, connection.recv())
        while batch is not None:
            bench.submit(batch.cases)
            # While the children work. A first number is a multiple of ``EVERY``.
            cells = {cell_name(cell): cuts for cell, cuts in count_cells(batch.cases[::EVERY]).items()}
            # The order after this one may have to wait for what this one gives.
            waits = not connection.poll()
            following = None if waits else _made(plan, connection.recv())
            connection.send(_done(bench, plan, batch, cells))
            if not bench.crew.targets:
                return  # the campaign knows from ``lost``
            batch = _made(plan, connection.recv()) if waits else following


def done_alone(bench: Bench, plan: Plan, order: Order) -> Done:
    """Do one batch, with nothing before or behind it."""
    batch = _made(plan, order)
    bench.submit(batch.cases)
    cells = {cell_name(cell): cuts for cell, cuts in count_cells(batch.cases[::EVERY]).items()}
    return _done(bench, plan, batch, cells)


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Let the garbage collector look less often: what a worker makes is freed when it is last used.

    By default it looks at the cases on their way after each few of them, and finds nothing.
    """
    usual = gc.get_threshold()
    gc.set_threshold(_YOUNG, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class _Batch(Struct, frozen=True):
    """The cases of an order."""

    order: Order
    cases: list[Case]
    seconds: float  # CPU time that making them took


@overload
def _made(plan: Plan, order: Order) -> _Batch: ...
@overload
def _made(plan: Plan, order: Order | None) -> _Batch | None: ...
def _made(plan: Plan, order: Order | None) -> _Batch | None:
    if order is None:
        return None
    started = time.process_time()
    making, first, menu = plan.making, order.first, order.menu
    end = first + BATCH if plan.cases is None else min(first + BATCH, plan.cases)
    cases = [case_of(making, index, menu) for index in range(first, end)]
    return _Batch(order, cases, time.process_time() - started)


def _done(bench: Bench, plan: Plan, batch: _Batch, cells: dict[str, int]) -> Done:
    """Collect and sum up a batch. Cases and answers are not kept for a moment longer."""
    judged = bench.judge_seconds
    faults, lost = len(bench.crew.faults), set(bench.crew.targets)
    verdicts = bench.collect()
    return Done(
        batch.order.first,
        summed(verdicts),
        _suspects(plan, batch.order, verdicts, bench.stances),
        tuple(bench.crew.faults[faults:]),
        tuple(sorted(lost - set(bench.crew.targets))),
        batch.seconds,
        bench.judge_seconds - judged,
        cells if any(verdict.outcomes for verdict in verdicts) else {},
        tuple([key_of(tuple_of(verdict.case, verdict.outcomes)) for verdict in verdicts])
        if plan.search == "disagreement"
        else (),
    )


def _suspects(plan: Plan, order: Order, verdicts: list[Verdict], stances: Stances) -> tuple[Suspect, ...]:
    return tuple(
        Suspect(
            index,
            verdict.violations,
            sight(verdict.case, verdict.violations[0], verdict.outcomes, stances),
            _kept(plan, index, order.menu),
        )
        for index, verdict in enumerate(verdicts, order.first)
        if verdict.violations
    )


def _kept(plan: Plan, index: int, menu: Menu) -> Kept | None:
    return None if is_fresh(plan.making, index, menu) else Kept(*made(plan.making, index, menu))


def summed(verdicts: list[Verdict]) -> Stats:
    """Sum up what became of some cases."""
    done = [verdict for verdict in verdicts if verdict.outcomes]
    cases = [verdict.case for verdict in done]
    # Counters count at the speed of C, and this is done for every case.
    knowledge = Counter([case.knowledge for case in cases])
    features = Counter(chain.from_iterable([case.features for case in cases]))
    damage = {feature for feature in features if feature.startswith("damage:")}
    return Stats(
        cases=len(done),
        characters=sum([len(case.text) for case in cases]),
        known=knowledge["known"],
        unspecified=knowledge["unspecified"],
        underived=knowledge["underived"],
        damaged=len(cases) - sum([damage.isdisjoint(case.features) for case in cases]),
        two_blocks=features["blocks:2+"],
        parses=_parses(done),
        judged=_counted([verdict.judged for verdict in done]),
        explained=_counted([verdict.explained for verdict in done]),
        features=dict(features),
    )


def _parses(verdicts: list[Verdict]) -> dict[str, int]:
    """Count the parses by target. Targets that said the same share an outcome, which is looked at once."""
    parses: dict[str, int] = {}
    counted: Outcome | None = None
    fed = 0
    for verdict in verdicts:
        for name, outcome in verdict.outcomes.items():
            if outcome is not counted:
                counted = outcome
                fed = len([*filter(None, (outcome.batch, *outcome.streams))])
            parses[name] = parses.get(name, 0) + fed
    return parses


def _counted(lists: list[tuple[str, ...]]) -> dict[str, int]:
    """Count names. Nearly all lists of a batch are equal, so lists are counted first."""
    names: dict[str, int] = {}
    for some, times in Counter(lists).items():
        for name in some:
            names[name] = names.get(name, 0) + times
    return names
