from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harness.leaderboard.page import render

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "leaderboard"))
from leaderboard_samples import BOARD

if TYPE_CHECKING:
    from conftest import Seen


def opened(seen: Seen, folder: Path) -> Seen:
    file = folder / "index.html"
    file.write_text(render(BOARD), encoding="utf-8")
    seen.open(file)
    return seen


def test_the_leaderboard_asks_for_nothing_and_the_browser_has_nothing_to_complain_of(
    seen: Seen, tmp_path: Path
) -> None:
    opened(seen, tmp_path)
    assert seen.complaints == []
    assert seen.requests == [(tmp_path / "index.html").as_uri()]


def test_hostile_text_on_the_leaderboard_is_shown_as_text(seen: Seen, tmp_path: Path) -> None:
    page = opened(seen, tmp_path).page
    assert page.locator("script, img").count() == 0
    shown = page.evaluate("document.body.textContent")
    assert "<script>alert(1)</script>" in shown
    assert not [c for c in shown if c in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u001b"]


def test_the_keyboard_reaches_and_opens_every_failure(seen: Seen, tmp_path: Path) -> None:
    page = opened(seen, tmp_path).page
    assert {"failure-1-1", "failure-1-2"} <= set(seen.walk())
    page.locator("#failure-1-2 summary").focus()
    page.keyboard.press("Enter")
    assert page.locator("#failure-1-2 details[open]").count() == 1
    assert page.locator("#failure-1-2 pre.command").is_visible()


def test_the_leaderboard_is_never_wider_than_its_window(seen: Seen, tmp_path: Path) -> None:
    page = opened(seen, tmp_path).page
    for closed in page.locator("details").all():
        closed.evaluate("element => element.open = true")
    page.screenshot(path=tmp_path / "page.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
