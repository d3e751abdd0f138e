"""The workflows that are shipped: of known actions, without logic of their own, at one with themselves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from harness.dialects import DIALECTS
from tests.nightly import workflow
from tests.nightly.running import Asked, Run
from tests.nightly.standins import ACTIONS, Place

ROOT = Path(__file__).resolve().parents[2]
CI, NIGHTLY = (ROOT / ".github" / "workflows" / name for name in ("ci.yml", "nightly.yml"))
ACTION, EXAMPLE = ROOT / "action.yml", ROOT / "docs" / "nightly-example.yml"
FILES = (CI, NIGHTLY, ACTION, EXAMPLE)
USED = "OWNER/toolcall-harness@main"


def steps(file: Path) -> list[dict[str, Any]]:
    said = workflow.load(file)
    jobs = said["jobs"].values() if "jobs" in said else [said["runs"]]
    return [step for job in jobs for step in job["steps"]]


def named(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("file", [CI, NIGHTLY, EXAMPLE], ids=named)
def test_a_workflow_can_be_run_here_as_it_is_meant(file: Path, tmp_path: Path) -> None:
    run = Run(workflow.read(file), Asked(Place(ROOT, tmp_path, None), actions={USED: ROOT}))
    assert run.flow.jobs


def test_the_action_can_be_run_here_as_it_is_meant(tmp_path: Path) -> None:
    run = Run(workflow.read(CI), Asked(Place(ROOT, tmp_path, None)))
    assert run.action(ROOT)["runs"]["steps"]


@pytest.mark.parametrize("file", FILES, ids=named)
def test_no_step_has_logic_of_its_own(file: Path) -> None:
    for step in steps(file):
        lines = step.get("run", "").strip().splitlines()
        assert len(lines) <= 2
        for line in lines:
            assert re.match(r"(?:make|\.venv/bin/toolcall-harness|toolcall-harness|python -m pip) ", line)
            assert not re.search(r"[;|]|&&(?![^{]*\}\})", re.sub(r"\$\{\{.*?\}\}", "", line))


@pytest.mark.parametrize("file", FILES, ids=named)
def test_actions_are_of_a_version_that_is_named(file: Path) -> None:
    used = {step["uses"] for step in steps(file) if "uses" in step}
    assert used - {USED} <= ACTIONS.keys()
    assert all(re.search(r"@v\d+$", one) for one in used - {USED})


@pytest.mark.parametrize("file", [CI, NIGHTLY, EXAMPLE], ids=named)
def test_a_workflow_may_only_read(file: Path) -> None:
    assert workflow.load(file)["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("file", [CI, NIGHTLY], ids=named)
def test_each_job_ends_in_time(file: Path) -> None:
    assert all("timeout-minutes" in job.spec for job in workflow.read(file).jobs)


def test_the_night_expects_just_the_parts_that_its_jobs_make() -> None:
    flow = workflow.read(NIGHTLY)
    jobs = {job.name: job for job in flow.jobs}
    shard = jobs["shard"].spec["strategy"]["matrix"]
    assert shard["shard"] == list(range(1, int(flow.env["NIGHT_SHARDS"]) + 1))
    assert shard["dialect"] == flow.env["NIGHT_DIALECTS"].split() == sorted(DIALECTS)
    (gate,) = (step["run"] for step in jobs["end"].steps if "nightly gate" in step.get("run", ""))
    atheris = [f"atheris-{dialect}" for dialect in jobs["atheris"].spec["strategy"]["matrix"]["dialect"]]
    assert re.findall(r"--part (\S+)", gate) == atheris


def test_the_gate_of_the_night_hears_of_each_job() -> None:
    jobs = {job.name: job for job in workflow.read(NIGHTLY).jobs}
    end = jobs["end"]
    assert set(end.needs) == set(jobs) - {"end"}
    (gate,) = (step for step in end.steps if "nightly gate" in step.get("run", ""))
    assert re.findall(r"--job (\S+)=\$\{\{ needs\.(\S+)\.result \}\}", gate["run"]) == [
        (name, name) for name in end.needs
    ]
    assert (end.spec["if"], gate["if"]) == ("always()", "always()")


def test_the_seed_is_said_once_for_all_shards() -> None:
    jobs = {job.name: job for job in workflow.read(NIGHTLY).jobs}
    assert jobs["begin"].spec["outputs"] == {"seed": "${{ steps.begin.outputs.seed }}"}
    assert jobs["shard"].spec["env"]["NIGHT_SEED"] == "${{ needs.begin.outputs.seed }}"


@pytest.mark.parametrize("file", [NIGHTLY, ACTION], ids=named)
def test_what_is_saved_in_the_cache_is_what_the_next_night_looks_for(file: Path) -> None:
    restore, save = (
        next(step["with"] for step in steps(file) if step.get("uses", "").startswith(f"actions/cache/{what}"))
        for what in ("restore", "save")
    )
    assert restore["path"] == save["path"] == "night/cache"
    assert save["key"] == restore["restore-keys"] + "${{ steps.pack.outputs.digest }}"


def test_budgets_are_variables_with_defaults() -> None:
    env = workflow.read(NIGHTLY).env
    for name in ("NIGHT_TIME", "FUZZ_TIME"):
        assert re.fullmatch(rf"\$\{{\{{ vars\.{name} \|\| '\d+m' \}}\}}", env[name])
