"""The local run of a workflow does what the service does with what ours use, and refuses the rest."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Any

import pytest

from tests.nightly.expressions import Misspelt, filled, holds, value
from tests.nightly.steps import main

if TYPE_CHECKING:
    from pathlib import Path

CONTEXTS: dict[str, Any] = {
    "env": {"A": "one"},
    "vars": {},
    "matrix": {"shard": 2},
    "steps": {"s": {"outcome": "success", "outputs": {"digest": "0123"}}},
}
GOOD = {"success": lambda: True, "failure": lambda: False, "always": lambda: True, "cancelled": lambda: False}
BAD = {**GOOD, "success": lambda: False, "failure": lambda: True}

Workflow = Callable[..., int]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project under version control, with one file."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "file.txt").write_text("here\n", "utf-8")
    for words in (["init", "-q"], ["add", "file.txt"]):
        subprocess.run(["/usr/bin/env", "git", *words], cwd=folder, check=True)
    return folder


@pytest.fixture
def flow(project: Path, tmp_path: Path) -> Workflow:
    """``flow(JOBS, WORDS…)`` runs a workflow of these jobs and gives the status."""

    def run(jobs: str, *words: str, head: str = "") -> int:
        file = tmp_path / "flow.yml"
        file.write_text(f"{dedent(head)}\njobs:\n{indent(dedent(jobs), '  ')}", "utf-8")
        return main([str(file), "--root", str(project), "--state", str(tmp_path / "state"), *words])

    return run


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("env.A", "one"),
        ("env.B", None),
        ("vars.TIME || '5m'", "5m"),
        ("env.A || '5m'", "one"),
        ("matrix.shard == 2", True),
        ("matrix.shard == '2'", True),
        ("env.A == 'ONE'", True),
        ("env.A != 'one' || failure()", False),
        ("steps.s.outcome == 'success' && '--first' || ''", "--first"),
        ("!(matrix.shard == 3) && true", True),
        ("'it''s'", "it's"),
        ("steps.s.outputs.other", None),
    ],
)
def test_expressions_mean_what_they_mean_on_the_service(text: str, meant: object) -> None:
    assert value(text, CONTEXTS, GOOD) == meant


@pytest.mark.parametrize(
    "text",
    [
        "matrix.shards",
        "step.s.outcome",
        "steps.t.outcome",
        "hashFiles()",
        "env.A ==",
        "(env.A",
        "env.A env.A",
        "a[0]",
    ],
)
def test_what_an_expression_does_not_mean_here_is_an_error(text: str) -> None:
    with pytest.raises(Misspelt):
        value(text, CONTEXTS, GOOD)


def test_holes_are_filled_with_text() -> None:
    text = "a ${{ matrix.shard }}/${{ vars.N || 4 }} ${{ env.B }}${{ matrix.shard == 2 }}"
    assert filled(text, CONTEXTS, GOOD) == "a 2/4 true"


def test_a_condition_asks_for_success_unless_it_asks_for_a_status() -> None:
    for condition in ("env.A == 'one'", "${{ env.A == 'one' }}", "success()"):
        assert holds(condition, CONTEXTS, GOOD)
        assert not holds(condition, CONTEXTS, BAD)
    assert holds("always()", CONTEXTS, BAD)
    assert holds("${{ failure() && env.A == 'one' }}", CONTEXTS, BAD)
    assert not holds("failure()", CONTEXTS, GOOD)


def test_steps_run_in_order_in_a_checkout_and_hand_on_what_they_write(flow: Workflow, tmp_path: Path) -> None:
    status = flow(
        """
        one:
          outputs:
            word: ${{ steps.said.outputs.word }}
          steps:
            - uses: actions/checkout@v4
            - id: said
              run: echo "word=$(cat file.txt)" >> "$GITHUB_OUTPUT"; echo "MORE=more" >> "$GITHUB_ENV"
            - run: test "$MORE ${{ steps.said.outputs.word }}" = "more here"
            - run: echo "# A page" >> "$GITHUB_STEP_SUMMARY"
        two:
          needs: one
          strategy:
            matrix:
              letter: [a, b]
              number: [1, 2]
          env:
            WHICH: ${{ matrix.letter }}${{ matrix.number }}
          steps:
            - run: echo "$WHICH ${{ needs.one.outputs.word }} $TOP" >> ../seen
        """,
        head="env:\n  TOP: ${{ vars.TOP || 'none' }}",
    )
    assert status == 0
    seen = (tmp_path / "state" / "seen").read_text("utf-8").splitlines()
    assert seen == [f"{letter}{number} here none" for letter in "ab" for number in (1, 2)]
    assert "# A page" in (tmp_path / "state" / "summary.md").read_text("utf-8")


def test_a_failed_step_ends_its_job_but_for_what_runs_always(flow: Workflow, tmp_path: Path) -> None:
    jobs = """
        one:
          steps:
            - run: "echo a >> ../seen; false; echo never >> ../seen"
            - run: echo never >> ../seen
            - if: always()
              run: echo always >> ../seen
            - if: failure()
              run: echo failure >> ../seen
        two:
          needs: one
          steps:
            - run: echo never >> ../seen
        three:
          needs: [one, two]
          if: always()
          steps:
            - run: echo ${{ needs.one.result }} ${{ needs.two.result }} >> ../seen
        """
    assert flow(jobs) == 1
    assert (tmp_path / "state" / "seen").read_text("utf-8").split() == [
        "a", "always", "failure", "failure", "skipped"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "status"),
    [("true", 0), ("exit 1", 1), ("exit 2", 2), ("exit 7", 2), ("nothing-of-that-name", 2)],
)
def test_the_status_is_that_of_the_worst_step(flow: Workflow, command: str, status: int) -> None:
    jobs = f"""
        one:
          steps:
            - run: "{command}"
        two:
          steps:
            - run: "true"
        """
    assert flow(jobs) == status


def test_a_pipe_fails_where_any_of_it_does(flow: Workflow) -> None:
    assert flow("one:\n  steps:\n    - run: exit 1 | true\n") == 1


def test_a_failure_that_is_forgiven_is_none(flow: Workflow) -> None:
    assert flow("one:\n  steps:\n    - run: exit 3\n      continue-on-error: true\n    - run: 'true'\n") == 0


def test_a_run_of_no_job_is_no_success(flow: Workflow) -> None:
    assert flow("one:\n  if: failure()\n  steps:\n    - run: 'true'\n") == 2


def test_a_step_is_stopped_when_its_minutes_are_over(flow: Workflow) -> None:
    assert flow("one:\n  timeout-minutes: 0.002\n  steps:\n    - run: sleep 60\n") == 2


def test_the_cache_stays_from_run_to_run_and_artifacts_do_not(flow: Workflow) -> None:
    jobs = """
        one:
          steps:
            - uses: actions/checkout@v4
            - uses: actions/cache/restore@v4
              with: {path: kept, key: exact, restore-keys: part-}
            - run: cp kept/number number || echo 0 > number
            - run: test "$(cat number)" = "$WANTED"
            - run: mkdir -p kept out; echo $((WANTED + 1)) > kept/number; cp kept/number out
            - uses: actions/cache/save@v4
              with: {path: kept, key: "part-${{ vars.WANTED }}"}
            - uses: actions/upload-artifact@v4
              with: {name: out-1, path: out, if-no-files-found: error}
        two:
          needs: one
          steps:
            - uses: actions/checkout@v4
            - run: test ! -e kept
            - uses: actions/download-artifact@v4
              with: {pattern: out-*, path: back, merge-multiple: true}
            - run: test "$(cat back/number)" = "$((WANTED + 1))"
        """
    for wanted in range(3):
        assert flow(jobs, "--var", f"WANTED={wanted}", head="env: {WANTED: '${{ vars.WANTED }}'}") == 0
    assert flow(jobs, "--var", "WANTED=1", head="env: {WANTED: '${{ vars.WANTED }}'}") == 1


def test_an_artifact_that_is_not_there_is_an_error(flow: Workflow) -> None:
    for step in (
        "uses: actions/download-artifact@v4\n      with: {name: none}",
        "uses: actions/upload-artifact@v4\n      with: {name: a, path: none, if-no-files-found: error}",
    ):
        assert flow(f"one:\n  steps:\n    - uses: actions/checkout@v4\n    - {step}\n") == 2


@pytest.mark.parametrize(
    ("jobs", "told"),
    [
        (
            "one:\n  steps:\n    - uses: somebody/action@v1\n",
            "nothing stands for the action somebody/action@v1",
        ),
        (
            "one:\n  steps:\n    - uses: actions/checkout@v3\n",
            "nothing stands for the action actions/checkout@v3",
        ),
        ("one:\n  steps:\n    - uses: actions/checkout@v4\n      with: {ref: x}\n", "does not obey 'ref'"),
        ("one:\n  steps:\n    - run: x\n      shell: pwsh\n", "no shell pwsh"),
        ("one:\n  services: {}\n  steps:\n    - run: x\n", "'services' is not obeyed"),
        ("one:\n  steps:\n    - run: x\n      working-directory: y\n", "'working-directory' is not obeyed"),
        ("one:\n  needs: two\n  steps:\n    - run: x\n", "needs two, which is no job"),
        ("one:\n  strategy: {matrix: {include: [{a: 1}]}}\n  steps:\n    - run: x\n", "not expanded here"),
        ("one:\n  steps: []\n", "it has no steps"),
        ("one:\n  steps:\n    - run: true\n", "its command is no text"),
    ],
)
def test_what_can_not_be_run_here_is_an_error_before_anything_runs(
    flow: Workflow, jobs: str, told: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    first = "zero:\n  steps:\n    - run: touch ../ran\n"
    assert flow(first + jobs) == 2
    assert told in capfd.readouterr().out
    assert not (tmp_path / "state" / "ran").exists()


def test_an_input_that_the_workflow_does_not_have_is_an_error(flow: Workflow) -> None:
    assert flow("one:\n  steps:\n    - run: 'true'\n", "--input", "frist=true") == 2


@pytest.mark.parametrize(
    ("words", "status"), [((), 0), (("first=false",), 0), (("first=true",), 1), (("first=yes",), 2)]
)
def test_an_input_that_is_true_or_false_is_one_of_them(
    flow: Workflow, words: tuple[str, ...], status: int
) -> None:
    head = "on: {workflow_dispatch: {inputs: {first: {type: boolean, default: false}}}}"
    job = "one:\n  steps:\n    - run: test -z \"${{ inputs.first && '--first' || '' }}\"\n"
    assert flow(job, *(one for word in words for one in ("--input", word)), head=head) == status


def test_a_composite_action_runs_its_steps_with_its_inputs(flow: Workflow, tmp_path: Path) -> None:
    action = tmp_path / "action"
    action.mkdir()
    (action / "action.yml").write_text(
        dedent("""
        inputs:
          word: {required: true}
          other: {default: usual}
        runs:
          using: composite
          steps:
            - shell: bash
              run: echo ${{ inputs.word }} ${{ inputs.other }} >> ../seen
            - if: ${{ inputs.word == 'bad' }}
              shell: bash
              run: exit 1
            - if: always()
              shell: bash
              run: |
                echo "# ${{ inputs.word }}" >> "$GITHUB_STEP_SUMMARY"
                test -f "$GITHUB_ACTION_PATH/action.yml"
        """),
        "utf-8",
    )
    job = "one:\n  steps:\n    - uses: me/action@v1\n      with: {word: %s}\n    - run: echo on >> ../seen\n"
    given = ("--action", f"me/action@v1={action}")
    assert flow(job % "good", *given) == 0
    assert flow(job % "bad", *given) == 1
    seen = (tmp_path / "state" / "seen").read_text("utf-8").splitlines()
    assert seen == ["good usual", "on", "bad usual"]
    assert "# bad" in (tmp_path / "state" / "summary.md").read_text("utf-8")
    assert flow("one:\n  steps:\n    - uses: me/action@v1\n      with: {}\n", *given) == 2


def test_a_commit_that_there_is_not_is_an_error(flow: Workflow) -> None:
    assert flow("one:\n  steps:\n    - run: 'true'\n", "--commit", "nothing") == 2
