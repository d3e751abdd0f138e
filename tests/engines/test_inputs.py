"""What a fuzzer keeps is a corpus of cases like any other, and holds the bytes to go on from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from harness.corpus.kept import add
from harness.engines import inputs
from harness.engines.byte_source import drawn, random_bytes
from harness.engines.task import Task, current, fuzzer_seed, number, read_current
from harness.errors import ReportError, UsageError
from harness.generate import case_at
from harness.oracles import ORACLES
from harness.search.plan import BATCH, Plan

PLAN = Plan(("python",), "dsml", tuple(ORACLES), asked=(), seed=1, out=Path())
QWEN = structs.replace(PLAN, dialect="qwen")

some_bytes = st.binary(max_size=200)


@given(some_bytes)
def test_the_name_of_a_kept_case_holds_bytes_that_make_it_again(data: bytes) -> None:
    case = inputs.kept_case(data, PLAN)
    held = inputs.bytes_of(case.id)
    assert held is not None
    assert len(held) <= len(data)
    assert drawn(held, PLAN, case.id)[0] == case


@pytest.mark.parametrize("name", ["", "1:20", "bytes", "bytes:é", "bytes:AAAAA"])
def test_another_name_holds_no_bytes(name: str) -> None:
    assert inputs.bytes_of(name) is None


def test_the_inputs_of_a_dialect_are_read_again_and_other_cases_are_left_alone(tmp_path: Path) -> None:
    kept = [inputs.kept_case(random_bytes(str(n)), PLAN) for n in range(5)]
    for case in [*kept, inputs.kept_case(random_bytes("q"), QWEN), case_at(1, 2, "dsml")]:
        add(tmp_path, case)
    found = inputs.known(tmp_path, "dsml")
    assert sorted(found) == sorted(inputs.bytes_of(case.id) or b"" for case in kept)
    assert len(inputs.known(tmp_path, "qwen")) == 1
    assert inputs.known(tmp_path / "missing", "dsml") == []


def test_a_corpus_that_is_none_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="is no folder"):
        inputs.known(tmp_path / "file", "dsml")
    (tmp_path / f"{0:016x}.json").write_text("{}")
    with pytest.raises(ReportError, match="is not the digest"):
        inputs.known(tmp_path, "dsml")


def test_no_two_inputs_to_begin_with_are_of_one_size(tmp_path: Path) -> None:
    """libFuzzer takes those of one size in the order of the disk: another one on another disk."""
    given_ones = [b"abc", b"abd", b"", b"abc"]
    inputs.begin_with(tmp_path, given_ones)
    written = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    sizes = [len(data) for data in written]
    assert len(set(sizes)) == len(sizes) == len(given_ones)
    assert sorted(data.rstrip(b"\0") for data in written) == sorted(given_ones)


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 8), st.data())
def test_no_two_cases_of_a_campaign_have_one_number(
    one: int, other: int, parts: int, data: st.DataObject
) -> None:
    part, another = data.draw(st.integers(0, parts - 1)), data.draw(st.integers(0, parts - 1))
    same = (one, part) == (other, another)
    assert (number(one, part, parts) == number(other, another, parts)) == same
    assert number(one, part, parts) // BATCH % parts == part
    assert number(one, part, parts) % BATCH == one % BATCH


@given(st.integers(0, 2**32 - 1), st.integers(0, 63), st.integers(0, 10**9))
def test_a_seed_of_a_process_is_one_that_libfuzzer_does_not_take_for_random(
    seed: int, part: int, first: int
) -> None:
    assert 0 < fuzzer_seed(Task(structs.replace(PLAN, seed=seed), part, first, None, "")) < 2**31


@given(st.integers(0, 2**40), some_bytes, some_bytes)
def test_the_input_a_process_was_at_is_read_whatever_longer_one_stood_there(
    local: int, data: bytes, before: bytes
) -> None:
    written = current(local, data)
    older = current(7, before)
    assert read_current(written + older[len(written) :]) == (local, data)
    assert read_current(b"") is None


def test_mutants_are_of_the_bytes_that_are_asked_for_or_all_new() -> None:
    """In a process of its own: Atheris mutates only where it was set up."""
    pytest.importorskip("atheris", reason="atheris is not installed: it is in the extra selftest")
    program = """
import sys, atheris
from harness.engines.byte_source import random_bytes
from harness.engines.fuzzing import mutated
from harness.engines.inputs import needed
from tests.engines.test_inputs import PLAN
data = needed(random_bytes("a"), PLAN)
mutate = mutated(PLAN)
seen = [0, 0]
def once(_data):
    for seed in range(200):
        mutant = mutate(data + b"unused" * 50, 4096, seed)
        alike = sum(a == b for a, b in zip(data, mutant)) > len(data) // 4
        seen[seed % 2] += alike
        assert len(mutate(data, 9, seed)) <= 9
    print(seen[0] > 20, seen[1] == 0, flush=True)
atheris.Setup([sys.argv[0], "-runs=0", "-verbosity=0"], once)
atheris.Fuzz()
"""
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[0] == "True True", done.stderr
