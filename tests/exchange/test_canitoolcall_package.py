"""The fixtures of the package canitoolcall: imported without loss, and the rows that differ are on the page.

They are read from the package, which ``make test`` puts into a folder of ``.venv`` (it is not installed: its
plugin would be part of every run of pytest). ``CANITOOLCALL_DATA`` names another folder of its rows. With
``--full`` the package is fetched where it is not there.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from exchange_samples import of_fixture
from reference_answers import Answers, answers

from harness.exchange import canitoolcall
from harness.export import FORMATS
from tests.campaign.commands import ROOT

if TYPE_CHECKING:
    from harness.exchange.brought import Brought

PAGE = (ROOT / "docs" / "exchange.md").read_text("utf-8")
VERSION = "canitoolcall==0.1.1"
PLACE = Path("canitoolcall", "_data", "fixtures", "qwen3-xml")
SHARE = re.compile(r"^\| (agree|hang on a policy[^|]*|differ) \| (\d+) \| ([\d.]+) % \|$", re.MULTILINE)
ROW = re.compile(r"^\| `(\S+)` \| [^|]+ \| [^|]+ \| (.+) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def folder(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rows of the family, in the package."""
    given = os.environ.get("CANITOOLCALL_DATA")
    beside = Path(sys.prefix, "canitoolcall", PLACE)
    if given or beside.is_dir():
        return Path(given) if given else beside
    if not pytestconfig.getoption("--full"):
        pytest.skip("the package canitoolcall is not there: make test fetches it, and so does --full")
    made = tmp_path_factory.mktemp("canitoolcall")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(made), VERSION]
    subprocess.run(command, check=True)
    return made / PLACE


@pytest.fixture(scope="module")
def brought(folder: Path) -> Brought:
    return canitoolcall.read(sorted(folder.glob("*.jsonl")))


@pytest.fixture(scope="module")
def given(brought: Brought) -> Answers:
    return answers(brought.fixtures)


def names(brought: Brought, ids: set[str]) -> set[str]:
    return {kept["members"]["id"].partition("/")[2] for kept in brought.kept if kept["id"] in ids}


def test_every_row_comes_in_and_can_be_put_together_again(folder: Path, brought: Brought) -> None:
    rows = [
        json.loads(line)
        for path in sorted(folder.glob("*.jsonl"))
        for line in path.read_text("utf-8").split("\n")
        if line
    ]
    assert brought.told == ()
    assert len(rows) == 54
    pairs = zip(brought.fixtures, brought.kept, strict=True)
    assert [canitoolcall.whole(fixture, kept["members"]) for fixture, kept in pairs] == rows


def test_a_fixture_says_what_its_row_expects(brought: Brought) -> None:
    """All calls, and the text without white space and reasoning."""
    for fixture, kept in zip(brought.fixtures, brought.kept, strict=True):
        row: dict[str, Any] = kept["members"]
        if "expected" not in row:
            continue
        (due, *_) = of_fixture(fixture).case.answers
        calls = [event.call for event in due.events if not isinstance(event.text, str)]
        assert [{"name": call.name, "arguments": call.input} for call in calls] == row["expected"][
            "tool_calls"
        ]
        text = "".join(event.text for event in due.events if isinstance(event.text, str))
        words = re.sub(r"\s|</?think>", "", text)
        told = (row["expected"]["reasoning_content"] or "") + (row["expected"]["content"] or "")
        assert words == re.sub(r"\s", "", told)


def test_the_page_lists_just_the_rows_that_differ(brought: Brought, given: Answers) -> None:
    section = PAGE.partition("## canitoolcall")[2].partition("\n## ")[0]
    listed = dict(ROW.findall(section))
    differ, unsupported = names(brought, given.differ), names(brought, given.unsupported)
    assert listed.keys() == differ | unsupported
    assert {name for name, policy in listed.items() if not policy.startswith("none")} == unsupported
    policies = {fixture.id: fixture.expected[0].when for fixture in brought.fixtures}
    for kept in brought.kept:
        found = re.match(
            r"`(\w+)`: theirs \*(\w+)\*", listed.get(kept["members"]["id"].partition("/")[2], "")
        )
        assert not found or policies[kept["id"]].get(found[1]) == found[2]


def test_the_page_says_how_many_agree(brought: Brought, given: Answers) -> None:
    told = [(int(count), float(share)) for _, count, share in SHARE.findall(PAGE)]
    counts = [len(given.agree), len(given.unsupported), len(given.differ)]
    assert [count for count, _ in told] == counts
    for count, share in told:
        assert abs(share - 100 * count / len(brought.fixtures)) < 0.06
    plain = {
        kept["id"] for kept in brought.kept if not {"malformed", "truncated"} & set(kept["members"]["tags"])
    }
    agree = plain & given.agree
    assert f"Of the {len(plain)} rows" in PAGE
    assert f"{len(agree)} agree ({100 * len(agree) / len(plain):.1f} %)" in PAGE.replace("\n", " ")
    routed = [
        one for one in brought.fixtures if one.id in given.agree and "reasoning" in one.expected[0].when
    ]
    assert f"In {len(routed)} of the rows that agree" in PAGE
    assert len(agree) >= 0.95 * len(plain)


def test_what_we_export_is_what_the_package_reads(folder: Path, brought: Brought) -> None:
    schema = json.loads((folder.parents[1] / "spec" / "fixture.schema.json").read_text("utf-8"))
    form = FORMATS["canitoolcall"]
    things = [of_fixture(fixture) for fixture in brought.fixtures]
    (data,) = form.write(things).values()
    rows = [json.loads(line) for line in data.decode().split("\n") if line]
    assert len(rows) == len(brought.fixtures)
    valid = jsonschema.Draft202012Validator(schema)
    for row in rows:
        valid.validate(row)
