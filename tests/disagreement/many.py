"""Many planted bugs in one search, beside the plain search of the same seeds.

    python -m tests.disagreement.many --out FILE           medium and hard Go bugs, ten seeds, both searches
    python -m tests.disagreement.many --out FILE --table   the table of what is there

``measure`` runs one bug at a time, and three bugs with ten seeds leave much to chance. Here all bugs of a
dialect see the same texts, beside the clean parser that they were made of. The pool hears of the clean one
alone, so each bug has the search that it would have by itself, up to its first difference. Found is what
gives another outcome than the clean one in the plain run: what only shows in runs that oracles ask for is not
seen.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from statistics import geometric_mean, median
from typing import TYPE_CHECKING, Any

import click
import msgspec

from harness.disagreement import Making, Pool, case_of, key_of, tuple_of
from harness.search.bench import Bench
from harness.search.plan import BATCH
from harness.zoo.bug import zoo
from tests.disagreement.measure import SEARCHES, SEEDS

if TYPE_CHECKING:
    from collections.abc import Sequence

CLEAN = "go"
CASES = 6_400
ASKED = frozenset({"isolation", "flush", "lag", "holdback", "monotone", "finish"})
"""Oracles whose bugs mostly show in runs of their own, or in when a parser speaks: left out."""
BATCHES_OF_DEATH = frozenset({"crash"})
"""Left out, too: a parser that dies is started again each time."""


def bugs(dialect: str) -> tuple[str, ...]:
    """Name the Go bugs of a dialect that are medium or hard by their grade."""
    return tuple(
        sorted(
            bug.target
            for bug in zoo().values()
            if (bug.language, bug.head.dialect) == (CLEAN, dialect)
            and bug.head.difficulty in {"medium", "hard"}
            and bug.head.oracle not in ASKED | BATCHES_OF_DEATH
        )
    )


def search(dialect: str, seed: int, shares: tuple[int, int, int]) -> dict[str, Any]:
    """Run both to the end of the cases, and say after how many parses each bug was found, if it was."""
    pool = Pool(Making(seed, dialect, shares=shares))
    found: dict[str, int] = {}
    fed = characters = 0
    names = bugs(dialect)
    started = time.process_time()
    with Bench((CLEAN, *names), dialect, oracles=()) as bench:
        while pool.novelty.done < CASES:
            first = pool.novelty.done
            verdicts = bench.examine([case_of(pool.making, first + i, pool.menu) for i in range(BATCH)])
            for i, verdict in enumerate(verdicts):
                fed += 1 + len(verdict.case.chunkings)
                characters += len(verdict.case.text)
                clean = verdict.outcomes[CLEAN]
                for name in names:
                    outcome = verdict.outcomes[name]
                    if outcome is not clean and name not in found and outcome != clean:
                        found[name] = fed
                pool.take(first + i, key_of(tuple_of(verdict.case, {CLEAN: clean})))
    return {
        "parses": {name: found.get(name) for name in names},
        "tuples": len(pool.novelty.times),
        "mean_length": round(characters / pool.novelty.done),
        "seconds": round(time.process_time() - started, 1),
    }


def table(trials: Sequence[dict[str, Any]]) -> str:
    """Put the medians of both searches side by side, and the geometric mean of what one is to the other."""
    lines = ["| bug | plain | disagreement | ratio |", "| --- | --- | --- | --- |"]
    ratios = []
    for name in sorted({name for trial in trials for name in trial["parses"]}):
        both = [
            median(
                trial["parses"][name] or math.inf
                for trial in trials
                if trial["search"] == how and name in trial["parses"]
            )
            for how in SEARCHES
        ]
        told = ["-" if count == math.inf else f"{count:,.0f}" for count in both]
        ratio = ""
        if math.inf not in both:
            ratios.append(both[1] / both[0])
            ratio = f"{ratios[-1]:.2f}"
        lines.append(f"| `{name.removeprefix('zoo:')}` | {told[0]} | {told[1]} | {ratio} |")
    if ratios:
        lines.append(f"\nGeometric mean of {len(ratios)} ratios: {geometric_mean(ratios):.2f}")
    return "\n".join(lines)


def main() -> None:
    """Do what is not done, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--seeds", type=int, nargs="*", default=SEEDS)
    given = parser.parse_args()
    trials = [json.loads(line) for line in given.out.read_text().splitlines()] if given.out.exists() else []
    if not given.table:
        done = {(trial["dialect"], trial["seed"], trial["search"]) for trial in trials}
        for seed in given.seeds:
            for dialect in ("qwen", "dsml"):
                for how, shares in SEARCHES.items():
                    if (dialect, seed, how) in done:
                        continue
                    told = search(dialect, seed, msgspec.convert(shares, tuple[int, int, int]))
                    trials.append({"dialect": dialect, "seed": seed, "search": how, **told})
                    with given.out.open("a") as file:
                        file.write(f"{json.dumps(trials[-1])}\n")
    click.echo(table(trials))


if __name__ == "__main__":
    main()
