from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import msgspec
import pytest
from report_samples import CLEAN, CRASH, FAILED, FAULT, HOSTILE, INTERRUPTED, REPORT, SPLIT

from harness.report.junit import render

if TYPE_CHECKING:
    from collections.abc import Callable

    from harness.events import Report

SHAPE = {
    "testsuites": ({"name", "tests", "failures", "errors", "skipped", "time"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped", "time", "timestamp"}, {"testcase"}),
    "testcase": ({"name", "classname", "time"}, {"failure", "error", "skipped", "system-out"}),
    "failure": ({"message", "type"}, set()),
    "error": ({"message", "type"}, set()),
    "skipped": ({"message"}, set()),
    "system-out": (set(), set()),
}


def parse(report: Report) -> ET.Element:
    return ET.fromstring(render(report))  # noqa: S314 - our own output


def red(root: ET.Element) -> int:
    return int(root.get("failures", "")) + int(root.get("errors", ""))


@pytest.mark.parametrize("report", [REPORT, CLEAN, FAILED, INTERRUPTED], ids=lambda report: report.state)
def test_the_file_has_the_usual_shape_and_its_counts_are_right(report: Report) -> None:
    root = parse(report)
    for element in root.iter():
        attributes, children = SHAPE[element.tag]
        assert set(element.keys()) <= attributes
        assert {child.tag for child in element} <= children
    for suite in [root, *root]:
        cases = list(suite.iter("testcase"))
        assert int(suite.get("tests", "")) == len(cases)
        for counter, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(counter, "")) == sum(case.find(tag) is not None for case in cases)


def test_one_suite_for_each_target_and_one_for_agreement() -> None:
    names = [suite.get("name") for suite in parse(REPORT)]
    assert names == ["campaign", "go", "node", "cmd:./adapter --name '<i>'", "agreement"]
    go = next(suite for suite in parse(REPORT) if suite.get("name") == "go")
    assert [case.get("name") for case in go] == ["crash", "split", "parity", "truth"]


def test_a_failure_holds_input_chunks_and_command() -> None:
    failure = parse(REPORT).find(".//testcase[@name='split']/failure")
    assert failure is not None
    text = failure.text or ""
    assert SPLIT.command in text
    assert "chunk 1   '<'" in text
    assert r"x\u200by" in text


def test_two_findings_of_one_oracle_are_one_failure_that_counts_them() -> None:
    report = msgspec.structs.replace(REPORT, findings=(SPLIT, msgspec.structs.replace(SPLIT, id="F9")))
    (failure,) = parse(report).findall(".//failure")
    assert failure.get("message", "").startswith("2 findings: F1")
    assert "F9: " in (failure.text or "")


def test_a_flaky_finding_is_told_and_fails_nothing() -> None:
    report = msgspec.structs.replace(REPORT, findings=(CRASH,), status=0)
    root = parse(report)
    assert red(root) == 0
    assert "flaky" in (root.findtext(".//testcase[@name='crash']/system-out") or "")


def test_an_oracle_with_nothing_to_judge_is_skipped_not_passed() -> None:
    skipped = parse(CLEAN).find(".//testcase[@name='parity']/skipped")
    assert skipped is not None


def test_no_green_file_when_the_status_is_not_zero() -> None:
    assert red(parse(CLEAN)) == 0
    assert red(parse(FAILED)) > 0
    assert red(parse(msgspec.structs.replace(CLEAN, state="failed", status=0))) > 0
    for status in (1, 2, 130):
        assert red(parse(msgspec.structs.replace(CLEAN, status=status))) > 0


def test_faults_are_errors_and_say_whose() -> None:
    errors = parse(FAILED).findall(".//error")
    assert {error.get("type") for error in errors} == {
        "failed",
        "fault of the adapter",
        "fault of the harness",
    }
    assert any("echo the seq" in (error.text or "") for error in errors)
    fault = msgspec.structs.replace(REPORT, faults=(FAULT,))
    assert red(parse(fault)) == red(parse(REPORT)) + 1


def test_no_finding_is_lost_with_its_target() -> None:
    gone = msgspec.structs.replace(REPORT.targets[0], state="unavailable")
    for targets in ((gone,), ()):
        root = parse(msgspec.structs.replace(REPORT, targets=targets))
        assert len(root.findall(".//failure")) == 2


def test_characters_that_xml_cannot_carry_are_visible() -> None:
    data = render(REPORT)
    text = data.decode()
    assert HOSTILE not in text
    assert not {char for char in text if ord(char) < 32} - {"\n"}
    for shown in (r"\u0000", r"\u001b", r"\ud800", r"\u0007"):
        assert shown in text


def test_the_whole_file(snapshot: Callable[[str, str], None]) -> None:
    snapshot("junit.xml", render(REPORT).decode())
    snapshot("junit-failed.xml", render(FAILED).decode())
