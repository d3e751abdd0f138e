"""Trials that are done: nothing is lost, nothing is done twice, and nothing old is taken for new."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from msgspec import structs
from selftest_samples import bug, folder_of, trial

from harness.errors import ReportError, UsageError
from harness.selftest.keeping import FILE, kept
from harness.selftest.task import Settings, Task, tasks

if TYPE_CHECKING:
    from pathlib import Path

    from harness.selftest.score import Trial

SETTINGS = Settings(seed=3, clean_cases=64)
TASKS = tasks([bug("a"), bug("b")], 2, SETTINGS)


def of(task: Task) -> Trial:
    return structs.replace(
        trial(task.name, task.repeat, 10), seed=task.seed, digest=task.digest, kind="\u2028, ü and \ud83d"
    )


def done(folder: Path, settings: Settings = SETTINGS, digest: str = "d") -> list[tuple[str, int]]:
    with kept(folder, settings, digest) as store:
        return [(task.name, task.repeat) for task in TASKS if store.get(task) is not None]


def fill(folder: Path, count: int = 3) -> Path:
    with kept(folder, SETTINGS, "d") as store:
        assert store.anew == ""
        for task in TASKS[:count]:
            store.add(of(task))
    return folder / FILE


NAMES = [(task.name, task.repeat) for task in TASKS]


def test_what_is_done_is_there_again(tmp_path: Path) -> None:
    fill(tmp_path)
    assert done(tmp_path) == NAMES[:3]
    with kept(tmp_path, SETTINGS, "d") as store:
        assert store.get(TASKS[1]) == of(TASKS[1])


def test_each_trial_is_on_the_disk_at_once(tmp_path: Path) -> None:
    with kept(tmp_path, SETTINGS, "d") as store:
        for count, task in enumerate(TASKS, 1):
            store.add(of(task))
            assert len((tmp_path / FILE).read_bytes().splitlines()) == 1 + count


@pytest.mark.parametrize("left", [1, 40, -1])
def test_a_torn_last_line_is_dropped_and_written_again(tmp_path: Path, left: int) -> None:
    file = fill(tmp_path)
    whole = file.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    file.write_bytes(whole[: -len(last)] + last[:left])
    with kept(tmp_path, SETTINGS, "d") as store:
        assert store.get(TASKS[2]) is None
        store.add(of(TASKS[2]))
    assert file.read_bytes() == whole


def test_a_torn_first_line_is_begun_anew(tmp_path: Path) -> None:
    file = fill(tmp_path, 0)
    head = file.read_bytes()
    file.write_bytes(head[:10])
    assert done(tmp_path) == []
    assert file.read_bytes() == head


@pytest.mark.parametrize(
    ("settings", "digest", "why"),
    [
        (structs.replace(SETTINGS, seed=4), "d", "it has the seed 3"),
        (SETTINGS, "e", "have changed since"),
        (structs.replace(SETTINGS, cases=7), "d", "other options"),
    ],
)
def test_another_seed_version_or_option_begins_anew_and_says_why(
    tmp_path: Path, settings: Settings, digest: str, why: str
) -> None:
    file = fill(tmp_path)
    with kept(tmp_path, settings, digest) as store:
        assert why in store.anew
        assert store.get(TASKS[0]) is None
    assert len(file.read_bytes().splitlines()) == 1
    assert done(tmp_path, settings, digest) == []


def test_a_bug_that_is_another_one_now_is_done_again(tmp_path: Path) -> None:
    fill(tmp_path)
    (changed, *_) = tasks([bug("a", patch="diff --git a/z b/z\n")], 1, SETTINGS)
    with kept(tmp_path, SETTINGS, "d") as store:
        assert store.get(changed) is None


def test_clean_campaigns_of_another_length_are_done_again_and_nothing_else_is(tmp_path: Path) -> None:
    with kept(tmp_path, SETTINGS, "d") as store:
        for task in TASKS:
            store.add(structs.replace(of(task), cases=64))
    longer = structs.replace(SETTINGS, clean_cases=128)
    with kept(tmp_path, longer, "d") as store:
        again = [task.name for task in tasks([bug("a"), bug("b")], 2, longer) if store.get(task) is None]
    assert sorted(set(again)) == ["clean:dsml", "clean:qwen"]
    assert done(tmp_path) == NAMES


def test_two_selftests_do_not_share_a_folder(tmp_path: Path) -> None:
    with kept(tmp_path, SETTINGS, "d"), pytest.raises(UsageError, match="another selftest"):
        done(tmp_path)


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"mine": true}\n')
    with pytest.raises(ReportError, match="no file of trials"):
        done(tmp_path)
    assert json.loads((tmp_path / FILE).read_text()) == {"mine": True}


def test_a_folder_that_cannot_be_written_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReportError, match="can't be written"):
        done(tmp_path / "file")
    assert folder_of(tmp_path) == ["file"]
