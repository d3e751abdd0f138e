"""What a workflow's YAML says, read strictly: what the local run would not obey is an error, not left out."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_TOP = {"name", "run-name", "on", True, "permissions", "concurrency", "env", "defaults", "jobs"}
_JOB = {
    "name", "runs-on", "needs", "if", "strategy", "env", "outputs", "steps", "timeout-minutes", "permissions"
}  # fmt: skip
_STEP = {"name", "id", "if", "uses", "with", "run", "env", "shell", "continue-on-error", "timeout-minutes"}
_STRATEGY = {"matrix", "fail-fast", "max-parallel"}


class NotHere(Exception):
    """Something in a workflow that can't be run here as it is meant."""


@dataclass
class Job:
    """One job, before its matrix is expanded."""

    name: str
    needs: list[str]
    spec: dict[str, Any]
    matrix: list[dict[str, Any]] = field(default_factory=list)

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The steps, as they are written."""
        found: list[dict[str, Any]] = self.spec["steps"]
        return found


@dataclass
class Workflow:
    """A file."""

    name: str
    env: dict[str, Any]
    inputs: dict[str, Any]  # of a run by hand, with their defaults
    jobs: list[Job]  # each behind those that it needs


def load(path: Path) -> Any:
    """Read YAML."""
    try:
        return yaml.safe_load(path.read_text("utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise NotHere(f"{path}: {error}") from error


def read(path: Path) -> Workflow:
    """Read a workflow. Raises ``NotHere``."""
    document = load(path)
    if not isinstance(document, dict) or not isinstance(document.get("jobs"), dict):
        raise NotHere(f"{path}: no workflow: it has no jobs")
    _known(document, _TOP, "the workflow")
    events = document.get("on", document.get(True)) or {}  # YAML takes a bare on for a truth value
    by_hand = (events.get("workflow_dispatch") or {}) if isinstance(events, dict) else {}
    inputs = {name: (one or {}).get("default", "") for name, one in (by_hand.get("inputs") or {}).items()}
    jobs = [_job(name, spec) for name, spec in document["jobs"].items()]
    return Workflow(str(document.get("name", path.name)), document.get("env") or {}, inputs, _ordered(jobs))


def check_steps(steps: Any, where: str) -> None:
    """Refuse steps with words that nobody here obeys. Raises ``NotHere``."""
    if not isinstance(steps, list) or not steps:
        raise NotHere(f"{where}: it has no steps")
    for number, step in enumerate(steps, 1):
        _known(step, _STEP, f"{where}, step {number}")
        if ("run" in step) == ("uses" in step):
            raise NotHere(f"{where}, step {number}: it has one of run and uses")
        if not isinstance(step.get("run", step.get("uses")), str):
            raise NotHere(f"{where}, step {number}: its command is no text; put it in quotes")
        if step.get("shell", "bash") != "bash":
            raise NotHere(f"{where}, step {number}: no shell {step['shell']} here")


def _job(name: str, spec: Any) -> Job:
    _known(spec, _JOB, f"job {name}")
    check_steps(spec.get("steps"), f"job {name}")
    needs = spec.get("needs") or []
    strategy = spec.get("strategy") or {}
    _known(strategy, _STRATEGY, f"job {name}, strategy")
    axes = strategy.get("matrix") or {}
    for axis, values in axes.items():
        if axis in {"include", "exclude"} or not isinstance(values, list):
            raise NotHere(f"job {name}: the matrix has {axis}, which is not expanded here")
    points = [dict(zip(axes, point, strict=True)) for point in itertools.product(*axes.values())]
    return Job(name, [needs] if isinstance(needs, str) else needs, spec, points)


def _known(said: Any, words: Iterable[Any], where: str) -> None:
    if not isinstance(said, dict):
        raise NotHere(f"{where}: is no mapping")
    for word in said:
        if word not in words:
            raise NotHere(f"{where}: {word!r} is not obeyed here")


def _ordered(jobs: list[Job]) -> list[Job]:
    names = {job.name for job in jobs}
    for job in jobs:
        for name in job.needs:
            if name not in names:
                raise NotHere(f"job {job.name} needs {name}, which is no job")
    done: list[Job] = []
    while len(done) < len(jobs):
        ready = [job for job in jobs if job not in done and {one.name for one in done} >= set(job.needs)]
        if not ready:
            raise NotHere("the jobs wait for each other")
        done += ready[:1]
    return done
