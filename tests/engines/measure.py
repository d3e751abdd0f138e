"""Does our generator behind Atheris pay? ``python -m tests.engines.measure FILE [SEEDS]`` takes half an hour.

Ten planted Python bugs, five of each dialect, picked by a hash of their names and a number that nobody tuned.
Each is sought by Atheris on raw bytes (the baseline of the selftest) and by Atheris on bytes that our
generator reads, with the same cap of parses, oracles, confirmation and seeds. Each search is written to FILE,
one a line, and not done again; at the end the table is printed. Status 1: fewer than eight were won.
"""

from __future__ import annotations

import hashlib
import statistics
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

from harness.selftest.baselines.raw_bytes import run
from harness.selftest.baselines.record import CAP, derived_seed
from harness.zoo.bug import zoo

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Input = Literal["raw", "generated"]

PROGRAMS: Mapping[Input, str] = {
    "raw": "harness.selftest.baselines.fuzzing",
    "generated": "tests.engines.generated",
}

SEED = 9
"""Of the sample of bugs: the number of the issue that asked for it."""

EACH = 5
"""Bugs of a dialect."""

ENOUGH = 8
"""Of the bugs that are to be won."""


class Searched(Struct, frozen=True):
    """One search."""

    input: Input
    bug: str
    seed: int
    found: bool
    parses: int  # until it was found; else all that were made
    oracle: str


def sample() -> list[str]:
    """Pick the bugs: of each dialect those that are planted in Python, the lowest hashes first."""
    chosen: list[str] = []
    for dialect in ("dsml", "qwen"):
        names = [
            bug.name for bug in zoo().values() if bug.language == "python" and bug.head.dialect == dialect
        ]
        chosen += sorted(names, key=_hash)[:EACH]
    return chosen


def _hash(name: str) -> str:
    return hashlib.sha256(f"{SEED}:{name}".encode()).hexdigest()


def median(searches: Iterable[Searched]) -> float:
    """Give the median of the parses; one that found nothing took more than any."""
    return statistics.median_low([one.parses if one.found else float("inf") for one in searches])


def won(searches: Sequence[Searched]) -> bool:
    """Tell of one bug whether it took fewer parses with the generator, in the median of the seeds."""
    raw, generated = ([one for one in searches if one.input == which] for which in PROGRAMS)
    return median(generated) < median(raw)


def table(searches: Sequence[Searched]) -> list[str]:
    """Write the rows, for a page."""
    lines = [
        "| bug | dialect | raw: found | median parses | generated: found | median parses | won |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for bug in dict.fromkeys(one.bug for one in searches):
        mine = [one for one in searches if one.bug == bug]
        cells = [f"`{bug}`", zoo()[bug].head.dialect]
        for which in PROGRAMS:
            these = [one for one in mine if one.input == which]
            cells += [f"{sum(one.found for one in these)} of {len(these)}", _shown(median(these))]
        lines.append("| " + " | ".join([*cells, "yes" if won(mine) else "no"]) + " |")
    return lines


def _shown(parses: float) -> str:
    return "-" if parses == float("inf") else f"{parses:,.0f}"


def main() -> int:
    """Search for all, and say how it ended."""
    file, seeds = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5
    lines = file.read_bytes().splitlines() if file.exists() else []
    done = {(one.input, one.bug, one.seed): one for one in (_read(line) for line in lines)}
    bugs = sample()
    for seed in range(1, seeds + 1):
        for bug in bugs:
            for which, program in PROGRAMS.items():
                if (which, bug, seed) in done:
                    continue
                drawn = derived_seed(seed, "atheris-bytes", bug)
                tried = run("atheris-bytes", zoo()[bug], drawn, CAP, program=program)
                one = Searched(which, bug, seed, tried.found, tried.parses, tried.oracle)
                done[which, bug, seed] = one
                with file.open("ab") as out:
                    out.write(msgspec.json.encode(one) + b"\n")
    wanted = [one for one in done.values() if one.bug in bugs and one.seed <= seeds]
    wins = sum(won([one for one in wanted if one.bug == bug]) for bug in bugs)
    sys.stdout.write("\n".join([*table(wanted), "", f"won: {wins} of {len(bugs)}", ""]))
    return 0 if wins >= ENOUGH else 1


def _read(line: bytes) -> Searched:
    return msgspec.json.decode(line, type=Searched)


if __name__ == "__main__":
    raise SystemExit(main())
