"""Acceptance: exported tests fail on the parser that the finding is of and pass on the one without fault.

The findings are of fakes, found once by campaigns and kept here (`findings/`). Their tests are run by pytest,
go test and node:test as users run them; the seam asks the fake over a bridge.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from exported_runs import ECHO, HOSTILE, RUNNERS, clean, exported, kept_findings, planted, run
from msgspec import structs
from quality.fake_runs import build_go_fakes

from harness.export import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

LEAST = 20

# Of two languages and dialects: ways of cutting that have to agree, and an answer.
SAMPLE = {"cut_opener", "trimmed_beside"}

every_runner = pytest.mark.parametrize("form", RUNNERS)


@every_runner
def test_some_exported_tests_fail_on_the_fault_and_pass_without_and_are_given_exactly_what_was_exported(
    form: str, tmp_path: Path
) -> None:
    sample = [one for one in kept_findings() if one.targets[0].reported_name in SAMPLE]
    assert len(sample) == len(SAMPLE)
    wrong = [structs.replace(one, name=f"{one.name}_wrong") for one in sample]
    right = [structs.replace(one, name=f"{one.name}_right") for one in sample]
    these = [HOSTILE, *wrong, *right]  # one run of the runner for all
    folder = exported(form, these, tmp_path / form)
    passed = run(form, folder, these, {HOSTILE.name: ECHO, **planted(wrong), **clean(right)})
    assert passed == {HOSTILE.name: True, **{one.name: one in right for one in (*wrong, *right)}}
    case = HOSTILE.case
    tools = [
        {"name": tool.name, "parameters": tool.parameters, "description": tool.description}
        for tool in case.tools
    ]
    given = [json.loads(line) for line in (folder / "hostile.log").read_text("utf-8").split("\n")[:-1]]
    fed = [{"text": case.text}, *({"chunks": case.chunks(chunking)} for chunking in case.chunkings)]
    assert given == [{**way, "tools": tools} for way in (*fed, {"chunks": list(case.text)})]


@pytest.mark.full
@pytest.mark.timeout(900)
@every_runner
def test_all_exported_tests_fail_on_the_planted_parser_and_pass_on_the_clean_one(
    form: str, tmp_path: Path
) -> None:
    build_go_fakes()
    these = [one for one in kept_findings() if not FORMATS[form].refuses(one)]
    folder = exported(form, these, tmp_path / form)
    failed = run(form, folder, these, planted(these))
    assert [one.origin for one in these if failed[one.name]] == []
    passed = run(form, folder, these, clean(these))
    assert [one.origin for one in these if not passed[one.name]] == []


def test_the_findings_are_of_many_oracles_two_dialects_and_three_languages() -> None:
    these = [one for one in kept_findings() if not FORMATS["pytest"].refuses(one)]
    assert len(these) >= LEAST
    assert {one.case.dialect for one in these} == {"dsml", "qwen"}
    assert {one.targets[0].language for one in these} == {"python", "javascript", "go"}
    assert len({one.oracle for one in these}) >= 14
    assert {"hang", "crash", "exception", "value"} <= {one.kind for one in these}
