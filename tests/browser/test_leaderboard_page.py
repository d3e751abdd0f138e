from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harness.leaderboard.page import render

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "leaderboard"))
from leaderboard_samples import BOARD

if TYPE_CHECKING:
    from conftest import Seen


def test_the_leaderboard_asks_for_nothing_and_shows_text_as_text(seen: Seen, tmp_path: Path) -> None:
    seen.open(render(BOARD), tmp_path)
    seen.check_quiet()
    seen.check_harmless("<script>alert(1)</script>")


def test_the_keyboard_reaches_and_opens_every_failure(seen: Seen, tmp_path: Path) -> None:
    page = seen.open(render(BOARD), tmp_path)
    assert {"failure-1-1", "failure-1-2"} <= set(seen.walk())
    page.locator("#failure-1-2 summary").focus()
    page.keyboard.press("Enter")
    assert page.locator("#failure-1-2 details[open]").count() == 1
    assert page.locator("#failure-1-2 pre.command").is_visible()


def test_the_leaderboard_is_never_wider_than_its_window(seen: Seen, tmp_path: Path) -> None:
    seen.open(render(BOARD), tmp_path)
    seen.check_width()
