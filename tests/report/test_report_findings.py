"""Findings as lines: there as they come, the last of an id is the one of the report."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from msgspec import structs

from harness.errors import ReportError
from harness.events import Ended, Opening, Reported
from harness.report import jsontext, record
from harness.report.findings import NAME, FindingLines
from tests.report.report_samples import CARDED, REPORT

if TYPE_CHECKING:
    from pathlib import Path

FINDINGS = REPORT.findings
FINDING = {**record.report_schema(), "$ref": "#/$defs/Finding"}
VALIDATOR = jsonschema.Draft202012Validator(FINDING)


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(one) for one in (folder / NAME).read_text("ascii").splitlines()]


def test_the_samples_have_findings_and_the_schema_takes_nothing_else() -> None:
    assert len(FINDINGS) > 1
    assert not VALIDATOR.is_valid({})


def test_each_finding_is_a_line_as_soon_as_it_is_told(tmp_path: Path) -> None:
    listener = FindingLines(tmp_path)
    listener(Opening((), ()))
    assert lines(tmp_path) == []
    for number, finding in enumerate(FINDINGS, 1):
        listener(Reported(finding))
        assert len(lines(tmp_path)) == number
        VALIDATOR.validate(lines(tmp_path)[-1])
        assert lines(tmp_path)[-1] == json.loads(jsontext.pretty(jsontext.builtins(finding)))


@pytest.mark.parametrize("report", [REPORT, CARDED], ids=["findings", "cards"])
def test_the_last_line_of_an_id_is_the_finding_of_the_report(tmp_path: Path, report: Any) -> None:
    listener = FindingLines(tmp_path)
    for finding in report.findings:
        listener(Reported(structs.replace(finding, confirmed=0, count=1)))
        listener(Reported(structs.replace(finding, count=1)))
    listener(Ended(report, ""))
    last = {one["id"]: one for one in lines(tmp_path)}
    assert list(last.values()) == json.loads(record.render(report))["findings"]


def test_what_did_not_change_has_no_second_line(tmp_path: Path) -> None:
    listener = FindingLines(tmp_path)
    for finding in FINDINGS:
        listener(Reported(finding))
    listener(Ended(REPORT, ""))
    assert len(lines(tmp_path)) == len(FINDINGS)


def test_a_campaign_that_begins_or_goes_on_begins_the_file_anew(tmp_path: Path) -> None:
    for _ in range(2):
        FindingLines(tmp_path)(Reported(FINDINGS[0]))
    assert len(lines(tmp_path)) == 1


def test_a_file_of_findings_that_cannot_be_written_is_one_error(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(ReportError, match=NAME):
        FindingLines(tmp_path)
