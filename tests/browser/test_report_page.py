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


def opened(seen: Seen, report: Report, folder: Path) -> Seen:
    file = folder / "report.html"
    file.write_text(render(report), encoding="utf-8")
    seen.open(file)
    return seen


@REPORTS
def test_the_browser_has_nothing_to_complain_of_and_asks_for_nothing(
    seen: Seen, report: Report, tmp_path: Path
) -> None:
    opened(seen, report, tmp_path)
    assert seen.complaints == []
    assert seen.requests == [(tmp_path / "report.html").as_uri()]


def test_hostile_text_is_shown_as_text(seen: Seen, tmp_path: Path) -> None:
    page = opened(seen, REPORT, tmp_path).page
    assert HOSTILE in page.content().replace("&lt;", "<").replace("&gt;", ">")
    assert page.locator("script, img").count() == 0
    shown = page.evaluate("document.body.textContent")
    assert not [c for c in shown if c in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u001b"]


def test_the_keyboard_reaches_every_finding(seen: Seen, tmp_path: Path) -> None:
    reached = opened(seen, REPORT, tmp_path).walk()
    assert {f"finding-{n}" for n in range(1, len(REPORT.findings) + 1)} <= set(reached)


@REPORTS
def test_the_page_is_never_wider_than_its_window(seen: Seen, report: Report, tmp_path: Path) -> None:
    page = opened(seen, report, tmp_path).page
    for closed in page.locator("details").all():
        closed.evaluate("element => element.open = true")
    page.screenshot(path=tmp_path / "page.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
