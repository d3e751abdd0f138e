from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from harness.cost.page import render

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cost"))
from cost_samples import REPORT

if TYPE_CHECKING:
    from conftest import Seen


def opened(seen: Seen, folder: Path) -> Seen:
    file = folder / "cost.html"
    file.write_text(render(REPORT), encoding="utf-8")
    seen.open(file)
    return seen


def test_the_page_of_costs_asks_for_nothing_and_the_browser_has_nothing_to_complain_of(
    seen: Seen, tmp_path: Path
) -> None:
    opened(seen, tmp_path)
    assert seen.complaints == []
    assert seen.requests == [(tmp_path / "cost.html").as_uri()]


def test_hostile_text_on_the_page_of_costs_is_shown_as_text(seen: Seen, tmp_path: Path) -> None:
    page = opened(seen, tmp_path).page
    assert page.locator("script, img").count() == 0
    shown = page.evaluate("document.body.textContent")
    assert "<script>alert(1)</script>" in shown
    assert not [c for c in shown if c in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u001b"]


def test_the_picture_of_costs_is_seen_and_named(seen: Seen, tmp_path: Path) -> None:
    page = opened(seen, tmp_path).page
    picture = page.get_by_role("img", name="CPU time over the length of the text")
    box = picture.bounding_box()
    assert box is not None
    assert box["height"] > 150
    assert picture.locator("polyline").count() == 3


def test_the_page_of_costs_is_never_wider_than_its_window(seen: Seen, tmp_path: Path) -> None:
    page = opened(seen, tmp_path).page
    for closed in page.locator("details").all():
        closed.evaluate("element => element.open = true")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
