"""A sample of mutants, run side by side; those that were not noticed are held against the reasons."""

from __future__ import annotations

import tomllib
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, structs

from harness.selftest.mutants.mutant import sample
from harness.selftest.mutants.noticing import noticed
from harness.selftest.score import Mutants, Noticed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

BUDGET = 20_000
"""Parses that each mutant gets in each dialect that its file has to do with."""

REASONS = Path(__file__).resolve().parent / "reasons.toml"


class Reason(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a mutant is no fault."""

    file: str
    change: str  # as in ``Noticed``: by file and change a reason is found again when lines have moved
    why: str


def run(count: int, seed: int, *, jobs: int, tell: Callable[[Noticed, int], object]) -> Mutants:
    """Run a sample; ``tell`` gets each mutant that is done, and how many are by then.

    What comes out does not depend on ``jobs``. Raises ``ToolchainMissing`` without mutmut, ``HarnessError``.
    """
    drawn, of = sample(count, seed)
    done: dict[int, Noticed] = {}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        futures = {pool.submit(noticed, mutant, BUDGET, seed): place for place, mutant in enumerate(drawn)}
        try:
            for future in as_completed(futures):
                done[futures[future]] = future.result()
                tell(done[futures[future]], len(done))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return summed((done[place] for place in sorted(done)), of, seed)


def summed(results: Iterable[Noticed], of: int, seed: int) -> Mutants:
    """Sum up a sample; give those that were missed and are no fault their reason."""
    why = {(reason.file, reason.change): reason.why for reason in reasons()}
    rows = tuple(_explained(one, why.get((one.file, one.change))) for one in results)
    states = [row.state for row in rows]
    return Mutants(
        of=of,
        seed=seed,
        budget=BUDGET,
        noticed=states.count("noticed"),
        equivalent=states.count("equivalent"),
        missed=states.count("missed"),
        rows=rows,
    )


def _explained(one: Noticed, why: str | None) -> Noticed:
    if one.state != "missed" or why is None:
        return one
    return structs.replace(one, state="equivalent", reason=why)


def reasons() -> tuple[Reason, ...]:
    """Read why some mutants are no fault."""
    return msgspec.convert(tomllib.loads(REASONS.read_text("utf-8")).get("mutant", []), tuple[Reason, ...])
