"""Each planted bug shows on its hand-made text, to the oracle it names; the clean reference shows nothing."""

from __future__ import annotations

import pytest

from harness.search.bench import Bench
from harness.zoo.bug import Bug, zoo

every_bug = pytest.mark.parametrize("bug", zoo().values(), ids=zoo())


def complaints(targets: tuple[str, ...], bug: Bug) -> list[tuple[str, tuple[str, ...]]]:
    with Bench(targets, bug.head.dialect) as bench:
        (verdict,) = bench.examine([bug.witness()])
    return [(violation.oracle, violation.targets) for violation in verdict.violations]


@every_bug
def test_the_planted_parser_fails_on_its_witness_and_the_clean_one_passes(bug: Bug) -> None:
    found = complaints(bug.targets, bug)
    assert bug.head.oracle in [oracle for oracle, _ in found]
    assert all(bug.target in targets for _, targets in found)
    clean = (bug.language, *bug.targets[1:])
    assert complaints(clean, bug) == []
