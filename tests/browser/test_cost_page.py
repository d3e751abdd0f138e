from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cost.page import render

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cost"))
from cost_samples import REPORT

if TYPE_CHECKING:
    from conftest import Seen


def test_the_page_of_costs_asks_for_nothing_and_shows_text_as_text(seen: Seen, tmp_path: Path) -> None:
    seen.open(render(REPORT), tmp_path)
    seen.check_quiet()
    seen.check_harmless("<script>alert(1)</script>")


def test_the_picture_of_costs_is_seen_and_named(seen: Seen, tmp_path: Path) -> None:
    page = seen.open(render(REPORT), tmp_path)
    picture = page.get_by_role("img", name="CPU time over the length of the text")
    box = picture.bounding_box()
    assert box is not None
    assert box["height"] > 150
    assert picture.locator("polyline").count() == 3


def test_the_page_of_costs_is_never_wider_than_its_window(seen: Seen, tmp_path: Path) -> None:
    seen.open(render(REPORT), tmp_path)
    seen.check_width()
