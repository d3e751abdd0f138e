"""An item run again some times, each time on fresh processes: what each target got wrong each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, structs

from harness.fixtures.replay import hold
from harness.search.bench import Bench
from harness.shrink import ENDS
from harness.targets import Crew

if TYPE_CHECKING:
    from collections.abc import Sequence

    from harness.replay.item import Item

Trouble = frozenset[str]
"""What was wrong in one round, as "oracle: kind": empty where nothing was."""


class Trial(Struct, frozen=True):
    """One target on one item."""

    item: str  # its id
    target: str
    rounds: tuple[Trouble, ...]
    # Did anything look at it: a property that has nothing to judge any more says nothing about its fault.
    judged: bool
    why: str = ""  # it was not


def tried(item: Item, targets: Sequence[str], times: int) -> tuple[list[Trial], list[str]]:
    """Run an item so many times on these targets, together; give also what adapters did wrong.

    A target that is lost on the way has no trial. Raises ``TargetUnavailable`` where one can't be started.
    """
    return _held(item, targets, times) if item.fixture is not None else _judged(item, targets, times)


def _judged(item: Item, targets: Sequence[str], times: int) -> tuple[list[Trial], list[str]]:
    settings = item.settings
    limits = settings.limits
    if item.kind in ENDS:
        limits = structs.replace(limits, run=limits.alone)  # the limit under which it was confirmed
    rounds: dict[str, list[Trouble]] = {name: [] for name in targets}
    judged = False
    bench = Bench(
        targets,
        item.case.dialect,
        oracles=settings.oracles,
        policies=settings.policies,
        limits=limits,
        configured=settings.configured,
        tokenizer=settings.tokenizer,
    )
    with bench:
        for number in range(times):
            if number:
                bench.fresh()
            (verdict,) = bench.examine([item.case])
            judged = judged or (item.oracle in verdict.judged if item.was else bool(verdict.judged))
            for name in verdict.outcomes:
                rounds[name].append(
                    frozenset(
                        f"{one.oracle}: {one.kind}" for one in verdict.violations if name in one.targets
                    )
                )
        faults = [f"{fault.target}: {fault.message}" for fault in bench.crew.faults]
    what = item.oracle or "no oracle"
    return [
        Trial(
            item.id,
            name,
            tuple(seen),
            judged or any(seen),
            "" if judged or any(seen) else f"{what} has nothing to judge",
        )
        for name, seen in rounds.items()
        if len(seen) == times
    ], faults


def _held(item: Item, targets: Sequence[str], times: int) -> tuple[list[Trial], list[str]]:
    if item.fixture is None:
        return [], []
    rounds: dict[str, list[Trouble]] = {name: [] for name in targets}
    needs: dict[str, str] = {}
    faults: list[str] = []
    for _ in range(times):
        crew = Crew(targets, limits=item.settings.limits, configured=item.settings.configured)
        with crew:
            for tally in hold(crew, [item.fixture], item.settings.policies, lambda _: None):
                rounds[tally.target].append(frozenset(f"answer: {one.kind}" for one in tally.mismatches))
                if not tally.held:
                    needs[tally.target] = f"it needs {' or '.join(tally.unsupported)}"
            faults += [f"{fault.target}: {fault.message}" for fault in crew.faults]
    return [
        Trial(item.id, name, tuple(seen), name not in needs, needs.get(name, ""))
        for name, seen in rounds.items()
        if len(seen) == times
    ], faults
