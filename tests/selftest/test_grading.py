"""Measured classes get into the heads, and change nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from selftest_samples import bug, result, score

from harness.selftest import grading
from harness.selftest.score import render
from harness.selftest.task import digest_of
from harness.zoo import bug as bugs
from harness.zoo.bug import BUGS, read, zoo

if TYPE_CHECKING:
    from pathlib import Path

EVERY = [BUGS / one.language / f"{one.name}.patch" for one in zoo().values()]


def test_a_class_is_written_and_nothing_else_of_any_bug_changes(tmp_path: Path) -> None:
    (tmp_path / "python").mkdir()
    for file in EVERY:
        before = read(file)
        content = file.read_bytes().decode("utf-8")
        for difficulty in ("hard", "easy"):
            content = grading.graded(content, difficulty)
            assert content.count("\ndifficulty = ") == 1
            assert content.endswith(before.patch)
        again = tmp_path / "python" / file.name
        again.write_bytes(content.encode())
        now = read(again)
        assert now.head.difficulty == "easy"
        assert (now.patch, now.head.witness, now.head.what) == (
            before.patch,
            before.head.witness,
            before.head.what,
        )
        assert grading.graded(content, "easy") == content


def test_a_bug_that_was_not_measured_as_it_is_now_is_unmeasured() -> None:
    measured = result(score("a", 10), score("b", 900))
    now = {name: bug(name) for name in ("a", "b", "c")}
    assert grading.measured(measured, now) == {"a": "easy", "b": "medium", "c": "unmeasured"}
    now["a"] = bug("a", patch="diff --git a/z b/z\n")
    assert digest_of(now["a"]) != measured.bugs[0].digest
    assert grading.measured(measured, now)["a"] == "unmeasured"


def test_heads_are_graded_from_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "python"
    folder.mkdir()
    source = BUGS / "python" / "cdata-end-tag.patch"
    ungraded = re.sub(r'^difficulty = ".*"\n', "", source.read_bytes().decode(), flags=re.MULTILINE)
    (folder / "a.patch").write_bytes(ungraded.encode())
    planted = read(folder / "a.patch")
    monkeypatch.setattr(grading, "zoo", lambda: {"a": planted})
    kept = tmp_path / "selftest.json"
    measured = result(score("a", 900))
    kept.write_bytes(render(measured).replace(measured.bugs[0].digest.encode(), digest_of(planted).encode()))
    assert grading.grade(kept, tmp_path) == ["a"]
    assert bugs.read(folder / "a.patch").head.difficulty == "medium"


def test_the_score_replaces_the_one_before_and_nothing_else() -> None:
    page = "# **Bold**\n\n**1 of 2 planted bugs found in every one of\n3 repeats; 0 false.** More, *bold*.\n"
    assert grading.scored(page, "All") == "# **Bold**\n\n**All.** More, *bold*.\n"
    assert grading.scored("none", "All") == "none"


def test_what_is_no_result_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "selftest.json").write_text("{}")
    with pytest.raises(grading.ReportError, match="no result of a selftest"):
        grading.grade(tmp_path / "selftest.json")
