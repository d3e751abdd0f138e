"""A recorded stream of 20 KB in 3,000 chunks, made small: the goal is 200 characters and 2 cuts in 60 s.

As a program it prints what each becomes, and ends with status 1 where a bar is missed; names of fakes pick
some. On a busy machine look at the CPU time: on two cores nothing of it takes longer.
"""

from __future__ import annotations

import hashlib
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec import Struct

from harness.generate import case_at
from harness.model import Case
from harness.oracles import ORACLES
from harness.search.bench import Bench
from harness.search.investigate import Investigation
from harness.search.plan import Plan

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from harness.model import Fault

LENGTH, CHUNKS = 20_000, 3_000
LONGEST, MOST_CUTS, SECONDS = 200, 2, 60.0
FAKES = {
    "dsml": ("cut_opener", "blank_chunk", "shared_tail", "doubled_text", "empty_chunk", "whole_block"),
    "qwen": ("cut_closer", "left_closer", "eaten_bracket", "blank_delta", "open_arguments"),
}
TARGETS = [
    f"py:tests.fakes.{'' if dialect == 'dsml' else f'{dialect}.'}{name}:Parser"
    for dialect, names in FAKES.items()
    for name in names
]


class Shrunk(Struct, frozen=True):
    """What became of a long case."""

    length: int
    cuts: int
    seconds: float  # of wall time, confirmation and all
    cpu: float  # of CPU time, that of the parsers in it
    how: str
    text: str


def cpu_seconds() -> float:
    """Count the CPU time of this process and of the children that have ended."""
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def dialect_of(target: str) -> str:
    """Name the dialect that a fake reads."""
    return "qwen" if ".qwen." in target else "dsml"


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def recorded(dialect: str, seed: int) -> Case:
    """Join documents to a text of ``LENGTH`` characters, cut at ``CHUNKS - 1`` places, some twice."""
    parts: list[str] = []
    tools = {}
    index = 0
    while sum(map(len, parts)) < LENGTH:
        case = case_at(seed, index, dialect)
        index += 1
        if case.knowledge == "known" and len(case.text) < LENGTH // 8:
            parts.append(case.text)
            tools.update({tool.name: tool for tool in case.tools})
    text = "\n".join(parts)[:LENGTH]
    cuts = tuple(sorted(1 + _digest(f"{seed}:{number}") % (len(text) - 1) for number in range(CHUNKS - 1)))
    return Case(id="recorded", dialect=dialect, text=text, chunkings=((), cuts), tools=tuple(tools.values()))


def shrunk(target: str, folder: Path, seed: int = 1) -> Shrunk:
    """Confirm the first violation and make it small, as ``shrink`` does."""
    dialect = dialect_of(target)
    plan = Plan(
        targets=(target,),
        dialect=dialect,
        oracles=tuple(ORACLES),
        asked=(),
        seed=seed,
        out=folder,
        shrink_calls=200_000,
        shrink_seconds=SECONDS,
    )
    started, before = time.monotonic(), cpu_seconds()
    with Bench(plan.targets, dialect, oracles=plan.oracles) as bench:
        while not (verdict := bench.examine([recorded(dialect, seed)])[0]).violations:
            seed += 1  # some need what not every text has
    faults: list[Fault] = []
    investigation = Investigation(
        plan, lambda _: None, lambda name, _: folder / f"{name}.json", faults.append
    )
    finding = investigation.given("F1", verdict.case, verdict.violations)
    if faults:
        raise AssertionError(faults)
    seconds, cpu = time.monotonic() - started, cpu_seconds() - before
    small = finding.case
    cuts = max(map(len, small.chunkings), default=0)
    return Shrunk(
        len(small.text), cuts, seconds, cpu, f"{finding.oracle}: {finding.kind}; {finding.shrink}", small.text
    )


@pytest.mark.parametrize("target", TARGETS)
def test_20_kilobytes_in_3000_chunks(benchmark: BenchmarkFixture, target: str, tmp_path: Path) -> None:
    small = benchmark.pedantic(shrunk, args=(target, tmp_path), rounds=1)
    assert small.length <= LONGEST
    assert small.cuts <= MOST_CUTS


def main(names: list[str]) -> int:
    """Print what each fake's case becomes."""
    missed = 0
    for target in TARGETS:
        if names and not any(f".{name}:" in target for name in names):
            continue
        small = shrunk(target, Path("build"))
        good = small.length <= LONGEST and small.cuts <= MOST_CUTS and small.seconds <= SECONDS
        missed += not good
        sys.stdout.write(
            f"{'' if good else 'MISSED '}{target}: {small.length} characters, {small.cuts} cuts, "
            f"{small.seconds:.1f} s, {small.cpu:.1f} s of CPU; {small.how}; {small.text[:LONGEST]!r}\n"
        )
        sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
