"""Samples of mutants: the dialects that tell of one, what a reason changes, and of what reasons are."""

from __future__ import annotations

from harness.selftest import mutants
from harness.selftest.mutants import sampling
from harness.selftest.mutants.noticing import dialects
from harness.selftest.score import Noticed
from harness.targets.bundled import references

REASONS = sampling.reasons()
EXPLAINED = Noticed(REASONS[0].file, 1, REASONS[0].change, "missed", "", 9)
MISSED = Noticed("toolcall_reference/parser.py", 2, "-a\n+b", "missed", "", 9)
NOTICED = Noticed(REASONS[0].file, 1, REASONS[0].change, "noticed", "truth", 3)


def test_a_file_of_one_dialect_is_tried_in_that_and_any_other_in_all() -> None:
    assert dialects("toolcall_reference/qwen/block.py") == ("qwen",)
    assert dialects("toolcall_reference/dsml/cdata.py") == ("dsml",)
    assert dialects("toolcall_reference/parser.py") == ("dsml", "qwen")


def test_a_reason_makes_an_equivalent_of_what_was_missed_and_of_nothing_else() -> None:
    summed = sampling.summed([EXPLAINED, MISSED, NOTICED], 2_401, 7)
    assert (summed.noticed, summed.equivalent, summed.missed) == (1, 1, 1)
    assert [row.state for row in summed.rows] == ["equivalent", "missed", "noticed"]
    assert [row.reason for row in summed.rows] == [REASONS[0].why, "", ""]


def test_the_section_tells_the_share_of_faults_and_each_that_was_missed() -> None:
    told = "\n".join(mutants.section(sampling.summed([EXPLAINED, MISSED, NOTICED], 2_401, 7)))
    assert "1 were missed. So 50.0 % of those that are a fault were noticed." in told
    assert "- `toolcall_reference/parser.py`: `a → b`" in told
    assert REASONS[0].why in told


def test_each_reason_is_of_a_file_that_is_there_and_given_once() -> None:
    home = references() / "python"
    assert all((home / reason.file).is_file() and reason.why for reason in REASONS)
    assert len({(reason.file, reason.change) for reason in REASONS}) == len(REASONS)
