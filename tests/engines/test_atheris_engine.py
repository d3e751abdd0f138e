"""Campaigns of the engine atheris: what a parser does in the fuzzing process is a finding like any other."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from harness.cli.run import run_command
from harness.corpus.kept import read
from harness.engines import asking, inputs
from harness.errors import HarnessError, TargetUnknown, UsageError
from harness.report.casefile import load_case
from tests.campaign.commands import ROOT
from tests.engines.conftest import FUZZ

if TYPE_CHECKING:
    from pathlib import Path

    from tests.campaign.commands import Command

needs_atheris = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="atheris is not installed: it is in the extra selftest",
)

CUT_OPENER = "py:tests.fakes.cut_opener:Parser"
RASH = "py:tests.engines.rash_parsers:"
QUICK = ("--time-limit", "1s", "--shrink-time", "2s", "--seed", "3")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("names", "oracles", "told"),
    [
        (["python", "go"], [], "takes one target"),
        (["go"], [], "can't be loaded"),
        (["cmd:./adapter"], [], "can't be loaded"),
        (["transformers"], [], "can't be loaded"),
        (["http://127.0.0.1:1/v1"], [], "can't be loaded"),
        (["zoo:any-of-assertion"], [], "can't be loaded"),
        (["python"], ["agreement"], "needs two targets"),
    ],
)
def test_what_the_engine_can_not_do_is_one_clear_error(
    names: list[str], oracles: list[str], told: str
) -> None:
    with pytest.raises(UsageError, match=told) as raised:
        asking.check(names, oracles)
    assert raised.value.hint


def test_a_bug_that_nobody_planted_is_unknown() -> None:
    with pytest.raises(TargetUnknown, match="no planted bug"):
        asking.check(["zoo:nothing"], [])


def test_without_atheris_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(HarnessError, match="not installed") as raised:
        asking.check(["python"], [])
    assert "selftest" in raised.value.hint or "3.11" in raised.value.hint


def test_a_refusal_is_status_2_before_anything_is_written(fuzz: Command) -> None:
    done = fuzz("-t", "cmd:./adapter")
    assert done.status == 2
    assert "can't be loaded" in done.stderr
    assert not done.out.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--engine", "atheris", "--shard", "1/2"), "--shard and --engine atheris"),
        (("--corpus", "x"), "--corpus goes with --search disagreement"),
        (("--engine", "atheris", "--search", "disagreement"), "--search disagreement and --engine atheris"),
        (("--watch", "json"), "--watch goes with --engine atheris"),
    ],
)
def test_options_that_do_not_go_together_are_named(words: tuple[str, ...], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        run_command.main(["-t", "python", *words], standalone_mode=False)


# ---------------------------------------------------------------- what is found


@needs_atheris
def test_a_finding_takes_the_same_path_as_any(fuzz: Command) -> None:
    done = fuzz("-t", CUT_OPENER, "--oracle", "split", "--cases", "100", "--max-findings", "1", *QUICK)
    assert done.status == 1, done.stderr
    (finding,) = done.report["findings"]
    assert (finding["oracle"], finding["confirmed"]) == ("split", 3)
    assert len(finding["case"]["text"]) < len(finding["raw"]["text"])
    assert len(done.report["cards"]) == 1
    assert load_case(done.out / "cases" / "F1.raw.json").text == finding["raw"]["text"]
    inside = read(done.out / "corpus")
    assert inside
    assert len(inputs.known(done.out / "corpus", "dsml")) == len(inside)


@needs_atheris
@pytest.mark.full
@pytest.mark.parametrize(
    ("parser", "kind"),
    [
        ("Dies", "crash"),
        ("Segfaults", "crash"),
        ("Counts", "hang"),
        ("CountsInside", "hang"),
        ("Sleeps", "hang"),
    ],
)
def test_a_parser_that_ends_its_process_or_never_comes_back_is_a_finding(
    fuzz: Command, parser: str, kind: str
) -> None:
    done = fuzz("-t", f"{RASH}{parser}", "--oracle", "crash", "--cases", "40", *QUICK)
    assert done.status == 1, done.stderr
    assert {(one["oracle"], one["kind"], one["confirmed"]) for one in done.report["findings"]} == {
        ("crash", kind, 3)
    }
    assert done.report["faults"] == []
    assert (done.report["state"], done.report["cases"]) == ("finished", 40)


@needs_atheris
@pytest.mark.full
def test_a_process_that_is_kept_from_going_on_is_waited_for(fuzz: Command) -> None:
    """Asleep for as long, it would be ended: 3 x 1 s and 10 s."""
    done = fuzz("-t", f"{RASH}Pauses", "--oracle", "crash", "--cases", "40", *QUICK)
    assert (done.status, done.report["faults"], done.report["cases"]) == (0, [], 40), done.stderr


@needs_atheris
@pytest.mark.full
def test_a_process_that_ends_at_an_innocent_case_is_a_fault_and_no_finding(fuzz: Command) -> None:
    done = fuzz("-t", f"{RASH}Remembers", "--oracle", "crash", "--cases", "40", *QUICK)
    assert done.status == 2
    assert done.report["findings"] == []
    assert "the case does nothing" in done.report["faults"][0]["message"]


@needs_atheris
@pytest.mark.full
@pytest.mark.parametrize("dialect", ["dsml", "qwen"])
def test_the_reference_is_clean_in_this_process_too(fuzz: Command, dialect: str) -> None:
    done = fuzz("-d", dialect, "--cases", "400", "--seed", "5")
    assert done.status == 0, done.stderr
    assert [target["name"] for target in done.report["targets"]] == ["python"]
    assert done.report["cases"] == 400
    assert done.report["options"]["engine"] == "atheris"


# ---------------------------------------------------------------- the same again, and on from there


@needs_atheris
@pytest.mark.full
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_same_seed_and_jobs_give_the_same_report(fuzz: Command, jobs: str) -> None:
    words = ("-t", "zoo:cdata-end-tag", "-j", jobs, "--cases", "150", "--seed", "7", "--shrink-time", "60s")
    first, second = fuzz(*words), fuzz(*words)
    assert first.report_but_times == second.report_but_times
    assert (first.status, first.report["cases"]) == (1, 150)
    names = {path.name for path in (first.out / "corpus").iterdir()}
    assert names == {path.name for path in (second.out / "corpus").iterdir()}


@needs_atheris
@pytest.mark.full
def test_a_corpus_is_gone_on_from_and_grows(fuzz: Command, tmp_path: Path) -> None:
    words = ("-t", "python", "--oracle", "crash", "--corpus", str(tmp_path / "corpus"))
    fuzz(*words, "--cases", "100", "--seed", "1")
    before = set((tmp_path / "corpus").iterdir())
    fuzz(*words, "--cases", "300", "--seed", "2")
    assert before < set((tmp_path / "corpus").iterdir())
    alone = fuzz("-t", "python", "--oracle", "crash", "--cases", "300", "--seed", "2")
    # What was known is not new again.
    fresh = set((tmp_path / "corpus").iterdir()) - before
    assert len(fresh) < len(list((alone.out / "corpus").iterdir()))


@needs_atheris
@pytest.mark.full
def test_an_interrupt_keeps_what_was_found_worth_keeping(tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = subprocess.Popen(
        [*FUZZ, "-t", "python", "--oracle", "crash", "--time", "200s", "--seed", "1", "--out", str(out)],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    ends = time.monotonic() + 120
    while not list(out.glob("corpus/*.json")) and time.monotonic() < ends:
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert list(out.glob("corpus/*.json"))
