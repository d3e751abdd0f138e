"""A report that a ledger judged: what is known is no failure anywhere, and each page says why."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from msgspec import structs

from harness.events import Gate, GateRow, Report
from harness.report import html, junit, markdown
from harness.report.cards import uncarded
from harness.report.verdict import verdict

sys.path.insert(0, str(Path(__file__).resolve().parent))
from report_samples import CARDED, ONE, REPORT


def row(state: str, fingerprint: str = "", *, fails: bool = False) -> GateRow:
    return GateRow(
        state, fails, fingerprint, "", f"what is {state}", "split", ("a",), f"since {state} & <so>"
    )


def judged(status: int, *rows: GateRow, lost: tuple[str, ...] = ()) -> Report:
    return structs.replace(CARDED, status=status, gate=Gate(1, rows, lost), faults=())


def all_known() -> Report:
    return judged(0, row("known", ONE.fingerprint))


def failures(report: Report) -> set[str]:
    return set(re.findall(r'<testcase name="([^"]*)"[^>]*>\s*<failure', junit.render(report).decode()))


def test_what_is_known_is_skipped_in_junit_and_what_is_new_fails() -> None:
    assert failures(judged(1)) == {finding.oracle for finding in REPORT.bugs}
    assert failures(all_known()) == {finding.oracle for finding in uncarded(CARDED) if not finding.flaky}
    assert ONE.oracle in failures(judged(1, row("new", ONE.fingerprint, fails=True)))


def test_a_status_that_no_finding_explains_is_a_failure_in_junit() -> None:
    only = tuple(finding for finding in REPORT.findings if finding.id in ONE.findings)
    known, gone = row("known", ONE.fingerprint), row("newly passing", "0" * 12, fails=True)
    report = structs.replace(judged(1, gone, known), findings=only)
    assert failures(report) == {"state"}


@pytest.mark.parametrize(
    ("report", "says"),
    [
        (all_known(), "nothing new was found; 1 known"),
        (judged(1, row("expired", fails=True), row("expired", fails=True)), "the ledger has 2 expired"),
        (judged(2, lost=("the target x",)), "the last accepted run looked at more; this is no pass"),
    ],
)
def test_the_verdict_says_why(report: Report, says: str) -> None:
    assert verdict(report).sentence.endswith(f"Exit status {report.status}: {says}.")


def test_what_is_known_alone_looks_good_and_without_a_ledger_it_does_not() -> None:
    assert verdict(all_known()).tone == "good"
    assert verdict(structs.replace(REPORT, faults=(), status=1)).tone == "bad"


def test_the_page_and_the_summary_list_what_the_ledger_says() -> None:
    report = judged(2, row("new", "abc", fails=True), lost=("the target <x>",))
    page, summary = html.render(report), markdown.render(report).decode()
    assert "since new &amp; &lt;so&gt;" in page
    assert "the target &lt;x&gt;" in page
    assert "- **new**: abc what is new: since new \\& \\<so\\>" in summary
    assert "- **lost**: the target \\<x\\>" in summary
    assert 'id="ledger"' not in html.render(REPORT)
    assert "## Ledger" not in markdown.render(REPORT).decode()
