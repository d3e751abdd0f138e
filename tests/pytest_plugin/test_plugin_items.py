"""What becomes of an item: of each oracle, of each fixture, of known failures, of what could not be done."""

from __future__ import annotations

import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from harness.fixtures.collection import OURS, collect
from harness.oracles import ORACLES
from tests.pytest_plugin.conftest import ROOT

if TYPE_CHECKING:
    from tests.pytest_plugin.conftest import Suite

TOYS = "py:tests.pytest_plugin.plugin_toys:"
TRIMMING = "py:tests.campaign.toys:Trimming"
NO_FIXTURES = "--toolcall-fixtures=none"


def again(said: str, suite: Suite) -> subprocess.CompletedProcess[str]:
    """Run the command at the end of what an item said, in the folder of the suite, as a shell would."""
    setting, program, *words = shlex.split(said.rstrip().splitlines()[-1])
    assert program == "toolcall-harness"
    name, _, value = setting.partition("=")
    return subprocess.run(
        [sys.executable, "-m", "harness.cli", *words],
        cwd=suite.folder,
        env={name: f"{value}:{ROOT}", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def test_a_right_parser_passes_every_item_that_has_something_to_judge(suite: Suite) -> None:
    ran = suite.run("--toolcall-target=py:tests.fakes.clean:Parser")
    assert ran.status == 0, ran.page
    assert {"crash", "finish", "split", "parity", "text", "truth"} <= ran.those("passed")
    own = {f"fixture:{fixture.id}" for _, fixture in collect([OURS]).fixtures if fixture.dialect == "dsml"}
    assert set(ran.outcomes) == own | set(ORACLES)
    assert own <= ran.those("passed")
    assert "toolcall::py:tests.fakes.clean:Parser::split" in ran.ends
    # Skipped is only what says why.
    assert ran.said("agreement") == "Skipped: it compares parsers, and there is one target"
    for name in ran.those("skipped") - {"agreement"}:
        assert "nothing to judge in 64 cases" in ran.said(name)


def test_a_wrong_parser_fails_its_oracle_alone_and_the_command_shows_it_again(suite: Suite) -> None:
    ran = suite.run("--toolcall-target=py:tests.fakes.cut_opener:Parser", NO_FIXTURES, cases=128)
    assert ran.status == 1, ran.page
    assert ran.those("failed") == {"split"}
    said = ran.said("split")
    assert said in ran.page.replace("\r", "")
    assert "Traceback" not in ran.page
    assert "harness/" not in said
    for part in (
        "input ",
        "chunk 1 ",
        "chunk 2 ",
        "(differs)",
        "→ 0 calls instead of 1",
        "see it again with",
    ):
        assert part in said
    shown = again(said, suite)
    assert shown.returncode == 1, shown.stdout + shown.stderr
    assert "call missing" in shown.stdout


def test_an_oracle_fails_also_where_another_one_complains_of_each_of_its_cases(suite: Suite) -> None:
    ran = suite.run(f"--toolcall-target={TOYS}Throwing", NO_FIXTURES)
    assert {"crash", "truth"} <= ran.those("failed")
    assert ": exception, " in ran.said("crash").splitlines()[0]
    assert ": call missing, " in ran.said("truth").splitlines()[0]


def test_a_hang_is_a_failing_item_and_the_others_are_judged(suite: Suite) -> None:
    quick = ("--toolcall-time-limit=1", "--toolcall-shrink-time=1")
    few = ("-k", "crash or split or parity")
    ran = suite.run(f"--toolcall-target={TOYS}Hanging", NO_FIXTURES, *quick, *few)
    assert ran.outcomes == {"crash": "failed", "split": "passed", "parity": "passed"}, ran.page
    assert "hang: no answer within" in ran.said("crash")


def test_what_judged_nothing_fails_where_that_is_asked_for(suite: Suite) -> None:
    ran = suite.run(f"--toolcall-target={TOYS}Whole", NO_FIXTURES, "--toolcall-unjudged=fail")
    assert {"split", "parity"} <= ran.those("failed")
    assert "plugin_toys:Whole has batch, and declares no answer to a policy" in ran.said("split")
    assert ran.those("skipped") == {"agreement"}


def test_of_several_targets_only_the_odd_one_fails_the_comparison(suite: Suite) -> None:
    odd, others = f"{TOYS}Shouting", ["py:tests.campaign.toys:Silent", f"{TOYS}Declaring"]
    targets = [f"--toolcall-target={target}" for target in [*others, odd]]
    ran = suite.run(*targets, NO_FIXTURES)
    compared = {target: ran.ends[f"toolcall::{target}::agreement"].outcome for target in [*others, odd]}
    assert compared == {others[0]: "passed", others[1]: "passed", odd: "failed"}
    assert ran.ends[f"toolcall::{others[0]}::split"].outcome == "passed"


def test_a_fixture_that_fails_shows_what_is_due_and_the_command(suite: Suite) -> None:
    one = OURS / "vllm-52846.json"
    ran = suite.run("--toolcall-target=py:tests.fakes.cut_opener:Parser", f"--toolcall-fixtures={one}")
    assert "fixture:vllm-52846" in ran.those("failed")
    said = ran.said("fixture:vllm-52846")
    for part in ("chunk 1 ", "expected", "(differs)", "due       A long value", "see it again with"):
        assert part in said
    shown = again(said, suite)
    assert shown.returncode == 1, shown.stdout + shown.stderr


def test_a_fixture_that_needs_what_the_target_does_not_declare_is_skipped_and_says_so(suite: Suite) -> None:
    ran = suite.run("--toolcall-target=py:tests.campaign.toys:Silent", "-k", "fixture:")
    skipped = {name: ran.said(name) for name in ran.those("skipped")}
    assert skipped
    assert all("unsupported by py:tests.campaign.toys:Silent: it needs " in said for said in skipped.values())


def test_a_known_failure_is_expected_and_one_that_passes_fails(suite: Suite) -> None:
    known = f"toolcall_xfail={TRIMMING}::split: a reason: see there\n crash: mended"
    ran = suite.run(f"--toolcall-target={TRIMMING}", NO_FIXTURES, "-k", "split or crash", "-o", known)
    assert ran.outcomes == {"split": "xfailed", "crash": "failed"}
    assert "[XPASS(strict)] mended" in ran.said("crash")
    assert ran.status == 1
    ran = suite.run(
        f"--toolcall-target={TRIMMING}", NO_FIXTURES, "-k", "split", "-o", "toolcall_xfail=split: a reason"
    )
    assert (ran.status, ran.outcomes) == (0, {"split": "xfailed"})


def test_an_adapter_that_breaks_the_protocol_is_no_known_failure(suite: Suite) -> None:
    target = f"cmd:{sys.executable} {ROOT / 'tests/adapters/wrong_seq.py'}"
    known = "toolcall_xfail=split: known"
    ran = suite.run(f"--toolcall-target={target}", "-k", "split", "-o", known)
    assert ran.status == 1, ran.page
    assert "failed" in {end.outcome for name, end in ran.ends.items() if name.endswith("split")}
    assert "neither a pass nor a failure of the parser" in ran.said("split")


@pytest.mark.parametrize(
    "words", [pytest.param(["-n", "2"], marks=pytest.mark.full), ["-n", "2", "--dist", "loadgroup"]]
)
def test_under_xdist_the_same_comes_out(suite: Suite, words: list[str]) -> None:
    asked = (f"--toolcall-target={TRIMMING}", f"--toolcall-fixtures={OURS / 'drift-spaced-bars.json'}")
    alone, spread = suite.run(*asked), suite.run(*asked, *words)
    assert (spread.status, spread.outcomes) == (alone.status, alone.outcomes)
    assert spread.said("split") == alone.said("split")
    if "loadgroup" in words:
        judging = {
            end.worker
            for name, end in spread.ends.items()
            if not name.endswith(("agreement", "drift-spaced-bars"))
        }
        assert len(judging) == 1
