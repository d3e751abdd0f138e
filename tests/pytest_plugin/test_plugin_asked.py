"""What is asked for, and how: options, the ini file, a class, ids; mistakes; and what it costs not to ask."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

import pytest

from harness.oracles import ORACLES
from harness.pytest_plugin.settings import Settings
from tests.pytest_plugin.conftest import ROOT

if TYPE_CHECKING:
    from tests.pytest_plugin.conftest import Suite

SILENT = "py:tests.campaign.toys:Silent"
TRIMMING = "py:tests.campaign.toys:Trimming"
CLASS = """
from harness import ToolCallParserSuite

class TestMine(ToolCallParserSuite):
    {body}
"""
ONE_FIXTURE = ROOT / "corpus/regressions/drift-spaced-bars.json"


def collected(page: str) -> list[str]:
    return [line for line in page.splitlines() if "::" in line]


def test_a_class_gives_the_same_items_with_the_same_ends_as_the_options(suite: Suite) -> None:
    options = suite.run(
        f"--toolcall-target={TRIMMING}", f"--toolcall-fixtures={ONE_FIXTURE}", "--toolcall-seed=7"
    )
    body = f'target = "{TRIMMING}"; fixtures = ["cases"]; seed = 7'
    suite.write("cases/drift-spaced-bars.json", ONE_FIXTURE.read_text("utf-8"))
    suite.write("test_mine.py", CLASS.format(body=body))
    ran = suite.run()
    assert "test_mine.py::TestMine::split" in ran.ends
    assert (ran.status, ran.outcomes) == (options.status, options.outcomes)
    assert ran.said("split") == options.said("split")
    assert {"split", "fixture:drift-spaced-bars"} <= ran.those("failed")


def test_a_class_keeps_its_own_tests_and_its_known_failures(suite: Suite) -> None:
    # The parser stands beside the test module, where only pytest looks for it, and says so in its command.
    suite.write("sub/beside.py", "from tests.campaign.toys import Trimming as Parser\n")
    body = 'target = "py:beside:Parser"; fixtures = (); xfails = {"split": "known"}\n'
    body += "    def test_own(self): pass\n"
    suite.write("sub/test_mine.py", CLASS.format(body=body))
    ran = suite.run("-k", "split or own or truth")
    assert ran.outcomes == {"split": "xfailed", "test_own": "passed", "truth": ran.outcomes["truth"]}
    assert "\n  PYTHONPATH=sub toolcall-harness check " in ran.said("split")


def test_targets_of_the_ini_file_are_for_runs_that_name_no_other_path(suite: Suite) -> None:
    suite.write("pytest.ini", f"[pytest]\ntoolcall_target = {SILENT}\ntoolcall_fixtures = none\n")
    suite.write("test_other.py", "def test_other(): pass\n")
    ours = [f"toolcall::{SILENT}::{oracle}" for oracle in ORACLES]
    other = ["test_other.py::test_other"]
    for words, items in (
        ([], [*other, *ours]),
        (["test_other.py"], other),
        (["test_other.py", "toolcall"], [*other, *ours]),
        (["toolcall"], ours),
        ([f"toolcall::{SILENT}::split"], [f"toolcall::{SILENT}::split"]),
        ([f"toolcall::{SILENT}::split@toolcall-01234567"], [f"toolcall::{SILENT}::split"]),
        ([f"toolcall::{SILENT}", "-k", "truth"], [f"toolcall::{SILENT}::truth"]),
    ):
        ran = suite.run("--collect-only", "-q", *words)
        assert (words, collected(ran.page)) == (words, items)


MISTAKES = [
    ([f"{SILENT[:-6]}Nobody"], "has no attribute 'Nobody'"),
    (["py:no_such_module:Parser"], "No module named 'no_such_module'"),
    (["pyton"], "did you mean 'python'?"),
    ([SILENT, "--toolcall-dialect=dmsl"], "Known dialects: dsml, qwen."),
    ([SILENT, "--toolcall-dialect=qwen"], "it reads: dsml"),
    ([SILENT, "--toolcall-cases=0"], "toolcall-cases: '0' is no number from 1"),
    ([SILENT, "--toolcall-seed=x"], "toolcall-seed: 'x' is no number from 0"),
    ([SILENT, "--toolcall-time-limit=nan"], "is no number of seconds above 0"),
    ([SILENT, "--toolcall-unjudged=pass"], "neither skip nor fail"),
    ([SILENT, "--toolcall-policies=none.json"], "none.json: can't be read"),
    ([SILENT, "--toolcall-fixtures=nowhere"], "nowhere: can't be read"),
    ([SILENT, f"--toolcall-target={SILENT}"], "is given twice"),
    ([SILENT, "-o", "toolcall_xfail=splitt: a reason"], "there is no item 'splitt'"),
    ([SILENT, "-o", "toolcall_xfail=split"], "is not ITEM: reason"),
    ([SILENT, f"toolcall::{SILENT}::splitt"], f"not found: toolcall::{SILENT}::splitt"),
    (["py:no_such_module:Parser", "-n", "2"], "No module named 'no_such_module'"),
]


@pytest.mark.parametrize(("words", "told"), MISTAKES)
def test_a_mistake_ends_the_run_at_once_with_status_4(suite: Suite, words: list[str], told: str) -> None:
    ran = suite.run(f"--toolcall-target={words[0]}", *words[1:])
    assert (ran.status, ran.those("failed")) == (4, set()), ran.page
    assert told in ran.page
    assert "Traceback" not in ran.page


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("cases = 64", "the class TestMine names no target"),
        (f'target = "{SILENT}"; xfails = {{"fixture:nothing": "a reason"}}', "no item 'fixture:nothing'"),
        ('target = "py:no_such_module:Parser"', "No module named 'no_such_module'"),
        (f'target = "{SILENT}"; xfails = ["split"]', "xfails is ['split'], no dict"),
        (f'target = "{SILENT}"; fixtures = 5', "5 is no list of paths"),
        (f'target = "{SILENT}"; fixtures = ["own", 5]', "5 is no path"),
        (f'target = "{SILENT}"; fixtures = ["own", "none"]', "none stands alone"),
        (f'target = "{SILENT}"; policies = 5', "toolcall-policies: 5 is no path"),
        (f'target = "{SILENT}"; policies = "a\\0b"', "'a\\x00b' is no path"),
    ],
)
def test_a_mistake_in_a_class_is_one_too(suite: Suite, body: str, told: str) -> None:
    suite.write("test_mine.py", CLASS.format(body=body))
    ran = suite.run(*(["-n", "2"] if "no_such_module" in body else []))
    assert ran.status == 4, ran.page
    assert told in ran.page
    assert "Traceback" not in ran.page


def test_without_a_target_nothing_is_loaded_and_nothing_happens(suite: Suite) -> None:
    names = "sorted(name for name in sys.modules if name.split('.')[0] in {'harness', 'msgspec', 'click'})"
    suite.write("test_other.py", f"import sys\nLOADED = {names}\ndef test_other(): print(LOADED)\n")
    ran = suite.run("-s")
    assert (ran.status, ran.outcomes) == (0, {"test_other": "passed"})
    assert str(["harness", "harness.pytest_plugin", "harness.suite"]) in ran.page


def test_importing_the_harness_loads_no_pytest() -> None:
    asked = "import sys, harness; print(harness.ToolCallParserSuite.target, 'pytest' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout == " False\n"


def test_pytest_finds_the_plugin_by_itself() -> None:
    (found,) = entry_points(group="pytest11", name="toolcall")
    assert found.value == "harness.pytest_plugin"


def test_the_class_of_the_readme_is_collected(suite: Suite) -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    for name in ("my_parser.py", "test_properties.py"):
        (block,) = re.findall(rf"```python\n(# {name}\n.*?)```", page, re.DOTALL)
        suite.write(name, block)
    ran = suite.run("--collect-only", "-q")
    assert ran.status == 0, ran.page
    assert "test_properties.py::TestMyParser::split" in collected(ran.page)


def test_the_page_has_all_options_with_their_defaults(suite: Suite) -> None:
    page = (ROOT / "docs" / "pytest.md").read_text("utf-8")
    told = suite.run("--help").page
    options = set(re.findall(r"--toolcall-[a-z-]+", told))
    assert len(options) == 12
    assert set(re.findall(r"^\| `(--toolcall-[a-z-]+)", page, re.MULTILINE)) == options
    lines = set(re.findall(r"^  (toolcall_[a-z_]+)", told, re.MULTILINE))
    assert set(re.findall(r"^\|.*?\| `(toolcall_[a-z_]+)` \|", page, re.MULTILINE)) == lines
    usual = Settings(())
    for name, value in (("cases", f"{usual.cases:,}"), ("seed", usual.seed), ("jobs", usual.jobs)):
        (row,) = re.findall(rf"^\| `--toolcall-{name} .*$", page, re.MULTILINE)
        assert f"Default: {value}" in row
