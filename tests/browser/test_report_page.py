from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from harness.report.html import render

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "report"))
from report_samples import FAILED, HOSTILE, REPORT

if TYPE_CHECKING:
    from conftest import Seen

    from harness.events import Report

REPORTS = pytest.mark.parametrize("report", [REPORT, FAILED], ids=["findings", "failed"])


@REPORTS
def test_the_report_asks_for_nothing_and_the_browser_has_nothing_to_complain_of(
    seen: Seen, report: Report, tmp_path: Path
) -> None:
    seen.open(render(report), tmp_path)
    seen.check_quiet()


def test_hostile_text_of_the_report_is_shown_as_text(seen: Seen, tmp_path: Path) -> None:
    seen.open(render(REPORT), tmp_path)
    seen.check_harmless(HOSTILE)


def test_the_keyboard_reaches_every_finding(seen: Seen, tmp_path: Path) -> None:
    seen.open(render(REPORT), tmp_path)
    reached = seen.walk()
    assert {f"finding-{n}" for n in range(1, len(REPORT.findings) + 1)} <= set(reached)


@REPORTS
def test_the_report_is_never_wider_than_its_window(seen: Seen, report: Report, tmp_path: Path) -> None:
    seen.open(render(report), tmp_path)
    seen.check_width()
