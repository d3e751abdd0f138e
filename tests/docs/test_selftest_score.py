"""The score that README shows is that of the kept result."""

from __future__ import annotations

from pathlib import Path

from harness.selftest import grading, markdown

ROOT = Path(__file__).resolve().parents[2]


def test_readme_shows_the_score_of_the_kept_result() -> None:
    line = markdown.headline(grading.load(ROOT / "reports" / "selftest" / "selftest.json"))
    readme = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert f"**{line}.**" in readme, f"the score is: {line}"
