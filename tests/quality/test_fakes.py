"""Every fake is found, by the oracle that its first comment names, as one finding, and made small."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from fake_runs import CONTROLS, ENDS, FAKES, Fake, Run, again, all_fakes, campaign, control, cuts

from harness.oracles import ORACLES

if TYPE_CHECKING:
    from pathlib import Path

CASES = 5_000
SEEDS = (1, 2, 3)
LONGEST = 200  # characters that a shrunk case may have
MOST_CUTS = 2

# Found in seconds: what every run of the tests has time for. All are run with --full.
FAST = {
    "open_index",
    "finish_again",
    "cut_opener",
    "second_block",
    "joined_lines",
    "declared_text",
    "leaked_opener",
    "trimmed_text",
    "invented_call",
    "proto_lost",
    "six_digits",
    "echoed_tag",
    "cut_closer",
    "first_character",
    "routed_thought",
    "unstreamed_empty",
    "repeated_name",
    "late_call",
    "late_arguments",
    "full_buffer",
    "dropped_stream",
    "almost_closed",
    "lasting_damage",
    "hollow_function",
    "other_key",
}

pytestmark = pytest.mark.timeout(900)  # on a busy machine a campaign takes its time

ALL = all_fakes()
every_fake = pytest.mark.parametrize("fake", ALL, ids=lambda fake: fake.name)
every_fast_fake = pytest.mark.parametrize(
    "fake", [fake for fake in ALL if fake.name in FAST], ids=lambda fake: fake.name
)
every_seed = pytest.mark.parametrize("seed", SEEDS)
every_dialect = pytest.mark.parametrize("dialect", CONTROLS)


def check_the_finding(fake: Fake, run: Run) -> None:
    assert set(run.signatures) == {(fake.oracle, fake.kind)}, run.stderr
    assert run.status == 1
    (card,) = run.report["cards"]
    finding = next(one for one in run.findings if one["id"] == card["findings"][0])
    assert finding["targets"] == [fake.target]
    assert finding["confirmed"] == 3
    case = finding["case"]
    if fake.kind not in ENDS:  # each try costs a child there, so the shrinker stops by the clock
        assert finding["shrink"].startswith("finished")
        assert len(case["text"]) <= LONGEST
        assert cuts(case) <= MOST_CUTS
    assert len(case["text"]) <= len(finding["raw"]["text"])
    saved = json.loads((run.folder / "cases" / f"{finding['id']}.raw.json").read_text("ascii"))
    assert saved["case"]["text"] == finding["raw"]["text"]
    assert saved["case"]["id"] == finding["raw"]["id"]


def check_the_command(fake: Fake, run: Run) -> None:
    done = again(run.findings[0]["command"])
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"\n{fake.oracle}: " in done.stdout
    assert fake.kind in done.stdout


@every_fast_fake
def test_a_fake_is_found_named_rightly_and_made_small(fake: Fake, tmp_path: Path) -> None:
    options = ("--max-findings", "1", *fake.options)
    run = campaign(fake.targets, tmp_path, dialect=fake.dialect, cases=CASES, seed=1, options=options)
    check_the_finding(fake, run)
    check_the_command(fake, run)


def test_every_oracle_and_every_language_has_fakes_that_are_always_run() -> None:
    fast = [fake for fake in ALL if fake.name in FAST]
    assert {fake.name for fake in fast} == FAST
    assert {fake.oracle for fake in fast} == set(ORACLES)
    assert {fake.language for fake in fast} == {"python", "node", "go"}


def test_every_oracle_has_two_fakes_and_there_are_enough_over_the_protocol() -> None:
    for oracle in ORACLES:
        assert sum(fake.oracle == oracle for fake in ALL) >= 2, oracle
    assert {"exception", "crash", "hang", "memory"} <= {fake.kind for fake in ALL}
    assert len({fake.name for fake in ALL}) == len(ALL)
    assert sum(fake.language != "python" for fake in ALL) >= 8


@every_dialect
def test_nothing_is_found_in_the_control(dialect: str, tmp_path: Path) -> None:
    run = campaign([control(dialect)], tmp_path, dialect=dialect, cases=640, seed=1)
    assert run.status == 0
    assert run.findings == []


def test_the_readme_lists_every_fake_with_what_finds_it_and_no_other() -> None:
    lines = (FAKES / "README.md").read_text("utf-8").splitlines()
    for fake in ALL:
        (row,) = [line for line in lines if line.startswith(f"| `{fake.name}` |")]
        assert f"` | {fake.language.capitalize()} | " in row
        assert f"| `{fake.oracle}`: {fake.kind} |" in row
        assert any(fake.target.replace(fake.name, "X") in line for line in lines)
    listed = [line.split("`")[1] for line in lines if line.startswith("| `")]
    assert sorted(listed) == sorted([*CONTROLS.values(), *(fake.name for fake in ALL)])


@pytest.mark.full
@every_seed
@every_fake
def test_a_fake_gives_one_finding_and_no_other_in_a_whole_campaign(
    fake: Fake, seed: int, tmp_path: Path
) -> None:
    run = campaign(fake.targets, tmp_path, dialect=fake.dialect, cases=CASES, seed=seed, options=fake.options)
    check_the_finding(fake, run)
    if seed == SEEDS[0]:
        check_the_command(fake, run)


@pytest.mark.full
@pytest.mark.parametrize(
    "fake", [fake for fake in ALL if fake.oracle != "agreement"], ids=lambda fake: fake.name
)
def test_beside_the_reference_only_agreement_adds_to_it(fake: Fake, tmp_path: Path) -> None:
    targets = [fake.target, "python"]
    run = campaign(
        targets,
        tmp_path,
        dialect=fake.dialect,
        cases=CASES,
        seed=1,
        options=(*fake.options, "--shrink-time", "1s"),
    )
    own = [f for f in run.findings if f["oracle"] != "agreement"]
    assert [(f["oracle"], f["kind"], f["targets"]) for f in own] == [(fake.oracle, fake.kind, [fake.target])]


@pytest.mark.full
@every_seed
@every_dialect
def test_nothing_is_found_in_the_control_in_a_whole_campaign(dialect: str, seed: int, tmp_path: Path) -> None:
    run = campaign([control(dialect)], tmp_path, dialect=dialect, cases=CASES, seed=seed)
    assert run.status == 0
    assert run.findings == []
    assert run.report["cases"] == CASES
