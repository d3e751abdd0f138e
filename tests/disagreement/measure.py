"""Does search by disagreement pay: parses until the first finding, beside the plain search.

    python -m tests.disagreement.measure --out FILE            the three bugs, ten seeds, both searches
    python -m tests.disagreement.measure --out FILE --table    the table of what is there

Each planted bug runs beside two references, which it can disagree with, by all oracles, in both searches. A
parse is what it is in the selftest (docs/selftest.md): what the planted parser is fed. A search ends with the
first finding that three runs on fresh parsers repeat, or after 60,000 parses. When it is done it is a line of
FILE, and is not done again.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import click
import msgspec

from harness.disagreement import Making, Pool, case_of, key_of, tuple_of
from harness.model import CONFIRMATIONS
from harness.oracles import ORACLES
from harness.search.bench import Bench
from harness.search.plan import BATCH
from harness.selftest import parses
from harness.shrink import ENDS
from harness.targets import Limits
from harness.targets.batch import Shape
from harness.zoo.bug import zoo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from harness.model import Signature
    from harness.search.bench import Verdict

BUGS = ("bare-comment-cut", "shared-sections", "zero-place-tool")
"""By the kept selftest: in each language the hardest that it found every time, never later than the cap."""

SEEDS = tuple(range(101, 111))
CAP = 60_000  # parses of the planted parser
SEARCHES = {"plain": (1, 0, 0), "disagreement": Making(0, "").shares}
"""Shares of fresh cases, of those from near choices, and of spliced texts."""

BESIDE = ("go", "node")
"""The references that it can disagree with: the two quick ones."""


def search(name: str, seed: int, shares: tuple[int, int, int], cap: int = CAP) -> dict[str, Any]:
    """Search until the first finding, and say how many parses it took."""
    bug = zoo()[name]
    planted = bug.target
    targets = (planted, *BESIDE)
    pool = Pool(Making(seed, bug.head.dialect, shares=shares))
    fed = flaky = false = 0
    started = time.process_time()
    with Bench(targets, bug.head.dialect, oracles=tuple(ORACLES), limits=Limits(run=2.0)) as bench:
        shape = Shape.of(bench.crew.targets[planted].hello)
        for verdict in _verdicts(bench, pool):
            signature = next((v.signature for v in verdict.violations if planted in v.targets), None)
            false += signature is None and bool(verdict.violations)
            ended = signature is not None and signature[0] == "crash" and signature[2] in ENDS
            fed += parses.of_case(verdict.case, shape, ended=ended)
            if signature is not None and fed <= cap:
                if _confirmed(bench, verdict, signature):
                    return {
                        "parses": fed,
                        "cases": pool.novelty.done,
                        "oracle": signature[0],
                        "mutated": "mutated" in verdict.case.features,
                        "tuples": len(pool.novelty.times),
                        "flaky": flaky,
                        "false": false,
                        "seconds": round(time.process_time() - started, 1),
                    }
                flaky += 1
            if fed > cap:
                break
    return {
        "parses": None,
        "cases": pool.novelty.done,
        "tuples": len(pool.novelty.times),
        "flaky": flaky,
        "false": false,
    }


def _verdicts(bench: Bench, pool: Pool) -> Iterator[Verdict]:
    """Run case after case, and tell the pool."""
    while True:
        first = pool.novelty.done
        cases = [case_of(pool.making, first + i, pool.menu) for i in range(BATCH)]
        for i, verdict in enumerate(bench.examine(cases)):
            pool.take(first + i, key_of(tuple_of(verdict.case, verdict.outcomes)))
            yield verdict


def _confirmed(bench: Bench, verdict: Verdict, signature: Signature) -> bool:
    for _ in range(CONFIRMATIONS):
        bench.fresh()
        (again,) = bench.examine([verdict.case])
        if all(violation.signature != signature for violation in again.violations):
            return False
    return True


def table(trials: Sequence[dict[str, Any]]) -> str:
    """Put the searches side by side; what was not found counts as more than any other."""
    lines = ["| bug | search | found | parses, all seeds | median |", "| --- | --- | --- | --- | --- |"]
    for bug, how in sorted({(trial["bug"], trial["search"]) for trial in trials}):
        mine = [trial for trial in trials if (trial["bug"], trial["search"]) == (bug, how)]
        counts = sorted(trial["parses"] or math.inf for trial in mine)
        told = ", ".join("-" if count == math.inf else f"{count:,}" for count in counts)
        middle = median(counts)
        found = sum(count < math.inf for count in counts)
        lines.append(
            f"| `{bug}` | {how} | {found} of {len(mine)} | {told} "
            f"| {'-' if middle == math.inf else f'{middle:,.0f}'} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Do what is not done, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--bugs", nargs="*", default=BUGS)
    parser.add_argument("--seeds", type=int, nargs="*", default=SEEDS)
    parser.add_argument("--searches", nargs="*", default=list(SEARCHES))
    given = parser.parse_args()
    trials = [json.loads(line) for line in given.out.read_text().splitlines()] if given.out.exists() else []
    if not given.table:
        done = {(trial["bug"], trial["seed"], trial["search"]) for trial in trials}
        wanted = ((bug, seed, how) for seed in given.seeds for bug in given.bugs for how in given.searches)
        for bug, seed, how in wanted:
            if (bug, seed, how) in done:
                continue
            shares = SEARCHES.get(how) or msgspec.convert(how.split("-"), tuple[int, int, int], strict=False)
            trial = {"bug": bug, "seed": seed, "search": how, **search(bug, seed, shares)}
            trials.append(trial)
            with given.out.open("a") as file:
                file.write(f"{json.dumps(trial)}\n")
    click.echo(table(trials))


if __name__ == "__main__":
    main()
