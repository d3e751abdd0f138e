"""Ctrl-C ends ``roundtrip``: what it found so far is told, status 130, and nobody is left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.roundtrip import lines
from harness.roundtrip.renderer import Renderer, load
from harness.roundtrip.search import Plan, Search
from harness.roundtrip.shrinking import Shrinking
from harness.roundtrip.trip import Trip
from harness.roundtrip.turn import Cutter
from harness.search.bench import Bench
from harness.search.plan import BATCH
from tests.campaign.commands import COMMAND, ROOT
from tests.campaign.test_interrupt import MARK, ours, wait_until
from tests.roundtrip.test_roundtrip_command import FAITHFUL, PARSERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.roundtrip.report import Report


def interrupt(*_: object) -> Any:
    raise KeyboardInterrupt


@pytest.fixture
def opened() -> Iterator[tuple[Plan, Trip]]:
    plan = Plan(load(Path(FAITHFUL)), (f"{PARSERS}Stripping",), "qwen", cases=3 * BATCH, seed=1)
    bench = Bench(plan.targets, "qwen", oracles=())
    with Renderer(plan.template) as renderer, bench:
        yield plan, Trip(Cutter(renderer), bench, "qwen")


def told(report: Report) -> str:
    shown = [line for finding in report.findings for _, line in lines.finding_lines(finding)]
    return "\n".join([*shown, *lines.summary_lines(report)])


def test_an_interrupt_between_batches_keeps_what_was_found_and_runs_nothing_more(
    opened: tuple[Plan, Trip], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, trip = opened

    def advance(_done: int) -> None:
        monkeypatch.setattr(trip, "back", interrupt)

    report = Search(plan, trip, advance).run(list)
    assert (report.state, report.status, report.conversations, report.turns) == (
        "interrupted",
        130,
        BATCH,
        BATCH,
    )
    assert report.lost
    assert report.findings
    assert {(finding.shrink, finding.confirmed) for finding in report.findings} == {("interrupted", 0)}
    assert f"interrupted after {BATCH} conversations" in told(report)
    assert "flaky" not in told(report)
    assert "Exit status 130" in told(report)


def test_an_interrupt_during_shrinking_keeps_the_findings_and_shrinks_no_other(
    opened: tuple[Plan, Trip], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, trip = opened
    monkeypatch.setattr(Shrinking, "run", interrupt)
    report = Search(plan, trip, lambda _: None).run(list)
    assert (report.status, report.conversations) == (130, 3 * BATCH)
    first, *others = report.findings
    assert (first.confirmed, first.shrink) == (3, "interrupted")
    assert all((one.confirmed, one.shrink) == (0, "interrupted") for one in others)


def test_an_interrupt_before_the_first_conversation_blames_no_template(
    opened: tuple[Plan, Trip], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, trip = opened
    monkeypatch.setattr(trip, "there", interrupt)
    report = Search(plan, trip, lambda _: None).run(list)
    assert (report.status, report.conversations, report.faults) == (130, 0, ())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_a_report_and_status_130_and_no_child(tmp_path: Path, number: int) -> None:
    out = tmp_path / "report.json"
    call = {"function": {"name": "f", "arguments": {"a": "\\"}}}  # at which the parser hangs
    message = {"role": "assistant", "content": "", "tool_calls": [call]}
    asked = json.dumps([{"messages": [{"role": "user", "content": "q"}, message]}])
    words = ["roundtrip", "--template", FAITHFUL, "-t", f"{PARSERS}Sleeping", "--time-limit", "10m"]
    run = subprocess.Popen(
        [*COMMAND, *words, "--conversations", asked, "--out", str(out)],
        cwd=ROOT,
        env={**os.environ, MARK: str(out)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    # The command, its watchdog, the renderer and the parser.
    wait_until(lambda: len(list(ours(out))) >= 4, "the start of all processes")
    time.sleep(2)
    os.kill(run.pid, number)
    stdout, stderr = run.communicate(timeout=60)
    assert run.returncode == 130, stdout + stderr
    assert b"Traceback" not in stderr
    assert b"interrupted after 0 conversations" in stdout
    assert json.loads(out.read_text("utf-8"))["state"] == "interrupted"
    wait_until(lambda: not list(ours(out)), "the end of all processes")
