"""One workflow, run here: job after job, step after step, in the shell and with the files of the service.

What a step writes into ``GITHUB_OUTPUT``, ``GITHUB_ENV`` and ``GITHUB_PATH`` is obeyed; what it writes into
``GITHUB_STEP_SUMMARY`` is kept. Jobs that wait for none of each other still run one after the other.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.nightly import shell, standins, workflow
from tests.nightly.expressions import filled, holds, shown
from tests.nightly.standins import Failed, Place
from tests.nightly.telling import tell
from tests.nightly.workflow import NotHere

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.nightly.workflow import Job, Workflow

MINUTES = 360  # that a step may take, unless its job says less


@dataclass
class Asked:
    """What a run is of, beside the file."""

    place: Place
    inputs: dict[str, str] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    actions: dict[str, Path] = field(default_factory=dict)  # folders of composite actions by ``uses``
    event: str = "schedule"


@dataclass
class Step:
    """How a step ended. ``status``: what its shell ended with; None where it did not run."""

    name: str
    outcome: str
    status: int | None = None


@dataclass
class Ran:
    """How a job ended, for one point of its matrix."""

    name: str
    result: str = "success"
    steps: list[Step] = field(default_factory=list)
    outputs: dict[str, str] = field(default_factory=dict)
    summary: str = ""


class Run:
    """A whole workflow."""

    def __init__(self, flow: Workflow, asked: Asked) -> None:
        """Check all of it before anything runs. Raises ``NotHere``."""
        self.flow, self.asked = flow, asked
        strays = asked.inputs.keys() - flow.inputs.keys()
        if strays:
            raise NotHere(f"the workflow has no input {', '.join(sorted(strays))}")
        self.inputs = {**flow.inputs, **{name: self._given(name) for name in asked.inputs}}
        self.results: dict[str, list[Ran]] = {}
        for job in flow.jobs:
            for step in job.steps:
                if "uses" in step:
                    self.composite(step["uses"]) or standins.check(step["uses"], step.get("with") or {})

    def go(self) -> list[Ran]:
        """Run all jobs; give how each of them ended."""
        shutil.rmtree(self.asked.place.artifacts, ignore_errors=True)
        self.asked.place.artifacts.mkdir(parents=True)
        for job in self.flow.jobs:
            self.results[job.name] = [self._job(job, point) for point in job.matrix]
        return [ran for ended in self.results.values() for ran in ended]

    def _job(self, job: Job, point: dict[str, Any]) -> Ran:
        axes = ", ".join(map(str, point.values()))
        ran = Ran(f"{job.name} ({axes})" if axes else job.name)
        needed = {name: self._ended(name) for name in job.needs}
        contexts: dict[str, Any] = {
            "matrix": point,
            "needs": needed,
            "inputs": self.inputs,
            "vars": dict(self.asked.variables),
            "github": {"event_name": self.asked.event, "run_id": "1", "ref_name": "main"},
            "runner": {"os": "Linux"},
        }
        good = all(one["result"] == "success" for one in needed.values())
        asked = _functions(lambda: good)
        if not holds(job.spec.get("if", "success()"), contexts, asked):
            tell(f"\n== {ran.name}: skipped")
            ran.result = "skipped"
            return ran
        tell(f"\n== {ran.name}")
        environ = {**self.flow.env, **(job.spec.get("env") or {})}
        contexts["env"] = {key: filled(shown(said), contexts, asked) for key, said in environ.items()}
        contexts["steps"] = {step["id"]: _outcome("") for step in job.steps if "id" in step}
        minutes = job.spec.get("timeout-minutes", MINUTES)
        _Steps(self, ran, contexts, minutes).go(job.steps)
        for name, said in (job.spec.get("outputs") or {}).items():
            ran.outputs[name] = filled(shown(said), contexts, asked)
        return ran

    def _given(self, name: str) -> Any:
        """Give an input that was asked for: a truth value where its default is one. Raises ``NotHere``."""
        said = self.asked.inputs[name]
        if not isinstance(self.flow.inputs[name], bool):
            return said
        if said not in {"true", "false"}:
            raise NotHere(f"the input {name} is true or false, not {said!r}")
        return said == "true"

    def _ended(self, name: str) -> dict[str, Any]:
        """Say how a job ended, over all of its matrix: as its worst point did."""
        ended = self.results[name]
        results = [ran.result for ran in ended]
        worst = next((one for one in ("failure", "skipped") if one in results), "success")
        return {"result": worst, "outputs": {key: said for ran in ended for key, said in ran.outputs.items()}}

    def composite(self, uses: str) -> Path | None:
        """Give the folder of a composite action; None for one of the service. Raises ``NotHere``."""
        folder = self.asked.actions.get(uses)
        if folder is None and uses.startswith("./"):
            folder = self.asked.place.root / uses
        if folder is not None:
            self.action(folder)
        return folder

    def action(self, folder: Path) -> dict[str, Any]:
        """Read a composite action. Raises ``NotHere``."""
        said = workflow.load(folder / "action.yml")
        runs = said.get("runs") or {}
        if runs.get("using") != "composite":
            raise NotHere(f"{folder}: no composite action")
        workflow.check_steps(runs.get("steps"), str(folder))
        for step in runs["steps"]:
            if "uses" in step:
                standins.check(step["uses"], step.get("with") or {})
            elif step.get("shell") != "bash":
                raise NotHere(f"{folder}: a step of an action names its shell, and here that is bash")
        found: dict[str, Any] = said
        return found


class _Steps:
    """The steps of one job, or of one action in it."""

    def __init__(self, run: Run, ran: Ran, contexts: dict[str, Any], minutes: float) -> None:
        self.run, self.ran, self.contexts, self.minutes = run, ran, contexts, minutes
        self.good = True
        self.place = run.asked.place
        self.path = os.environ["PATH"]

    def go(self, steps: list[dict[str, Any]]) -> bool:
        """Run steps in order; say whether all of them succeeded."""
        for step in steps:
            self._step(step, str(step.get("name") or step.get("uses") or step["run"].strip().splitlines()[0]))
        return self.good

    def _step(self, step: dict[str, Any], name: str) -> None:
        asked = _functions(lambda: self.good)
        if not holds(step.get("if", "success()"), self.contexts, asked):
            tell(f"-- {name}: skipped")
            self.ran.steps.append(Step(name, "skipped"))
            if "id" in step:
                self.contexts["steps"][step["id"]] = _outcome("skipped")
            return
        tell(f"-- {name}")
        own = {
            key: filled(shown(said), self.contexts, asked) for key, said in (step.get("env") or {}).items()
        }
        given = {
            key: filled(shown(said), self.contexts, asked) for key, said in (step.get("with") or {}).items()
        }
        outputs: dict[str, str] = {}
        if "run" in step:
            script = filled(step["run"], self.contexts, asked)
            status, outputs = self._shell(script, own, step.get("timeout-minutes", self.minutes))
        else:
            status, outputs = self._use(step["uses"], given)
        outcome = "success" if status == 0 else "failure"
        if status:
            tell(f"   ended with status {status}")
        if "id" in step:
            self.contexts["steps"][step["id"]] = {**_outcome(outcome), "outputs": outputs}
        forgiven = filled(shown(step.get("continue-on-error")), self.contexts, asked) == "true"
        self.ran.steps.append(Step(name, outcome, None if forgiven else status))
        if status and not forgiven:
            self.good = False
            self.ran.result = "failure"

    def _use(self, uses: str, given: dict[str, str]) -> tuple[int, dict[str, str]]:
        folder = self.run.composite(uses)
        if folder is not None:
            return self._composite(folder, given), {}
        self.place.paths.clear()
        try:
            outputs = standins.ACTIONS[uses][0](self.place, given)
        except Failed as failed:
            tell(f"   {failed}")
            return 2, {}
        self.path = ":".join([*self.place.paths, self.path])
        return 0, outputs

    def _composite(self, folder: Path, given: dict[str, str]) -> int:
        """Run the steps of an action as those of a job; its status is its worst one."""
        said = self.run.action(folder)
        inputs = {name: (one or {}).get("default", "") for name, one in (said.get("inputs") or {}).items()}
        for name in given:
            if name not in inputs:
                raise NotHere(f"{folder}: the action has no input {name}")
        for name, one in (said.get("inputs") or {}).items():
            if (one or {}).get("required") and name not in given:
                raise NotHere(f"{folder}: the input {name} is required")
        steps = said["runs"]["steps"]
        within = _Steps(
            self.run,
            self.ran,
            {
                **self.contexts,
                "inputs": {**{name: str(one) for name, one in inputs.items()}, **given},
                "steps": {step["id"]: _outcome("") for step in steps if "id" in step},
                "github": {**self.contexts["github"], "action_path": str(folder)},
            },
            self.minutes,
        )
        within.path = self.path
        before = len(self.ran.steps)
        within.go(steps)
        self.path = within.path
        return worst(self.ran.steps[before:]) if not within.good else 0

    def _shell(self, script: str, own: dict[str, str], minutes: float) -> tuple[int, dict[str, str]]:
        github = {"GITHUB_ACTION_PATH": self.contexts["github"].get("action_path", "")}
        environ = {"PATH": self.path, **github, **self.contexts["env"], **own}
        done = shell.run(script, self.place.work, environ, float(minutes))
        self.ran.summary += done.summary
        self.contexts["env"] = {**self.contexts["env"], **done.env}
        self.path = ":".join([*done.paths, self.path])
        return done.status, done.outputs


def worst(steps: list[Step]) -> int:
    """Give 0 where all passed, 1 where each step that failed ended with 1, else 2: something was not done."""
    statuses = {step.status for step in steps if step.status}
    return 0 if not statuses else 1 if statuses == {1} else 2


def _functions(good: Callable[[], bool]) -> dict[str, Callable[[], Any]]:
    return {
        "success": good,
        "failure": lambda: not good(),
        "always": lambda: True,
        "cancelled": lambda: False,
    }


def _outcome(outcome: str) -> dict[str, Any]:
    return {"outcome": outcome, "conclusion": outcome, "outputs": {}}
