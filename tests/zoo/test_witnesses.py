"""Each planted bug shows on its hand-made text, to the oracle it names; the clean reference shows nothing."""

from __future__ import annotations

from collections import defaultdict

import pytest

from harness.search.bench import Bench
from harness.targets import Limits
from harness.zoo.bug import Bug, zoo

Complaints = list[tuple[str, tuple[str, ...]]]

SECONDS = Limits(run=2.0, alone=1.0)  # some bugs are hangs


def complaints(targets: tuple[str, ...], bugs: list[Bug]) -> list[Complaints]:
    """Tell for each bug who complains of whom on its witness, on these targets."""
    with Bench(targets, bugs[0].head.dialect, limits=SECONDS) as bench:
        verdicts = bench.examine([bug.witness() for bug in bugs])
    return [[(found.oracle, found.targets) for found in verdict.violations] for verdict in verdicts]


def alike() -> dict[tuple[tuple[str, ...], str], list[Bug]]:
    """Gather the bugs whose clean parsers are the same."""
    groups: dict[tuple[tuple[str, ...], str], list[Bug]] = defaultdict(list)
    for bug in zoo().values():
        groups[(bug.language, *bug.targets[1:]), bug.head.dialect].append(bug)
    return groups


@pytest.mark.parametrize("bug", zoo().values(), ids=zoo())
def test_the_planted_parser_fails_on_its_witness_by_the_oracle_that_it_names(bug: Bug) -> None:
    (found,) = complaints(bug.targets, [bug])
    assert bug.head.oracle in [oracle for oracle, _ in found]
    assert all(bug.target in targets for _, targets in found)


@pytest.mark.parametrize(
    ("clean", "dialect"), alike(), ids=lambda name: "-".join([name] if isinstance(name, str) else name)
)
def test_the_clean_parsers_pass_on_all_witnesses(clean: tuple[str, ...], dialect: str) -> None:
    bugs = alike()[clean, dialect]
    found = complaints(clean, bugs)
    assert {bug.name: told for bug, told in zip(bugs, found, strict=True) if told} == {}
